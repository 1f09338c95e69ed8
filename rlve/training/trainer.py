"""Train a model by TRL's GRPOTrainer on a scheduler's problems, in a run folder that can be resumed."""

from __future__ import annotations

import json
import logging
import shutil
import signal
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial, update_wrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rlve.environment import Environment
from rlve.errors import RequestError, TakenError
from rlve.extras import need
from rlve.models.loading import load
from rlve.models.memory import check_4bit, check_fits, full_adapters, mixed_precision
from rlve.models.vllm_settings import context_length, fitting, need_vllm, tidied, training_length
from rlve.runs import processes
from rlve.runs.files import write_json
from rlve.runs.folder import RunFolder, absolute
from rlve.runs.lock import locked
from rlve.schedulers import SCHEDULERS, Scheduler
from rlve.settings import signature, split_names
from rlve.training import dashboards
from rlve.training.grpo import check_options, grpo_config, lora_config
from rlve.training.plan import plan
from rlve.training.reward import OwnReward, RewardFunction, same_answer
from rlve.training.settings import PAPER_RULE, TrainingSettings
from rlve.training.stream import ProblemStream, check_own_dataset, own_rows

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from datasets import Dataset
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

OF_RULES = ("static", "review", *PAPER_RULE)
SMALL = 10_000_000  # parameters of a model that learns at higher rates


@dataclass(frozen=True)
class TrainingResult:
    """What `train` gives back.

    history: the record of each step of the run, those before a resume included where a folder kept them.
    stopped: "finished", "time limit", "interrupted", or "guard NAME" (docs/troubleshooting.md).
    model, tokenizer: the trained model, on its device.
    """

    history: list[dict[str, Any]]
    stopped: str
    model: Any
    tokenizer: Any
    scheduler: Scheduler


def train(
    model: str | PreTrainedModel = "tiny",
    environments: str | Sequence[str | type[Environment]] | None = None,
    *,
    tokenizer: PreTrainedTokenizerBase | None = None,
    scheduler: Scheduler | str | None = None,
    own_dataset: str | Path | Dataset | Sequence[Mapping[str, Any]] | None = None,
    own_reward: Callable[..., Sequence[float | None]] = same_answer,
    resume: bool = False,
    on_plan: Callable[[str], object] | None = None,
    on_step: Callable[[dict[str, Any]], object] | None = None,
    **settings: Any,
) -> TrainingResult:
    """Train a model by GRPO on problems whose difficulty a scheduler sets.

    settings: those of docs/settings.md (`TrainingSettings`), and any other of TRL's GRPOConfig.

    model: "tiny", a folder, a hub id, or a model in memory with its `tokenizer`; the latter is trained in place.
    environments: as `rlve.resolve` takes them, default the collection STARTER. scheduler: the rule that sets the levels, by
    name, or one with environments of its own. prompts_per_step x num_generations completions, of at most
    max_completion_length tokens, make one policy update. Thoughts in <think> ... </think> are never read as the answer.

    own_dataset: rows mixed in as `own_share` of the prompts, or a JSONL file of them. own_reward: judges them, a reward
    function as TRL takes them that is called with these rows only; by default their column `answer` is compared with the final
    answer.

    output_dir: where the run is kept (`RunFolder`); without one nothing is. resume: go on from the newest complete checkpoint
    there, with the same settings but for those that docs/settings.md marks; logs of later steps are dropped. With more
    max_steps the learning rate goes on as the schedule of the new number has it. The first Ctrl-C finishes the step, saves and
    stops, the second breaks off. Several processes, one a GPU, share the rollouts of each step if torchrun starts them
    (docs/processes.md); the main one writes the folder and calls on_plan and on_step.

    on_plan: called once before the first step with words on what will be done and about how long it takes, measured by
    one step that is thrown away. on_step: called with the record of each step (docs/metrics.md).
    Raises ValueError for settings that do not fit, FileExistsError for a folder with a run, FileNotFoundError for none.
    """
    asked = _asked(model, environments, scheduler, own_dataset, settings)
    _prepare(asked, model, tokenizer)
    rule = scheduler if isinstance(scheduler, Scheduler) else asked.make_scheduler(environments)
    rows = own_rows(own_dataset) if isinstance(own_dataset, (str, Path)) else own_dataset
    if rows is not None:
        check_own_dataset(rows)
        if own_reward is same_answer and "answer" not in rows[0]:
            raise RequestError("the own dataset needs a column answer, or give own_reward")
    base = model if isinstance(model, str) else getattr(model, "name_or_path", "")  # what an adapter is to be loaded upon
    if isinstance(model, str):
        kept_in = "auto" if asked.dtype is None or not asked.lora_r else asked.dtype
        model, loaded = load(model, dtype=kept_in, load_in_4bit=asked.load_in_4bit)
        tokenizer = tokenizer or loaded
    asked = _resolved(asked, model)
    if not asked.lora_r:
        model.float()  # in half precision a small learning rate is lost to rounding; bf16=True still computes in it
    run = None if asked.output_dir is None else RunFolder(asked.output_dir)
    config = {  # as JSON has it, to be compared with what was read
        "settings": asked.as_dict(),
        "environments": list(rule.environments),
        "scheduler": json.loads(json.dumps({"algorithm": type(rule).__name__, "choice": rule.choice, **rule.options()})),
        "own_rows": None if rows is None else len(rows),
        "sources": {name: _source(kind) for name, kind in rule.environments.items()},
    }
    stream, reward = _stream(asked, rule, rows, model, tokenizer)
    reward_functions: list[Any] = [reward] if rows is None else [reward, OwnReward(_with_opening(own_reward, reward.opening))]
    reporting = dashboards.dashboards(asked.report_to, asked.output_dir)
    with (
        ExitStack() as held,
        _output_dir(run) as output_dir,
        _interrupts() as stop_wanted,
        dashboards.places(reporting, run) as noted,
        tidied() as trainers,
    ):
        if run is not None and resume:
            _hold(held, run)
        checkpoint = _checkpoint(run, asked, config, resume)
        trainer, callback, guard = _trainer(
            asked, model, tokenizer, stream, reward_functions, run, output_dir, reporting, resume, on_step, stop_wanted
        )
        trainers.append(trainer)
        if checkpoint is not None:
            _go_on(trainer, callback, reward, *checkpoint)
        if on_plan is not None and processes.is_main():
            on_plan(plan(trainer, stream, asked, run, checkpoint))
        processes.wait()
        if run is not None and not resume:  # only now: settings that do not fit leave no run behind
            if processes.is_main():
                run.start(config)
            _hold(held, run)
        if run is not None and processes.is_main():
            run.note("resumed" if resume else "begun", step=checkpoint[1]["step"] if checkpoint else 0, **noted)
        if checkpoint is not None and checkpoint[1]["step"] >= asked.max_steps:
            trainer._load_from_checkpoint(str(checkpoint[0]))  # all steps are done, and only the model was not saved
        else:
            trainer.train(resume_from_checkpoint=str(checkpoint[0]) if checkpoint else None)
        stopped = _end(trainer, callback, guard, run, base)
    history = processes.of_main(reward.books.history if run is None else run.history() if processes.is_main() else [])
    return TrainingResult(history, stopped, trainer.model, tokenizer, rule)


train.__signature__ = signature(train, TrainingSettings)  # type: ignore[attr-defined]


def _asked(
    model: Any, environments: Any, scheduler: Scheduler | str | None, own_dataset: Any, settings: Mapping[str, Any]
) -> TrainingSettings:
    """The settings that were asked for, with what is no text put in words; ValueError for what does not go together."""
    if isinstance(scheduler, Scheduler):
        if environments is not None:
            raise RequestError("give environments or a scheduler, which has its own, not both")
        environments = list(scheduler.environments)
    elif environments is None:
        environments = TrainingSettings.environments
    if isinstance(environments, (str, type)):
        environments = split_names(environments) if isinstance(environments, str) else [environments]
    own = own_dataset if isinstance(own_dataset, (str, Path, type(None))) else f"{type(own_dataset).__name__} in memory"
    asked = TrainingSettings.from_arguments(
        **{
            **settings,
            "model": absolute(model) if isinstance(model, str) else f"{type(model).__name__} in memory",
            "environments": [absolute(word.strip()) if isinstance(word, str) else word.name for word in environments],
            **(_words_of(scheduler) if isinstance(scheduler, Scheduler) else {"scheduler": scheduler}),
            "own_dataset": own and absolute(str(own)),
            "output_dir": None if (place := settings.get("output_dir")) is None else str(place),
        }
    )
    if "save_strategy" in asked.trl:
        raise RequestError("save_strategy follows from output_dir: leave it out")
    check_options(asked.trl)
    return asked


def _words_of(scheduler: Scheduler) -> dict[str, Any]:
    """A scheduler as settings say it; one of one's own by the name of its class alone."""
    word = next((word for word, kind in SCHEDULERS.items() if kind is type(scheduler)), None)
    if word is None:
        return {"scheduler": type(scheduler).__name__}
    options = scheduler.options()
    found = {name: float(Fraction(value)) if name == "tau_acc" else value for name, value in options.items()}
    if word == "static":
        found["static"] = (options["low"], options["high"])
    return {"scheduler": word, "choice": scheduler.choice, **{name: found[name] for name in OF_RULES if name in found}}


def _prepare(asked: TrainingSettings, model: Any, tokenizer: Any) -> None:
    """Find out what would fail before anything is loaded: packages, processes, memory, what does not go together."""
    need("torch", "transformers", "trl", "datasets", *([] if asked.output_dir is None else ["matplotlib"]))
    if asked.use_vllm:
        need_vllm()
    processes.start(**{name: asked.trl[name] for name in ("use_cpu", "ddp_timeout") if name in asked.trl})
    if asked.dtype is not None and {"bf16", "fp16"} & set(asked.trl):
        raise RequestError("dtype sets bf16 and fp16: give one or the other")
    mixed_precision(asked.dtype)
    if asked.load_in_4bit:
        check_4bit(asked.lora_r, asked.use_vllm)
        if not isinstance(model, str):
            raise RequestError("load_in_4bit is for a model that train loads: one in memory stays as it is")
    if asked.memory_check:
        check_fits(model, asked.as_dict())
    if isinstance(model, str):
        return
    if tokenizer is None:
        raise RequestError("a model in memory needs its tokenizer: train(model, ..., tokenizer=tokenizer)")
    adapted = any(".lora_" in name for name, _ in model.named_parameters())
    if asked.lora_r and adapted:
        raise RequestError(
            "the model carries an adapter already, which a second one would replace: train that one further (lora_r=0), merge it "
            "(model = model.merge_and_unload()), or load the model anew"
        )
    if not asked.lora_r and not any(parameter.requires_grad for parameter in model.parameters()):
        raise RequestError("no weight of the model is trainable: set requires_grad, or train adapters beside them (lora_r)")


def _resolved(asked: TrainingSettings, model: Any) -> TrainingSettings:
    """The settings with what is chosen by the model: learning rate, adapters, vLLM's lengths."""
    rank = asked.lora_r or 0
    small = model.num_parameters() < SMALL
    rate = asked.learning_rate
    if rate is None:
        rate = (1e-3 if small else 1e-5) if rank else (1.5e-4 if small else 1e-6)
    length = asked.vllm_max_model_length
    if asked.use_vllm:
        length = training_length(model, asked.max_completion_length, length)
    return replace(asked, lora_r=rank, learning_rate=rate, vllm_max_model_length=length)


def _stream(
    asked: TrainingSettings, rule: Scheduler, rows: Any, model: Any, tokenizer: Any
) -> tuple[ProblemStream, RewardFunction]:
    """The stream of problems, put as the model takes them, and the reward function that reads its answers."""
    prompting = asked.prompting()
    prompting.check_marks(tokenizer)
    opening = prompting.opening(tokenizer)
    prompting = replace(prompting, chat=prompting.is_chat(tokenizer))
    stream = ProblemStream(rule, prompting, own_dataset=rows, own_share=asked.own_share)
    length = asked.vllm_max_model_length or context_length(model.config)
    if length is not None:
        if length <= asked.max_completion_length:
            raise RequestError(
                f"max_completion_length={asked.max_completion_length} leaves no room for a prompt: the model was made for "
                f"{length} tokens in all"
            )
        stream.fits = fitting(tokenizer, length - asked.max_completion_length, asked.chat_template_kwargs)
    return stream, RewardFunction(stream, shaped=asked.shaped, opening=opening)


def _with_opening(own_reward: Callable[..., Any], opening: str) -> Callable[..., Any]:
    """The reward function for rows of one's own; ours has to know what the chat template has opened."""
    return update_wrapper(partial(same_answer, opening=opening), same_answer) if own_reward is same_answer else own_reward


def _trainer(
    asked: TrainingSettings,
    model: Any,
    tokenizer: Any,
    stream: ProblemStream,
    reward_functions: list[Any],
    run: RunFolder | None,
    output_dir: str,
    reporting: list[str],
    resume: bool,
    on_step: Callable[[dict[str, Any]], object] | None,
    stop_wanted: Callable[[], bool],
) -> tuple[Any, Any, Any]:
    """TRL's trainer with our callbacks: trainer, run callback, guards."""
    from accelerate.utils import set_seed
    from transformers import PrinterCallback
    from trl import GRPOTrainer

    from rlve.training.callback import RunCallback
    from rlve.training.guards import GuardCallback

    reward = reward_functions[0]
    config = grpo_config(
        **{
            "prompts_per_step": asked.prompts_per_step,
            "output_dir": output_dir,
            "warmup_steps": 5,
            "save_strategy": "no" if run is None else "steps",
            "save_total_limit": 2,
            "disable_tqdm": True,
            "report_to": reporting or "none",
            **dashboards.names(run),
            **mixed_precision(asked.dtype),
            **asked.for_trl(),
        }
    )
    before = None
    if run is not None and resume:
        before = processes.of_main(run.history() if processes.is_main() else [])
    ours = 1 - (0 if stream.own_dataset is None else asked.own_share)
    guard = GuardCallback(
        reward,
        run,
        action=asked.guards,
        rollouts=round(asked.prompts_per_step * asked.num_generations * ours),
        prompts=asked.prompts_per_step,
        before=before,
    )
    callback = RunCallback(reward, run, on_step=on_step, time_limit=asked.time_limit, stop_wanted=stop_wanted)
    trainer = GRPOTrainer(
        model=model,
        reward_funcs=reward_functions,
        args=config,
        train_dataset=stream.dataset(),
        processing_class=tokenizer,
        callbacks=[callback, guard],
        peft_config=lora_config(asked.lora_r, asked.lora_alpha) if asked.lora_r else None,
    )
    if asked.load_in_4bit:
        full_adapters(trainer.model)
    trainer.remove_callback(PrinterCallback)  # on_step and the logs tell what matters
    reward.end_tokens = frozenset(trainer.eos_token_ids)
    if asked.use_vllm:
        set_seed(config.seed, device_specific=True)  # vLLM has set the process's random state to one that knows no seed
    return trainer, callback, guard


def _go_on(trainer: Any, callback: Any, reward: RewardFunction, place: Path, state: dict[str, Any]) -> None:
    """Put stream, books and random state where a checkpoint left them."""
    reward.books.restore(state["stream"])
    wrote = state.get("processes", 1)
    if wrote != processes.count() and processes.is_main():
        log.warning(
            "%s was written by %d processes, and %d go on: the same problems follow, and other completions than theirs",
            place,
            wrote,
            processes.count(),
        )
    callback.restore_random_state = lambda: trainer._load_rng_state(str(place))
    dashboards.forget_later_steps(trainer, state["step"])


def _hold(held: ExitStack, run: RunFolder) -> None:
    """Hold the folder until the end; FileExistsError, in every process, where another run works on it."""
    taken = None
    if processes.is_main() and run.path.is_dir():
        try:
            held.enter_context(locked(run.path))
        except TakenError as error:
            taken = str(error)
    if (words := processes.of_main(taken)) is not None:
        raise TakenError(words)


def _source(environment: type[Environment]) -> dict[str, Any]:
    """What an environment is known by when a run goes on: its version, and the checksum of a file of one's own."""
    path = None if environment.room else getattr(sys.modules.get(environment.__module__), "__file__", None)
    known = path is not None and Path(path).is_file()
    return {"version": environment.version, "checksum": zlib.crc32(Path(path).read_bytes()) if known else None}


def _end(trainer: Any, callback: Any, guard: Any, run: RunFolder | None, base: str) -> str:
    """Why the training ended; the model is saved where it is worth it."""
    stopped = callback.stopped if guard.found is None else f"guard {guard.found.name}"
    if run is not None and not guard.spoilt:
        _save_model(trainer, run, base)
    if run is not None and guard.found is None and processes.is_main():
        run.note("stopped" if stopped != "finished" else "finished", step=trainer.state.global_step, why=stopped)
    return stopped


def _checkpoint(
    run: RunFolder | None, asked: TrainingSettings, config: dict[str, Any], resume: bool
) -> tuple[Path, dict[str, Any]] | None:
    """None for a new run, whose folder should be free; else the checkpoint to go on from, with the logs cut back to it."""
    if not resume:
        if run is not None:
            run.check_free()
        return None
    if run is None:
        raise RequestError("resume=True needs the output_dir of the run")
    before = run.resumable_config()
    other = TrainingSettings.from_dict(before["settings"]).changes(asked)
    other |= {
        name: (before[name], config[name]) for name in ("environments", "scheduler", "own_rows") if before[name] != config[name]
    }
    if other:
        words = "; ".join(f"{name} was {first!r} and is {now!r}" for name, (first, now) in other.items())
        raise RequestError(f"a run is resumed with the settings it began with: {words}")
    for name, source in config["sources"].items():
        if (then := (before.get("sources") or {}).get(name)) not in (None, source):
            log.warning("%s has changed since the run began (%s, now %s): its problems may be others", name, then, source)
    checkpoint = run.checkpoint()
    done = checkpoint[1]["step"] if checkpoint else 0
    if asked.max_steps <= done and run.model.is_dir():
        raise RequestError(f"the run in {run.path} has done {done} steps: to go on, ask for more than that (max_steps)")
    if checkpoint is None and run.is_finished_or_damaged():
        raise RequestError(
            f"the run in {run.path} has no sound checkpoint to go on from, and a start from nothing would overwrite its logs and "
            "model: begin a new run, in another folder"
        )
    processes.wait()  # all have read what the main process changes now
    if processes.is_main():
        if (now := {**before, **config}) != before:  # more steps, other guards
            write_json(run.path / "config.json", now)
        run.cut_back(done)
    processes.wait()  # before the others read what is left
    return checkpoint


@contextmanager
def _output_dir(run: RunFolder | None) -> Iterator[str]:
    if run is not None:
        yield str(run.checkpoints)
    else:
        with TemporaryDirectory() as folder:
            yield folder


@contextmanager
def _interrupts() -> Iterator[Callable[[], bool]]:
    """Tells whether Ctrl-C (or a polite kill) came; the second one breaks off. Only the main thread can know."""
    asked: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return

    def ask(number: int, frame: Any) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        if processes.is_main():
            print("\nfinishing this step, then saving; once more to break off at once", file=sys.stderr, flush=True)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _save_model(trainer: Any, run: RunFolder, base: str) -> None:
    """Save the model aside and rename it: a folder model/ is whole, whenever the process is killed."""
    new, old = run.path / "model.new", run.path / "model.old"
    if processes.is_main():
        for junk in (new, old):
            shutil.rmtree(junk, ignore_errors=True)
    processes.wait()
    trainer.save_model(str(new))
    processes.wait()
    if not processes.is_main():
        return
    adapter = new / "adapter_config.json"
    if adapter.is_file() and not base:
        log.warning("%s is an adapter of a model that was only in memory: save that too, `load` cannot find it", run.model)
    if adapter.is_file():  # so that `load` finds the base again on another machine
        data = json.loads(adapter.read_text("utf-8"))
        write_json(adapter, {**data, "base_model_name_or_path": base})
    if run.model.is_dir():
        run.model.rename(old)
    new.rename(run.model)
    shutil.rmtree(old, ignore_errors=True)
