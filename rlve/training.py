"""The bridge to TRL: a problem stream, a reward function, a callback and a configuration that fit `trl.GRPOTrainer`
unchanged; and `train`, which puts them together and keeps a run folder that can be resumed.

stream = ProblemStream(AdaptiveScheduler("STARTER"))
reward = RewardFunction(stream)
trainer = GRPOTrainer(
    model,
    reward,
    args=grpo_config(prompts_per_step=16, rollouts_per_prompt=8, completion_length=48, learning_rate=1.5e-4, steps=280),
    train_dataset=stream.dataset(),
    processing_class=tokenizer,
    callbacks=[RunCallback(reward)],
)
trainer.train()
"""

from __future__ import annotations

import json
import logging
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rlve.environment import EVALUATION_SEED, Environment
from rlve.models import load, need
from rlve.registry import problem
from rlve.reward import OwnReward, RewardFunction, same_answer
from rlve.runs import RunFolder, write_json
from rlve.schedulers import DEFAULT, Scheduler, scheduler_named
from rlve.stream import ProblemStream, problem_dataset

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from datasets import Dataset
    from peft import LoraConfig
    from transformers import PreTrainedModel, PreTrainedTokenizerBase
    from trl import GRPOConfig

__all__ = [
    "ProblemStream",
    "RewardFunction",
    "TrainingResult",
    "grpo_config",
    "lora_config",
    "problem_dataset",
    "same_answer",
    "train",
]


SMALL = 10_000_000  # parameters of a model that learns at higher rates
OURS = {"output_dir", "save_strategy", "save_steps"}
FOLLOWS = {
    "max_steps": "steps",
    "max_completion_length": "completion_length",
    "num_generations": "rollouts_per_prompt",
    "per_device_train_batch_size": "rollouts_at_once",
    "gradient_accumulation_steps": "prompts_per_step, rollouts_per_prompt and rollouts_at_once",
    "steps_per_generation": "prompts_per_step, rollouts_per_prompt and rollouts_at_once",
    "generation_batch_size": "prompts_per_step and rollouts_per_prompt",
}
"""TRL's numbers that are worked out from ours, so that one generation makes one policy update."""
FIXED = {
    "shuffle_dataset": (False, "a buffer of 1,000 rows would bring the curriculum a thousand problems late"),
    "num_iterations": (1, "the scheduler takes each reward call for one policy update"),
    "ignore_data_skip": (True, "a live stream cannot be replayed; its own state resumes it"),
    "eval_strategy": ("no", "rewards of an evaluation would move the levels; use rlve.evaluation.evaluate"),
    "dataloader_num_workers": (0, "a worker would draw from a copy of the scheduler that learns nothing"),
}


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
    for name, numbers in FOLLOWS.items():
        if name in options:
            raise ValueError(f"{name} follows from {numbers}: leave it out")
    for name, (value, reason) in FIXED.items():
        if options.get(name, value) != value:
            raise ValueError(f"{name} should be {value!r}: {reason}")
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
        **{name: value for name, (value, _) in FIXED.items()},
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


def lora_config(rank: int) -> LoraConfig:
    """PEFT's configuration for low-rank adapters of that rank on all linear layers, scaled by two."""
    if type(rank) is not int or rank < 1:
        raise ValueError(f"lora_rank should be an integer >= 1, got {rank!r}")
    need("peft")
    from peft import LoraConfig

    return LoraConfig(r=rank, lora_alpha=2 * rank, target_modules="all-linear", task_type="CAUSAL_LM")


@dataclass(frozen=True)
class TrainingResult:
    """What `train` gives back.

    history: the record of each step of the run, those before a resume included where a folder kept them.
    stopped: "finished", "time limit" or "interrupted". model, tokenizer: the trained model, on its device.
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
    seed: int = 0,
    own_dataset: Dataset | Sequence[Mapping[str, Any]] | None = None,
    own_reward: Callable[..., Sequence[float | None]] = same_answer,
    own_share: float = 0.2,
    folder: str | Path | None = None,
    save_every: int = 50,
    resume: bool = False,
    time_limit: float | None = None,
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

    own_dataset: rows mixed in as `own_share` of the prompts, judged by `own_reward`, a reward function as TRL takes them
    that is called with these rows only; by default their column `answer` is compared with the final answer.

    folder: where the run is kept (`RunFolder`); None keeps nothing. save_every: steps between checkpoints. resume: go on
    from the newest complete checkpoint of the folder, with the same settings; logs of later steps are dropped. More steps
    are allowed, and the learning rate then goes on as the schedule of the new number has it. time_limit: in seconds, after
    which the run saves and stops. The first Ctrl-C finishes the step, saves and stops, the second breaks off. command: kept
    in config.json as it is.

    on_plan: called once before the first step with words on what will be done and about how long it takes, measured by
    one step that is thrown away. on_step: called with the record of each step (docs/metrics.md). options: TRL's own.
    Raises ValueError for settings that do not fit, FileExistsError for a folder with a run, FileNotFoundError for none.
    """
    need("torch", "transformers", "trl", "datasets", *([] if folder is None else ["matplotlib"]))
    from transformers import PrinterCallback
    from trl import GRPOTrainer

    from rlve.callback import RunCallback

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
    if isinstance(model, str):
        model, loaded = load(model)
        tokenizer = tokenizer or loaded
    elif tokenizer is None:
        raise ValueError("a model in memory needs its tokenizer: train(model, ..., tokenizer=tokenizer)")
    if learning_rate is None:
        small = model.num_parameters() < SMALL
        learning_rate = (1.5e-4 if small else 1e-6) if lora_rank is None else (1e-3 if small else 1e-5)
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
        "shaped": shaped,
        "style": style,
        "seed": seed,
        "own_share": None if own_dataset is None else own_share,
        "own_rows": None if own_dataset is None else len(own_dataset),
        "save_every": save_every,
        "options": {
            name: value if isinstance(value, (int, float, str, bool)) else repr(value) for name, value in options.items()
        },
    }
    run = None if folder is None else RunFolder(folder)
    kept = {"settings": settings, "command": command}
    checkpoint = _checkpoint(run, kept, resume)
    if lora_rank is None:
        model.float()  # in half precision a small learning rate is lost to rounding; bf16=True still computes in it
    stream = ProblemStream(
        scheduler, style, conversational=bool(tokenizer.chat_template), own_dataset=own_dataset, own_share=own_share
    )
    reward = RewardFunction(stream, shaped=shaped)
    with _output_dir(run) as output_dir, _interrupts() as stop_wanted:
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
                **options,
            },
        )
        callback = RunCallback(reward, run, on_step=on_step, time_limit=time_limit, stop_wanted=stop_wanted)
        trainer = GRPOTrainer(
            model=model,
            reward_funcs=reward if own_dataset is None else [reward, OwnReward(own_reward)],
            args=config,
            train_dataset=stream.dataset(),
            processing_class=tokenizer,
            callbacks=[callback],
            peft_config=None if lora_rank is None else lora_config(lora_rank),
        )
        if config.world_size > 1 or config.n_gpu > 1:
            raise ValueError("one process on one GPU for now: several would feed several schedulers (CUDA_VISIBLE_DEVICES=0)")
        trainer.remove_callback(PrinterCallback)  # on_step and the logs tell what matters
        reward.end_tokens = frozenset(trainer.eos_token_ids)
        if checkpoint is not None:
            stream.load_state_dict(checkpoint[1]["stream"])
            callback.restore_random_state = lambda: trainer._load_rng_state(str(checkpoint[0]))
        if on_plan is not None:
            on_plan(_plan(name, trainer, stream, settings, run, checkpoint))
        if run is not None and not resume:  # only now: settings that do not fit leave no run behind
            run.start(kept)
        trainer.train(resume_from_checkpoint=str(checkpoint[0]) if checkpoint else None)
    if run is not None:
        _save_model(trainer, run, base)
    history = reward.history if run is None else run.history()
    return TrainingResult(history, callback.stopped, trainer.model, tokenizer, scheduler)


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
    if settings != before:
        write_json(run.path / "config.json", {**run.config(), **config})
    run.cut_back(done)
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
        print("\nfinishing this step, then saving; once more to break off at once", file=sys.stderr, flush=True)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _plan(
    name: str,
    trainer: Any,
    stream: ProblemStream,
    settings: dict[str, Any],
    run: RunFolder | None,
    checkpoint: tuple[Path, dict[str, Any]] | None,
) -> str:
    """What will be done and about how long it takes."""
    done = checkpoint[1]["step"] if checkpoint else 0
    left = settings["steps"] - done
    try:
        seconds = duration(left * _seconds_of_a_step(trainer, stream, settings))
    except Exception as error:  # what fails here need not fail in training: an environment's fault, or memory
        seconds = f"unknown time (no step could be tried: {error!r})"
    parameters = sum(p.numel() for p in trainer.model.parameters() if p.requires_grad)
    windows = "\n".join(f"  {name}, levels {low} to {high}" for name, (low, high) in stream.scheduler.levels().items())
    rollouts = settings["prompts_per_step"] * settings["rollouts_per_prompt"]
    how = "all weights" if settings["lora_rank"] is None else f"LoRA of rank {settings['lora_rank']}"
    lines = [
        f"{name}: {how}, {parameters:,} trained parameters on {trainer.args.device}",
        f"{type(stream.scheduler).__name__} over {len(stream.scheduler.environments)} environments, now\n{windows}",
        f"{left} steps{f' after the {done} done' if done else ''} of {settings['prompts_per_step']} prompts x "
        f"{settings['rollouts_per_prompt']} rollouts ({rollouts * left:,} completions of at most "
        f"{settings['completion_length']} tokens)",
        f"about {seconds} at the present levels; longer as problems and answers grow",
    ]
    if run is not None:
        lines.append(f"kept in {run.path}, with a checkpoint every {settings['save_every']} steps")
    return "\n".join(lines)


def duration(seconds: float) -> str:
    """Seconds in words: 40 s, 12 min, 3.5 h."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _seconds_of_a_step(trainer: Any, stream: ProblemStream, settings: dict[str, Any]) -> float:
    """Time generating, forward and backward passes of a step like those to come; nothing is learnt from it."""
    import torch

    from rlve.backends import generate

    random = Random(0)
    names = random.choices(list(stream.scheduler.environments), k=settings["prompts_per_step"])
    windows = stream.scheduler.levels()
    tasks = [(name, random.randint(*windows[name]), random.randrange(EVALUATION_SEED)) for name in names]
    prompts = [problem(*task).prompt(stream.style) for task in tasks for _ in range(settings["rollouts_per_prompt"])]
    model, tokenizer = trainer.model, trainer.processing_class
    start = time.monotonic()
    written = generate(
        model, tokenizer, prompts, settings["completion_length"], temperature=1.0, batch_size=len(prompts), seed=settings["seed"]
    )
    at_once = trainer.args.per_device_train_batch_size
    both = [prompt + one.text for prompt, one in zip(prompts, written, strict=True)]
    batch = tokenizer(both[:at_once], padding=True, return_tensors="pt").to(model.device)
    generated = time.monotonic() - start
    with torch.random.fork_rng():
        model.train()
        output = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"])
        output.logits.float().logsumexp(-1).mean().backward()
    model.zero_grad()
    return generated + (time.monotonic() - start - generated) * len(prompts) / at_once


def _save_model(trainer: Any, run: RunFolder, base: str) -> None:
    trainer.save_model(str(run.model))
    adapter = run.model / "adapter_config.json"
    if adapter.is_file() and not base:
        log.warning("%s is an adapter of a model that was only in memory: save that too, `load` cannot find it", run.model)
    if adapter.is_file():  # so that `load` finds the base again on another machine
        data = json.loads(adapter.read_text("utf-8"))
        write_json(adapter, {**data, "base_model_name_or_path": base})
