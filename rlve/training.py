"""The bridge to TRL: a problem stream, a reward function and a configuration that fit `trl.GRPOTrainer` unchanged.

scheduler = AdaptiveScheduler("integer_sorting")
trainer = GRPOTrainer(
    model,
    RewardFunction(scheduler),
    args=grpo_config(prompts_per_step=16, rollouts_per_prompt=8, completion_length=64, learning_rate=1e-4, steps=100),
    train_dataset=problem_dataset(scheduler),
    processing_class=tokenizer,
)
trainer.train()
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rlve.environment import Task
from rlve.extraction import check_style
from rlve.models import need
from rlve.registry import problem
from rlve.schedulers import Outcome, Scheduler
from rlve.verdict import Verdict

if TYPE_CHECKING:
    from datasets import IterableDataset
    from transformers import PreTrainedModel, PreTrainedTokenizerBase
    from trl import GRPOConfig

log = logging.getLogger(__name__)

FAULTS_IN_A_ROW = 100  # problems that cannot be drawn, one after the other, before the stream gives up


def problem_stream(scheduler: Scheduler, style: str = "answer", *, conversational: bool = False) -> Iterator[dict[str, Any]]:
    """Endless rows {prompt, environment, level, seed}, each drawn when it is asked for, so at the levels of that moment.

    style: where the prompt asks for the answer, "answer" or "boxed". conversational: the prompt as one user message.
    A task whose environment raises is skipped and counted in a warning that names the environment; after FAULTS_IN_A_ROW
    of them without a problem in between, RuntimeError.
    """
    check_style(style)
    faults: Counter[str] = Counter()
    in_a_row = 0
    while True:
        task = scheduler.draw()
        try:
            prompt = problem(*task).prompt(style)
        except Exception as error:
            in_a_row += 1
            _count_fault(faults, task, 1, f"problem skipped: {error!r}")
            if in_a_row >= FAULTS_IN_A_ROW:
                counts = ", ".join(f"{name} {count}" for name, count in faults.most_common())
                raise RuntimeError(f"{in_a_row} problems in a row could not be drawn; faults by environment: {counts}") from error
            continue
        in_a_row = 0
        yield {"prompt": [{"role": "user", "content": prompt}] if conversational else prompt, **task._asdict()}


def problem_dataset(scheduler: Scheduler, style: str = "answer", *, conversational: bool = False) -> IterableDataset:
    """`problem_stream` as the dataset a trainer takes. The trainer reads one batch ahead of its rewards."""
    need("datasets")
    from datasets import Features, IterableDataset, List, Value

    text = Value("string")
    prompt = List({"role": text, "content": text}) if conversational else text
    return IterableDataset.from_generator(
        problem_stream,
        gen_kwargs={"scheduler": scheduler, "style": style, "conversational": conversational},
        features=Features({"prompt": prompt, "environment": text, "level": Value("int64"), "seed": Value("int64")}),
    )


class RewardFunction:
    """Judges completions, tells the scheduler, and keeps a history; a reward function as TRL calls it.

    scheduler: updated once per call with all its outcomes; None only judges. With `grpo_config` a call is one policy
    update. shaped: partial rewards in [-1, 1]; else 1 for a right answer and 0 for any other. on_outcomes: called with
    the outcomes of each call. end_tokens: token ids that end a completion; given, those without one count as truncated.

    `history` has a dict per call: step; effective_prompt_ratio, the share of prompts whose rewards are not all equal;
    reward, mean over the rollouts that have one; accuracy, share of right answers among those judged; faults and
    truncated, numbers of rollouts; levels, environment -> (lowest, highest) after the update. `faults` counts by environment.
    """

    __name__ = "rlve"  # TRL logs rewards under this name

    def __init__(
        self,
        scheduler: Scheduler | None = None,
        *,
        shaped: bool = True,
        on_outcomes: Callable[[list[Outcome]], object] | None = None,
        end_tokens: Collection[int] = (),
    ) -> None:
        self.scheduler = scheduler
        self.shaped = shaped
        self.on_outcomes = on_outcomes
        self.end_tokens = frozenset(end_tokens)
        self.history: list[dict[str, Any]] = []
        self.faults: Counter[str] = Counter()

    def __call__(
        self,
        *,
        completions: Sequence[str] | Sequence[Sequence[Mapping[str, Any]]],
        environment: Sequence[str],
        level: Sequence[int],
        seed: Sequence[int],
        completion_ids: Sequence[Sequence[int]] | None = None,
        trainer_state: Any = None,
        log_metric: Callable[[str, float], None] | None = None,
        **other_columns: Any,
    ) -> list[float | None]:
        """A reward per completion, None for a fault. The columns are those of `problem_stream`."""
        groups: dict[Task, list[int]] = {}
        for row, names in enumerate(zip(environment, level, seed, strict=True)):
            groups.setdefault(Task(*names), []).append(row)
        by_row: dict[int, Outcome] = {}
        informative = 0
        for task, rows in groups.items():
            verdicts = self._judge(task, [_text(completions[row]) for row in rows])
            for row, verdict in zip(rows, verdicts, strict=True):
                cut = self._truncated(completion_ids[row]) if completion_ids is not None else False
                by_row[row] = Outcome(task, verdict.correct, self._reward(verdict), verdict.status, cut)
            informative += len({by_row[row].reward for row in rows} - {None}) > 1
        outcomes = [by_row[row] for row in range(len(completions))]
        self._report(outcomes)
        record = self._record(outcomes, informative / max(1, len(groups)), trainer_state)
        if log_metric is not None:
            for name in ("effective_prompt_ratio", "accuracy", "level"):
                if name in record:
                    log_metric(name, record[name])
        return [outcome.reward for outcome in outcomes]

    def _judge(self, task: Task, texts: list[str]) -> list[Verdict]:
        try:
            judged = problem(*task)
            verdicts = [judged.verify(text) for text in texts]
        except Exception as error:
            verdicts = [Verdict("fault", None, repr(error))] * len(texts)
        reasons = [verdict.reason for verdict in verdicts if verdict.status == "fault"]
        if reasons:
            _count_fault(self.faults, task, len(reasons), f"no reward given: {reasons[0]}")
        return verdicts

    def _reward(self, verdict: Verdict) -> float | None:
        return verdict.reward if self.shaped or verdict.reward is None else float(verdict.status == "correct")

    def _truncated(self, tokens: Sequence[int]) -> bool:
        return bool(self.end_tokens) and (not tokens or int(tokens[-1]) not in self.end_tokens)

    def _report(self, outcomes: list[Outcome]) -> None:
        if self.scheduler is not None:
            self.scheduler.update(outcomes)
        if self.on_outcomes is not None:
            self.on_outcomes(outcomes)

    def _record(self, outcomes: list[Outcome], effective_prompt_ratio: float, trainer_state: Any) -> dict[str, Any]:
        record: dict[str, Any] = {
            "step": getattr(trainer_state, "global_step", len(self.history)) + 1,
            "effective_prompt_ratio": effective_prompt_ratio,
            "faults": sum(outcome.correct is None for outcome in outcomes),
            "truncated": sum(outcome.truncated for outcome in outcomes),
        }
        rewards = [outcome.reward for outcome in outcomes if outcome.reward is not None]
        judged = [outcome.correct for outcome in outcomes if outcome.correct is not None]
        if judged:
            record["reward"] = sum(rewards) / len(rewards)
            record["accuracy"] = sum(judged) / len(judged)
        if self.scheduler is not None:
            record["levels"] = self.scheduler.levels()
            record["level"] = sum(high for _, high in record["levels"].values()) / len(record["levels"])
        self.history.append(record)
        return record


def _count_fault(faults: Counter[str], task: Task, number: int, what: str) -> None:
    before = faults[task.environment]
    faults[task.environment] += number
    # At 1, 2, 4, 8 ... faults: a broken environment is named loudly and does not bury the log.
    if before.bit_length() < faults[task.environment].bit_length():
        log.warning("%d faults of %s; at %s %s", faults[task.environment], task.environment, task, what)


def _text(completion: str | Sequence[Mapping[str, Any]]) -> str:
    """The text of a completion; of a conversation, that of its last message."""
    if isinstance(completion, str):
        return completion
    content = completion[-1].get("content") if completion else None
    return content if isinstance(content, str) else "".join(part.get("text") or "" for part in content or ())


def grpo_config(
    *,
    prompts_per_step: int,
    rollouts_per_prompt: int,
    completion_length: int,
    learning_rate: float,
    steps: int,
    rollouts_at_once: int | None = None,
    output_dir: str = "runs/rlve",
    **options: Any,
) -> GRPOConfig:
    """TRL's configuration from numbers a person understands; `options` are TRL's own and win.

    prompts_per_step x rollouts_per_prompt completions make one policy update. completion_length: in tokens.
    rollouts_at_once: completions in one forward and backward pass, to fit the memory; it divides their number; default all.
    Raises ValueError for numbers that do not fit together.
    """
    for name, value, least in (
        ("prompts_per_step", prompts_per_step, 1),
        ("rollouts_per_prompt", rollouts_per_prompt, 2),
        ("completion_length", completion_length, 1),
        ("steps", steps, 1),
    ):
        if type(value) is not int or value < least:
            why = ": rewards are compared within a prompt's rollouts" if name == "rollouts_per_prompt" else ""
            raise ValueError(f"{name} should be an integer >= {least}, got {value!r}{why}")
    rollouts = prompts_per_step * rollouts_per_prompt
    at_once = rollouts if rollouts_at_once is None else rollouts_at_once
    if type(at_once) is not int or at_once < 1 or rollouts % at_once:
        fits = [size for size in range(1, rollouts + 1) if rollouts % size == 0]
        raise ValueError(
            f"rollouts_at_once={at_once!r} should divide the {rollouts} rollouts of a step "
            f"({prompts_per_step} prompts x {rollouts_per_prompt}): one of {', '.join(map(str, fits))}"
        )
    if options.get("shuffle_dataset"):
        raise ValueError("shuffle_dataset=True would bring the curriculum a thousand problems late: leave it out")
    if options.get("num_iterations", 1) != 1:
        raise ValueError("num_iterations should be 1: the scheduler takes each reward call for one policy update")
    need("trl")
    import torch
    from trl import GRPOConfig

    settings: dict[str, Any] = {
        "output_dir": output_dir,
        "max_steps": steps,
        "learning_rate": learning_rate,
        "num_generations": rollouts_per_prompt,
        "max_completion_length": completion_length,
        "per_device_train_batch_size": at_once,
        "gradient_accumulation_steps": rollouts // at_once,
        "steps_per_generation": rollouts // at_once,
        "shuffle_dataset": False,  # a buffer of 1,000 rows: the curriculum would come late
        "ignore_data_skip": True,  # a live stream cannot be replayed
        "remove_unused_columns": False,
        "use_cpu": not torch.cuda.is_available(),
        "bf16": torch.cuda.is_available() and torch.cuda.is_bf16_supported(including_emulation=False),
        "gradient_checkpointing": False,
        "logging_steps": 1,
        "report_to": "none",
        "save_strategy": "no",
        "beta": 0.0,
        "temperature": 1.0,
        "adam_beta2": 0.98,
        "max_grad_norm": 1.0,
    }
    return GRPOConfig(**{**settings, **options})


def train(
    model: PreTrainedModel | str,
    scheduler: Scheduler,
    config: GRPOConfig,
    *,
    tokenizer: PreTrainedTokenizerBase | None = None,
    style: str = "answer",
    shaped: bool = True,
    on_step: Callable[[dict[str, Any]], object] | None = None,
) -> list[dict[str, Any]]:
    """Train `model` in place by GRPO on the scheduler's problems; returns the history that RewardFunction describes.

    model: a model or what TRL loads by name or path. tokenizer: the model's own by default. on_step: called with the
    newest entry of the history after each step's rewards.
    """
    need("torch", "transformers", "trl", "datasets")
    from transformers import PrinterCallback
    from trl import GRPOTrainer

    if config.world_size > 1:
        raise NotImplementedError("several processes would feed several schedulers: run one process for now")
    reward = RewardFunction(scheduler, shaped=shaped)
    chat = tokenizer is not None and bool(tokenizer.chat_template)
    trainer = GRPOTrainer(
        model=model,
        reward_funcs=reward,
        args=config,
        train_dataset=problem_dataset(scheduler, style, conversational=chat),
        processing_class=tokenizer,
        callbacks=[_step_callback(reward, on_step)] if on_step else None,
    )
    if on_step:
        trainer.remove_callback(PrinterCallback)  # on_step tells what matters; TRL's log_history keeps the rest
    reward.end_tokens = frozenset(trainer.eos_token_ids)
    trainer.train()
    return reward.history


def _step_callback(reward: RewardFunction, on_step: Callable[[dict[str, Any]], object]) -> Any:
    from transformers import TrainerCallback

    class AfterStep(TrainerCallback):
        def on_step_end(self, args: Any, state: Any, control: Any, **rest: Any) -> None:
            on_step(reward.history[-1])

    return AfterStep()
