"""Train a model by TRL's GRPOTrainer on a scheduler's problems, in a run folder that can be resumed."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial, update_wrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rlve.environment import Environment
from rlve.errors import RequestError
from rlve.models.loading import load
from rlve.models.machine import few_threads
from rlve.models.memory import full_adapters, mixed_precision
from rlve.models.vllm_settings import context_length, engines_shut_down, fitting
from rlve.runs import processes
from rlve.runs.folder import RunFolder
from rlve.schedulers import Scheduler
from rlve.settings import signature
from rlve.training import dashboards
from rlve.training.ending import finish, interrupts
from rlve.training.grpo import grpo_config, lora_config
from rlve.training.plan import plan
from rlve.training.request import check_request, gather_settings, resolved
from rlve.training.resuming import checkpoint_to_go_on_from, go_on, hold, source_of
from rlve.training.reward import OwnReward, RewardFunction, same_answer
from rlve.training.settings import TrainingSettings
from rlve.training.stream import ProblemStream, check_own_dataset, own_rows

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from datasets import Dataset
    from transformers import PreTrainedModel, PreTrainedTokenizerBase


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
    chosen = gather_settings(model, environments, scheduler, own_dataset, settings)
    check_request(chosen, model, tokenizer)
    rule = scheduler if isinstance(scheduler, Scheduler) else chosen.make_scheduler(environments)
    rows = own_rows(own_dataset) if isinstance(own_dataset, (str, Path)) else own_dataset
    if rows is not None:
        check_own_dataset(rows)
        if own_reward is same_answer and "answer" not in rows[0]:
            raise RequestError("the own dataset needs a column answer, or give own_reward")
    base = model if isinstance(model, str) else getattr(model, "name_or_path", "")  # what an adapter is to be loaded upon
    if isinstance(model, str):
        kept_in = "auto" if chosen.dtype is None or not chosen.lora_r else chosen.dtype
        model, loaded = load(model, dtype=kept_in, load_in_4bit=chosen.load_in_4bit)
        tokenizer = tokenizer or loaded
    chosen = resolved(chosen, model)
    if not chosen.lora_r:
        model.float()  # in half precision a small learning rate is lost to rounding; bf16=True still computes in it
    run = None if chosen.output_dir is None else RunFolder(chosen.output_dir)
    config = {  # as JSON has it, to be compared with what was read
        "settings": chosen.as_dict(),
        "environments": list(rule.environments),
        "scheduler": json.loads(json.dumps({"algorithm": type(rule).__name__, "choice": rule.choice, **rule.options()})),
        "own_rows": None if rows is None else len(rows),
        "sources": {name: source_of(kind) for name, kind in rule.environments.items()},
    }
    stream, reward = _stream(chosen, rule, rows, model, tokenizer)
    reward_functions: list[Any] = [reward] if rows is None else [reward, OwnReward(_with_opening(own_reward, reward.opening))]
    dashboards.check_dashboards(chosen.report_to, chosen.output_dir)
    with (
        ExitStack() as held,
        interrupts() as stop_wanted,
        dashboards.places(chosen.report_to, run) as noted,
        engines_shut_down() as trainers,
    ):
        held.enter_context(few_threads(model))
        output_dir = str(run.checkpoints) if run is not None else held.enter_context(TemporaryDirectory())
        if run is not None and resume:
            hold(held, run)
        checkpoint = checkpoint_to_go_on_from(run, chosen, config, resume)
        trainer, callback, guard = _trainer(
            chosen, model, tokenizer, stream, reward_functions, run, output_dir, resume, on_step, stop_wanted
        )
        trainers.append(trainer)
        if checkpoint is not None:
            go_on(trainer, callback, reward, *checkpoint)
        if on_plan is not None and processes.is_main():
            on_plan(plan(trainer, stream, chosen, run, checkpoint))
        processes.wait()
        if run is not None and not resume:  # only now: settings that do not fit leave no run behind
            if processes.is_main():
                run.start(config)
            hold(held, run)
        if run is not None and processes.is_main():
            run.note("resumed" if resume else "begun", step=checkpoint[1]["step"] if checkpoint else 0, **noted)
        if checkpoint is not None and checkpoint[1]["step"] >= chosen.max_steps:
            trainer._load_from_checkpoint(str(checkpoint[0]))  # all steps are done, and only the model was not saved
        else:
            trainer.train(resume_from_checkpoint=str(checkpoint[0]) if checkpoint else None)
        stopped = finish(trainer, callback, guard, run, base)
    history = processes.of_main(reward.books.history if run is None else run.history() if processes.is_main() else [])
    return TrainingResult(history, stopped, trainer.model, tokenizer, rule)


train.__signature__ = signature(train, TrainingSettings)  # type: ignore[attr-defined]


def _stream(
    chosen: TrainingSettings, rule: Scheduler, rows: Any, model: Any, tokenizer: Any
) -> tuple[ProblemStream, RewardFunction]:
    """The stream of problems, put as the model takes them, and the reward function that reads its answers."""
    prompting = chosen.prompting()
    prompting.check_marks(tokenizer)
    opening = prompting.opening(tokenizer)
    prompting = replace(prompting, chat=prompting.is_chat(tokenizer))
    stream = ProblemStream(rule, prompting, own_dataset=rows, own_share=chosen.own_share)
    length = chosen.vllm_max_model_length or context_length(model.config)
    if length is not None:
        if length <= chosen.max_completion_length:
            raise RequestError(
                f"max_completion_length={chosen.max_completion_length} leaves no room for a prompt: the model was made for "
                f"{length} tokens in all"
            )
        stream.fits = fitting(tokenizer, length - chosen.max_completion_length, chosen.chat_template_kwargs)
    return stream, RewardFunction(stream, shaped=chosen.shaped, opening=opening)


def _with_opening(own_reward: Callable[..., Any], opening: str) -> Callable[..., Any]:
    """The reward function for rows of one's own; ours has to know what the chat template has opened."""
    return update_wrapper(partial(same_answer, opening=opening), same_answer) if own_reward is same_answer else own_reward


def _trainer(
    chosen: TrainingSettings,
    model: Any,
    tokenizer: Any,
    stream: ProblemStream,
    reward_functions: list[Any],
    run: RunFolder | None,
    output_dir: str,
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
            "prompts_per_step": chosen.prompts_per_step,
            "output_dir": output_dir,
            "warmup_steps": 5,
            "save_strategy": "no" if run is None else "steps",
            "save_total_limit": 2,
            "disable_tqdm": True,
            "report_to": list(chosen.report_to) or "none",
            "project": os.environ.get("TRACKIO_PROJECT", "rlve"),
            "run_name": None if run is None else run.path.resolve().name,  # in a dashboard
            **mixed_precision(chosen.dtype),
            **chosen.for_trl(),
        }
    )
    before = None
    if run is not None and resume:
        before = processes.of_main(run.history() if processes.is_main() else [])
    ours = 1 - (0 if stream.own_dataset is None else chosen.own_share)
    guard = GuardCallback(
        reward,
        run,
        action=chosen.guards,
        rollouts=round(chosen.prompts_per_step * chosen.num_generations * ours),
        prompts=chosen.prompts_per_step,
        before=before,
    )
    callback = RunCallback(reward, run, on_step=on_step, time_limit=chosen.time_limit, stop_wanted=stop_wanted)
    trainer = GRPOTrainer(
        model=model,
        reward_funcs=reward_functions,
        args=config,
        train_dataset=stream.dataset(),
        processing_class=tokenizer,
        callbacks=[callback, guard],
        peft_config=lora_config(chosen.lora_r, chosen.lora_alpha) if chosen.lora_r else None,
    )
    if chosen.load_in_4bit:
        full_adapters(trainer.model)
    trainer.remove_callback(PrinterCallback)  # on_step and the logs tell what matters
    reward.end_tokens = frozenset(trainer.eos_token_ids)
    if chosen.use_vllm:
        set_seed(config.seed, device_specific=True)  # vLLM has set the process's random state to one that knows no seed
    return trainer, callback, guard
