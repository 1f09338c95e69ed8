"""Train a model by TRL's GRPOTrainer on a scheduler's problems, in a run folder that can be resumed."""

from __future__ import annotations

import json
import logging
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, update_wrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rlve.environment import Environment
from rlve.extras import need
from rlve.models.chat import Prompting
from rlve.models.fitting import NAMES, full_adapters, precision
from rlve.models.fitting import check as check_memory
from rlve.models.loading import load
from rlve.models.vllm_settings import fitting, need_vllm, tidied, training_options
from rlve.runs import processes
from rlve.runs.files import write_json
from rlve.runs.folder import RunFolder
from rlve.schedulers import DEFAULT, Scheduler, scheduler_named
from rlve.training.grpo import check_options, grpo_config, lora_config
from rlve.training.plan import plan
from rlve.training.reward import OwnReward, RewardFunction, same_answer
from rlve.training.stream import ProblemStream

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from datasets import Dataset
    from transformers import PreTrainedModel, PreTrainedTokenizerBase


SMALL = 10_000_000  # parameters of a model that learns at higher rates
OURS = {"output_dir", "save_strategy", "save_steps"}


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
    steps: int = 280,
    prompts_per_step: int = 16,
    rollouts_per_prompt: int = 8,
    completion_length: int = 48,
    rollouts_at_once: int | None = None,
    learning_rate: float | None = None,
    lora_rank: int | None = None,
    shaped: bool = True,
    style: str = "answer",
    chat: bool | None = None,
    system_prompt: str | None = None,
    seed: int = 0,
    own_dataset: Dataset | Sequence[Mapping[str, Any]] | None = None,
    own_reward: Callable[..., Sequence[float | None]] = same_answer,
    own_share: float = 0.2,
    folder: str | Path | None = None,
    save_every: int = 50,
    resume: bool = False,
    vllm: bool = False,
    dtype: str | None = None,
    load_in_4bit: bool = False,
    memory_check: bool = True,
    time_limit: float | None = None,
    guards: str = "stop",
    report_to: str | Sequence[str] | None = None,
    command: Mapping[str, Any] | None = None,
    on_plan: Callable[[str], object] | None = None,
    on_step: Callable[[dict[str, Any]], object] | None = None,
    **options: Any,
) -> TrainingResult:
    """Train a model by GRPO on problems whose difficulty a scheduler sets.

    model: "tiny", a folder, a hub id, or a model in memory with its `tokenizer`; the latter is trained in place.
    environments: as `rlve.resolve` takes them, default the collection STARTER. scheduler: the rule that sets the levels, by
    name ("proportional", the default for small budgets; "paper"; "static" ...), or one with environments of its own;
    docs/schedulers.md compares them. prompts_per_step x rollouts_per_prompt completions, of at most completion_length
    tokens, make one policy update. rollouts_at_once: in one forward and backward pass; it divides their number.
    learning_rate: falls linearly to zero after 5 steps of rise; default 1.5e-4 below ten million parameters (1e-3 with
    LoRA), 1e-6 above (1e-5 with LoRA). lora_rank: train adapters of that rank instead of all weights. shaped: partial
    rewards; else 1 for right and 0 for wrong.

    style: how answers are marked, "answer" or "boxed". chat: problems as chat messages or as plain text, None as the
    tokenizer is made; system_prompt comes before them, and TRL's option chat_template_kwargs goes to the template
    (docs/chat.md). Thoughts in <think> ... </think> are never read as the answer.

    own_dataset: rows mixed in as `own_share` of the prompts, judged by `own_reward`, a reward function as TRL takes them
    that is called with these rows only; by default their column `answer` is compared with the final answer.

    Several processes, one a GPU, share the rollouts of each step if torchrun starts them (docs/processes.md); the main one
    writes the folder and calls on_plan and on_step.

    vllm: have vLLM write the completions, in the same process (docs/vllm.md); TRL's options vllm_gpu_memory_utilization,
    vllm_max_model_length and vllm_enable_sleep_mode go with it. Problems whose prompt does not fit are skipped.

    dtype: what is computed in, "bf16", "fp16" or "fp32", and what the weights beside adapters are kept in; None as the weights
    were saved, computing in bf16 where the GPU can. load_in_4bit: those weights in 4 bits, with lora_rank only. TRL's option
    gradient_checkpointing takes less memory and more time. memory_check: on a GPU, refuse before the weights are loaded what
    by calculation cannot fit (docs/gpus.md).

    folder: where the run is kept (`RunFolder`); None keeps nothing. save_every: steps between checkpoints. resume: go on
    from the newest complete checkpoint of the folder, with the same settings; logs of later steps are dropped. More steps
    are allowed, and the learning rate then goes on as the schedule of the new number has it. time_limit: in seconds, after
    which the run saves and stops. The first Ctrl-C finishes the step, saves and stops, the second breaks off. command: kept
    in config.json as it is.

    guards: "stop" ends a run that would be worth nothing from there on (not a number, degenerate text, no informative group
    for many steps, answers that lost their form by a resume) and warns of what else looks wrong; "warn" only warns; "off"
    does not look. report_to: "tensorboard" (RUN/tensorboard), "wandb" and "trackio", some of them, or None.

    on_plan: called once before the first step with words on what will be done and about how long it takes, measured by
    one step that is thrown away. on_step: called with the record of each step (docs/metrics.md). options: TRL's own.
    Raises ValueError for settings that do not fit, FileExistsError for a folder with a run, FileNotFoundError for none.
    """
    need("torch", "transformers", "trl", "datasets", *([] if folder is None else ["matplotlib"]))
    if vllm:
        need_vllm()
    processes.start(**{name: options[name] for name in ("use_cpu", "ddp_timeout") if name in options})
    from accelerate.utils import set_seed
    from transformers import PrinterCallback
    from trl import GRPOTrainer

    from rlve.training import dashboards
    from rlve.training.callback import RunCallback
    from rlve.training.guards import GuardCallback, check_guards

    check_guards(guards)
    check_options(options)
    if type(save_every) is not int or save_every < 1:
        raise ValueError(f"save_every should be an integer >= 1, got {save_every!r}")
    if not isinstance(system_prompt, str | None):
        raise ValueError(f"system_prompt should be a text, got {system_prompt!r}")
    reporting = dashboards.dashboards(report_to, folder)
    if isinstance(scheduler, Scheduler) and environments is not None:
        raise ValueError("give environments or a scheduler, which has its own, not both")
    if not isinstance(scheduler, Scheduler):
        scheduler = scheduler_named(scheduler or DEFAULT, "STARTER" if environments is None else environments, seed=seed)
    if own_dataset is not None and own_reward is same_answer and "answer" not in own_dataset[0]:
        raise ValueError("the own dataset needs a column answer, or give own_reward")
    if taken := OURS & set(options):
        raise ValueError(f"{', '.join(sorted(taken))}: train sets this by folder and save_every")
    name = model if isinstance(model, str) else f"{type(model).__name__} in memory"
    base = model if isinstance(model, str) else getattr(model, "name_or_path", "")  # what an adapter is to be loaded upon
    options = precision(dtype, load_in_4bit, lora_rank, vllm, options)
    if memory_check:
        check_memory(
            model,
            prompts_per_step=prompts_per_step,
            rollouts_per_prompt=rollouts_per_prompt,
            completion_length=completion_length,
            rollouts_at_once=rollouts_at_once,
            lora_rank=lora_rank,
            dtype=dtype,
            load_in_4bit=load_in_4bit,
            vllm=vllm,
            options=options,
        )
    if load_in_4bit and not isinstance(model, str):
        raise ValueError("load_in_4bit is for a model that train loads: one in memory stays as it is")
    if isinstance(model, str):
        kept_in = "auto" if dtype is None or lora_rank is None else NAMES[dtype]
        model, loaded = load(model, dtype=kept_in, load_in_4bit=load_in_4bit)
        tokenizer = tokenizer or loaded
    elif tokenizer is None:
        raise ValueError("a model in memory needs its tokenizer: train(model, ..., tokenizer=tokenizer)")
    if learning_rate is None:
        small = model.num_parameters() < SMALL
        learning_rate = (1.5e-4 if small else 1e-6) if lora_rank is None else (1e-3 if small else 1e-5)
    if vllm:
        options = training_options(model, completion_length, options)
    elif options.get("use_vllm"):
        raise ValueError("vllm=True says that vLLM writes the completions: leave use_vllm out")
    settings = {
        "model": name,
        "environments": list(scheduler.environments),
        "scheduler": {"algorithm": type(scheduler).__name__, "choice": scheduler.choice, **scheduler.options()},
        "steps": steps,
        "prompts_per_step": prompts_per_step,
        "rollouts_per_prompt": rollouts_per_prompt,
        "completion_length": completion_length,
        "rollouts_at_once": rollouts_at_once,
        "learning_rate": learning_rate,
        "lora_rank": lora_rank,
        "dtype": dtype,
        "load_in_4bit": load_in_4bit or None,  # as in runs that were begun before there was such a thing
        "shaped": shaped,
        "style": style,
        "chat": chat,
        "system_prompt": system_prompt,
        "seed": seed,
        "own_share": None if own_dataset is None else own_share,
        "own_rows": None if own_dataset is None else len(own_dataset),
        "save_every": save_every,
        "options": {
            name: value if isinstance(value, (int, float, str, bool)) else repr(value) for name, value in options.items()
        },
    }
    prompting = Prompting(chat=chat, system_prompt=system_prompt, chat_template_kwargs=options.get("chat_template_kwargs") or {})
    opening = prompting.opening(tokenizer)
    run = None if folder is None else RunFolder(folder)
    kept = {"settings": settings, "command": command}
    checkpoint = _checkpoint(run, kept, resume)
    if lora_rank is None:
        model.float()  # in half precision a small learning rate is lost to rounding; bf16=True still computes in it
    stream = ProblemStream(
        scheduler,
        style,
        conversational=prompting.is_chat(tokenizer),
        system_prompt=system_prompt,
        own_dataset=own_dataset,
        own_share=own_share,
    )
    reward = RewardFunction(stream, shaped=shaped, opening=opening)
    if own_reward is same_answer:
        own_reward = update_wrapper(partial(same_answer, opening=opening), same_answer)
    if vllm:
        room = options["vllm_max_model_length"] - completion_length
        stream.fits = fitting(tokenizer, room, options.get("chat_template_kwargs"))
    with (
        _output_dir(run) as output_dir,
        _interrupts() as stop_wanted,
        dashboards.places(reporting, run) as noted,
        tidied() as trainers,
    ):
        config = grpo_config(
            prompts_per_step=prompts_per_step,
            rollouts_per_prompt=rollouts_per_prompt,
            completion_length=completion_length,
            learning_rate=learning_rate,
            steps=steps,
            rollouts_at_once=rollouts_at_once,
            output_dir=output_dir,
            **{
                "seed": seed,
                "warmup_steps": 5,
                "save_strategy": "no" if run is None else "steps",
                "save_steps": save_every,
                "save_total_limit": 2,
                "disable_tqdm": True,
                "report_to": reporting or "none",
                **dashboards.names(run),
                **options,
            },
        )
        before = None
        if run is not None and resume:
            before = processes.of_main(run.history() if processes.is_main() else [])
        guard = GuardCallback(
            reward,
            run,
            action=guards,
            rollouts=round(prompts_per_step * rollouts_per_prompt * (1 if own_dataset is None else 1 - own_share)),
            prompts=prompts_per_step,
            before=before,
        )
        callback = RunCallback(reward, run, on_step=on_step, time_limit=time_limit, stop_wanted=stop_wanted)
        trainer = GRPOTrainer(
            model=model,
            reward_funcs=reward if own_dataset is None else [reward, OwnReward(own_reward)],
            args=config,
            train_dataset=stream.dataset(),
            processing_class=tokenizer,
            callbacks=[callback, guard],
            peft_config=None if lora_rank is None else lora_config(lora_rank),
        )
        if load_in_4bit:
            full_adapters(trainer.model)
        trainers.append(trainer)
        trainer.remove_callback(PrinterCallback)  # on_step and the logs tell what matters
        reward.end_tokens = frozenset(trainer.eos_token_ids)
        if vllm:
            set_seed(config.seed, device_specific=True)  # vLLM has set the process's random state to one that knows no seed
        if checkpoint is not None:
            stream.load_state_dict(checkpoint[1]["stream"])
            wrote = checkpoint[1].get("processes", 1)
            if wrote != processes.count() and processes.is_main():
                log.warning(
                    "%s was written by %d processes, and %d go on: the same problems follow, and other completions than theirs",
                    checkpoint[0],
                    wrote,
                    processes.count(),
                )
            callback.restore_random_state = lambda: trainer._load_rng_state(str(checkpoint[0]))
            dashboards.forget_later_steps(trainer, checkpoint[1]["step"])
        if on_plan is not None and processes.is_main():
            on_plan(plan(name, trainer, stream, settings, run, checkpoint))
        processes.wait()
        if run is not None and not resume and processes.is_main():  # only now: settings that do not fit leave no run behind
            run.start(kept)
        if run is not None and processes.is_main():
            run.note("resumed" if resume else "begun", step=checkpoint[1]["step"] if checkpoint else 0, **noted)
        trainer.train(resume_from_checkpoint=str(checkpoint[0]) if checkpoint else None)
    stopped = callback.stopped if guard.found is None else f"guard {guard.found.name}"
    if run is not None and not guard.spoilt:
        _save_model(trainer, run, base)
    if run is not None and guard.found is None and processes.is_main():
        run.note("stopped" if stopped != "finished" else "finished", step=trainer.state.global_step, why=stopped)
    history = processes.of_main(reward.history if run is None else run.history() if processes.is_main() else [])
    return TrainingResult(history, stopped, trainer.model, tokenizer, scheduler)


def _checkpoint(run: RunFolder | None, config: dict[str, Any], resume: bool) -> tuple[Path, dict[str, Any]] | None:
    """None for a new run, whose folder should be free; else the checkpoint to go on from, with the logs cut back to it."""
    if not resume:
        if run is not None:
            run.check_free()
        return None
    if run is None:
        raise ValueError("resume=True needs the folder of the run")
    before, settings = run.config()["settings"], config["settings"]
    other = [key for key in settings if key != "steps" and settings[key] != before.get(key)]
    if other:
        words = "; ".join(f"{key} was {before.get(key)!r} and is {settings[key]!r}" for key in other)
        raise ValueError(f"a run is resumed with the settings it began with: {words}")
    checkpoint = run.checkpoint()
    done = checkpoint[1]["step"] if checkpoint else 0
    if settings["steps"] <= done:
        raise ValueError(f"the run in {run.path} has done {done} steps: to go on, ask for more than that")
    processes.wait()  # all have read what the main process changes now
    if processes.is_main():
        now = {**run.config(), **{key: value for key, value in config.items() if value is not None}}
        if now != run.config():  # more steps, other guards
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
    trainer.save_model(str(run.model))
    adapter = run.model / "adapter_config.json"
    if not processes.is_main():
        return
    if adapter.is_file() and not base:
        log.warning("%s is an adapter of a model that was only in memory: save that too, `load` cannot find it", run.model)
    if adapter.is_file():  # so that `load` finds the base again on another machine
        data = json.loads(adapter.read_text("utf-8"))
        write_json(adapter, {**data, "base_model_name_or_path": base})
