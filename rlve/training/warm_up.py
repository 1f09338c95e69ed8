"""Teach a model the form of the answers, and the easiest problems, before it is trained by rewards: supervised, in minutes.

A training learns from the differences between a prompt's completions; a model whose answers are never right, or never readable,
gives it none. docs/warm_up.md says for which models this is, and for which not.
"""

from __future__ import annotations

import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from rlve.answers.extraction import wrap
from rlve.environment import EVALUATION_SEED, Environment
from rlve.errors import RequestError
from rlve.evaluation.probe import Rung, probe
from rlve.evaluation.problem_sets import content, different
from rlve.extras import need
from rlve.models.backends import TransformersBackend, end_tokens
from rlve.models.loading import load, write_base
from rlve.models.machine import few_threads
from rlve.models.memory import SMALL
from rlve.registry import EnvironmentLike, resolve
from rlve.runs.files import write_json
from rlve.runs.folder import absolute, check_empty, new_folder, versions
from rlve.runs.lock import locked
from rlve.settings import signature
from rlve.training.grpo import lora_config
from rlve.training.settings import WarmUpSettings

RECORD = "warm_up.json"
RESERVED = 16
"""Problems of each environment and level, the first ones of an evaluation, that no warm-up holds by content."""
IGNORED = -100
BATCH = 64  # completions of a probe at once


@dataclass(frozen=True)
class WarmUp:
    """What a warm-up did.

    folder: the model or adapter, as `rlve train --model` and `rlve evaluate --model` take it. examples: how many of each
    environment and level. losses: of the steps, on the answers' tokens. before, after: what a probe found; empty without one.
    """

    folder: Path
    examples: dict[tuple[str, int], int]
    losses: list[float]
    before: list[Rung]
    after: list[Rung]


def warm_up(
    model: str = "tiny",
    environments: EnvironmentLike | Sequence[EnvironmentLike] | None = None,
    *,
    say: Callable[[str], object] = print,
    **settings: Any,
) -> WarmUp:
    """Teach a model the reference answers of easy problems, as its prompts ask for them, and keep it in a folder.

    settings: those of docs/warm_up.md (`WarmUpSettings`). The loss is on the answer and its end alone. The problems are drawn by
    seeds of training; they differ from each other, and from the first RESERVED problems of an evaluation of each level.
    An environment that fails is warned of and left out. Raises ValueError for settings that do not fit, and for a model
    whose chat template begins with a thought.
    """
    WarmUpSettings.check_names(settings)
    need("torch", "transformers", "trl", "datasets")
    names = WarmUpSettings.environments if environments is None else environments
    classes = resolve(names if isinstance(names, (str, type)) else list(names))
    asked = WarmUpSettings(**{**settings, "model": absolute(str(model)), "environments": tuple(cls.name for cls in classes)})
    place = Path(asked.output_dir or new_folder(asked.model, _few(names), "warm-ups"))
    check_empty(place)
    loaded, tokenizer = load(asked.model)
    if asked.prompting().opening(tokenizer):
        raise RequestError(
            "this model's chat template begins with a thought, and a warm-up teaches bare answers: train it without one, or "
            "switch thinking off, where the template can, by chat_template_kwargs"
        )
    asked = _resolved(asked, loaded)
    place.mkdir(parents=True, exist_ok=True)
    with locked(place):
        return _warmed_up(asked, classes, loaded, tokenizer, place, say)


warm_up.__signature__ = signature(warm_up, WarmUpSettings)  # type: ignore[attr-defined]


def _warmed_up(
    asked: WarmUpSettings,
    classes: Sequence[type[Environment]],
    loaded: Any,
    tokenizer: Any,
    place: Path,
    say: Callable[[str], object],
) -> WarmUp:
    """Draw, probe, teach, probe again, and write the record."""
    drawn = draw_examples(classes, range(asked.levels[0], asked.levels[1] + 1), asked.examples, asked.seed)
    counts = Counter((problem.name, problem.task.level) for problem in drawn if problem.task is not None)
    if len(drawn) < asked.examples:
        say(f"{len(drawn)} of {asked.examples} examples: some levels have no more problems beside those of an evaluation")
    before = _probed(asked, classes, loaded, tokenizer, say, "before")
    losses = _teach(asked, loaded, tokenizer, drawn, place, say)
    after = _probed(asked, classes, *load(place), say, "after") if asked.problems else []
    record = {
        "settings": {**asked.as_dict(), "output_dir": None},
        "examples": [[*key, number] for key, number in sorted(counts.items())],
        "losses": losses,
        "before": [rung.row() for rung in before],
        "after": [rung.row() for rung in after],
        "versions": versions(),
    }
    write_json(place / RECORD, record)
    return WarmUp(place, dict(counts), losses, before, after)


def draw_examples(classes: Sequence[type[Environment]], levels: Sequence[int], examples: int, seed: int) -> list[Environment]:
    """`examples` problems of the environments and levels, the lower levels first where they do not divide; fewer where there are
    no more. All differ, and none is one of the first RESERVED of an evaluation. What fails is warned of and left out.
    """
    pairs = [(cls, level) for level in levels for cls in classes if level <= cls.max_level]
    if not pairs:
        raise RequestError(f"none of the environments has one of the levels {levels[0]} to {levels[-1]}")
    each, more = divmod(examples, len(pairs))
    held: dict[str, set[tuple[str, ...]]] = {}
    found: list[Environment] = []
    for place, (cls, level) in enumerate(pairs):
        wanted = each + (place < more)
        try:
            if cls.name not in held:
                there = [one for one in levels if one <= cls.max_level]
                reserved = [different(cls, one, RESERVED, count(EVALUATION_SEED)) for one in there]
                held[cls.name] = {content(problem) for some in reserved for problem in some}
            some = different(cls, level, wanted, _seeds(cls.name, level, seed), held[cls.name])
            if wrong := [problem for problem in some if not problem.verify(wrap(problem.reference_text)).correct]:
                raise ValueError(f"its own reference is not right at seed {wrong[0].task and wrong[0].task.seed}")
        except Exception as error:  # whatever an environment raises is its fault, and the others are still taught
            warnings.warn(f"{cls.name} is left out at level {level}: {type(error).__name__}: {error}", stacklevel=2)
            continue
        held[cls.name] |= {content(problem) for problem in some}
        found += some
    if not found:
        raise RequestError("no example could be drawn: see the warnings, and choose other environments or levels")
    Random(seed).shuffle(found)
    return found


def rows(problems: Sequence[Environment], asked: WarmUpSettings, model: Any, tokenizer: Any) -> list[dict[str, list[int]]]:
    """Tokens of prompt, answer and end, the prompt left out of the loss: what the model reads is what a training shows it."""
    prompting = asked.prompting()
    special = prompting.special_tokens(tokenizer)
    ends = end_tokens(model, tokenizer)
    end = tokenizer.eos_token_id if tokenizer.eos_token_id in ends else ends[0]
    found = []
    for problem in problems:
        prompt = tokenizer(prompting.text(tokenizer, problem), add_special_tokens=special)["input_ids"]
        answer = tokenizer(wrap(problem.reference_text, asked.style), add_special_tokens=False)["input_ids"]
        found.append({"input_ids": [*prompt, *answer, end], "labels": [IGNORED] * len(prompt) + [*answer, end]})
    return found


def _seeds(name: str, level: int, seed: int) -> Iterator[int]:
    random = Random(f"warm-up {seed} {name} {level}")
    while True:
        yield random.randrange(EVALUATION_SEED)


def _few(names: Any) -> list[str]:
    return [one if isinstance(one, str) else one.name for one in ([names] if isinstance(names, (str, type)) else names)]


def _resolved(asked: WarmUpSettings, model: Any) -> WarmUpSettings:
    """The settings with what is chosen by the model."""
    small = model.num_parameters() < SMALL
    rank = (0 if small else 16) if asked.lora_r is None else asked.lora_r
    rate = asked.learning_rate or (1e-3 if small else 2e-4 if rank else 1e-5)
    return replace(asked, lora_r=rank, learning_rate=rate)


def _probed(
    asked: WarmUpSettings,
    classes: Sequence[type[Environment]],
    model: Any,
    tokenizer: Any,
    say: Callable[[str], object],
    when: str,
) -> list[Rung]:
    if not asked.problems:
        return []
    backend = TransformersBackend(model, tokenizer, asked.sampling(), asked.prompting())
    levels = range(asked.probe_levels[0], asked.probe_levels[1] + 1)
    start = time.monotonic()
    found = [
        rung
        for _, rungs, _ in probe(
            backend, classes, levels, problems=asked.problems, num_generations=asked.num_generations, batch_size=BATCH
        )
        for rung in rungs
    ]
    right = sum(rung.share("c") > 0 for rung in found)
    learnable = sum(rung.learnable > 0 for rung in found)
    say(
        f"probe {when}: a right answer at {right} of {len(found)} levels, something to learn at {learnable} "
        f"({time.monotonic() - start:.0f} s)"
    )
    return found


def _teach(
    asked: WarmUpSettings, model: Any, tokenizer: Any, problems: Sequence[Environment], place: Path, say: Callable[[str], object]
) -> list[float]:
    """Train and save; the losses of the steps."""
    import torch
    from datasets import Dataset
    from transformers import PrinterCallback, TrainerCallback
    from trl import SFTConfig, SFTTrainer

    data = rows(problems, asked, model, tokenizer)
    if not asked.lora_r:
        model.float()  # in half precision a small learning rate is lost to rounding
    gpu = torch.cuda.is_available()
    start, losses = time.monotonic(), []

    class Telling(TrainerCallback):
        def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **rest: Any) -> None:
            if logs is None or "loss" not in logs:
                return
            losses.append(logs["loss"])
            if state.global_step % max(1, state.max_steps // 10) == 0 or state.global_step == state.max_steps:
                took = time.monotonic() - start
                say(f"[{took:5.0f} s] step {state.global_step:4} of {state.max_steps}  loss {logs['loss']:.3f}")

    steps = -(-len(data) // asked.per_device_train_batch_size) * asked.num_train_epochs
    say(
        f"{asked.model}: {f'LoRA of rank {asked.lora_r}' if asked.lora_r else 'all weights'}, {len(data)} examples of "
        f"{len({problem.name for problem in problems})} environments, {sum(len(row['input_ids']) for row in data):,} tokens, "
        f"{steps} steps; kept in {place}"
    )
    with TemporaryDirectory() as scratch:
        config = SFTConfig(
            output_dir=scratch,
            num_train_epochs=asked.num_train_epochs,
            learning_rate=asked.learning_rate,
            lr_scheduler_type="constant_with_warmup",  # never cooled down: a model that is certain finds nothing new
            warmup_steps=max(1, steps // 10),
            per_device_train_batch_size=asked.per_device_train_batch_size,
            train_sampling_strategy="group_by_length",
            max_length=None,
            gradient_checkpointing=False,
            use_cpu=not gpu,
            bf16=gpu and torch.cuda.is_bf16_supported(including_emulation=False),
            logging_steps=1,
            save_strategy="no",
            disable_tqdm=True,
            seed=asked.seed,
        )
        trainer = (SFTTrainer if gpu else _answers_only())(
            model=model,
            args=config,
            train_dataset=Dataset.from_list(data),
            processing_class=tokenizer,
            peft_config=lora_config(asked.lora_r, asked.lora_alpha) if asked.lora_r else None,
            callbacks=[Telling()],
        )
        trainer.remove_callback(PrinterCallback)
        with few_threads(model):
            trainer.train()
    trainer.save_model(str(place))
    tokenizer.save_pretrained(place)
    write_base(place, asked.model)
    return losses


def _answers_only() -> Any:
    """TRL's SFTTrainer for a CPU: there it would work out the output layer, a third of a small model's work, for prompts too."""
    import torch
    from trl import SFTTrainer

    class AnswersOnly(SFTTrainer):
        def compute_loss(self, model: Any, inputs: Any, return_outputs: bool = False, num_items_in_batch: Any = None) -> Any:
            labels = inputs.pop("labels")
            inner = model.get_base_model() if hasattr(model, "get_base_model") else model
            hidden = inner.base_model(**inputs, use_cache=False).last_hidden_state[:, :-1]
            wanted = labels[:, 1:] != IGNORED
            logits = inner.get_output_embeddings()(hidden[wanted]).float()
            loss = torch.nn.functional.cross_entropy(logits, labels[:, 1:][wanted], reduction="sum")
            loss = loss / (wanted.sum() if num_items_in_batch is None else num_items_in_batch)
            return (loss, None) if return_outputs else loss

    return AnswersOnly
