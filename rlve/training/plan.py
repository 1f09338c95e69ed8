"""What a training is going to do, in words, and about how long it takes: measured by one step that is thrown away."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from rlve.environment import EVALUATION_SEED
from rlve.errors import RequestError
from rlve.models.vllm_settings import prompt_ids
from rlve.registry import problem
from rlve.runs import processes
from rlve.runs.folder import RunFolder
from rlve.runs.health import span
from rlve.training.settings import TrainingSettings
from rlve.training.stream import ProblemStream


def plan(
    trainer: Any,
    stream: ProblemStream,
    chosen: TrainingSettings,
    run: RunFolder | None,
    checkpoint: tuple[Path, dict[str, Any]] | None,
) -> str:
    """What will be done and about how long it takes."""
    done = checkpoint[1]["step"] if checkpoint else 0
    left = chosen.max_steps - done
    try:
        seconds = span(left * _seconds_of_a_step(trainer, stream, chosen))
        time_needed = f"about {seconds}, if all steps take as long as one tried just now; longer as problems and answers grow"
    except Exception as error:  # what fails here need not fail in training: an environment's fault, or memory
        time_needed = f"it is not known how long that takes: no step could be tried ({error!r})"
    parameters = sum(p.numel() for p in trainer.model.parameters() if p.requires_grad)
    how = f"LoRA of rank {chosen.lora_r}" if chosen.lora_r else "all weights"
    number = processes.count()
    where = f"{trainer.args.device}" if number == 1 else f"{trainer.args.device.type} with {number} processes"
    lines = [
        f"{chosen.model}: {how}, {parameters:,} trained parameters on {where}",
        f"{type(stream.scheduler).__name__} over {len(stream.scheduler.environments)} environments, now",
        *_windows(stream.scheduler.levels()),
        f"{left} steps{f' after the {done} done' if done else ''} of {chosen.prompts_per_step} prompts x "
        f"{chosen.num_generations} rollouts ({chosen.prompts_per_step * chosen.num_generations * left:,} completions of at most "
        f"{chosen.max_completion_length} tokens)",
        time_needed,
    ]
    if run is not None:
        lines.append(f"kept in {run.path}, with a checkpoint every {chosen.save_steps} steps")
    return "\n".join(lines)


def _windows(levels: dict[str, tuple[int, int]], most: int = 8) -> list[str]:
    """The levels in use, an environment a line; of more than `most` environments how many stand at which."""
    if len(levels) <= most:
        return [f"  {name}, levels {low} to {high}" for name, (low, high) in levels.items()]
    return [f"  {count} at levels {low} to {high}" for (low, high), count in sorted(Counter(levels.values()).items())]


def _seconds_of_a_step(trainer: Any, stream: ProblemStream, chosen: TrainingSettings) -> float:
    """Time generating, forward and backward passes of a process's share of a step to come; nothing is learnt from it."""
    import torch

    from rlve.models.backends import generate

    random = Random(0)
    names = random.choices(list(stream.scheduler.environments), k=chosen.prompts_per_step)
    windows = stream.scheduler.levels()
    tasks = [(name, random.randint(*windows[name]), random.randrange(EVALUATION_SEED)) for name in names]
    model, tokenizer = trainer.model, trainer.processing_class
    prompting = stream.prompting
    texts = [prompting.text(tokenizer, problem(*task).prompt(prompting.style)) for task in tasks]
    prompts = [prompt for prompt in texts for _ in range(chosen.num_generations)][:: processes.count()]
    start = time.monotonic()
    length = chosen.max_completion_length
    if trainer.use_vllm:
        texts = _written_by_vllm(trainer, prompts)
    else:
        written = generate(model, tokenizer, prompts, length, temperature=1.0, batch_size=len(prompts), seed=chosen.seed)
        texts = [one.text for one in written]
    at_once = trainer.args.per_device_train_batch_size
    both = [prompt + text for prompt, text in zip(prompts, texts, strict=True)]
    batch = tokenizer(both[:at_once], padding=True, return_tensors="pt").to(model.device)
    generated = time.monotonic() - start
    with torch.random.fork_rng():
        model.train()
        if trainer.args.gradient_checkpointing:
            model.gradient_checkpointing_enable(trainer.args.gradient_checkpointing_kwargs)
        with trainer.accelerator.autocast():  # by TRL's output layer, which needs no room for the logits
            output = model(**batch, labels=batch["input_ids"], fused_lm_head=True)
        output.loss.backward()
    model.zero_grad()
    return generated + (time.monotonic() - start - generated) * len(prompts) / at_once


def _written_by_vllm(trainer: Any, prompts: Sequence[str]) -> list[str]:
    """Completions of the trainer's own engine, prompts cut to what it takes; the random state is left as it was."""
    import torch

    if trainer.args.vllm_mode != "colocate" or trainer.args.vllm_tensor_parallel_size > 1:
        raise RequestError("vLLM does not belong to this process alone")
    room = trainer.args.vllm_max_model_length - trainer.max_completion_length
    tokens = [prompt_ids(trainer.processing_class, prompt)[:room] for prompt in prompts]
    with torch.random.fork_rng():
        _, written, _, _ = trainer.vllm_generation.generate(tokens, None, trainer.num_generations)
    return trainer.processing_class.batch_decode(written, skip_special_tokens=True)
