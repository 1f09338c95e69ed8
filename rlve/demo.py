"""What `rlve demo` runs: a problem of each kind, then a tiny model trained by adaptive GRPO on the CPU."""

from __future__ import annotations

import contextlib
import logging
import time
import warnings
from collections.abc import Callable, Iterator
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rlve.extraction import wrap
from rlve.models import need, warm_up
from rlve.registry import make, problem
from rlve.schedulers import AdaptiveScheduler

if TYPE_CHECKING:
    from rlve.evaluation import Accuracy

KINDS = {
    "integer_sorting": "one right answer",
    "directed_shortest_path": "an optimum to reach",
    "post_correspondence_permutation": "conditions to keep",
}
TASK = "integer_sorting"
LEVELS = range(9)  # of the warm-up and the evaluation
BANDS = {"levels 0-2": range(3), "levels 3-5": range(3, 6), "levels 6-8": range(6, 9)}
TEMPERATURES = {0.0: "greedy", 1.0: "temperature 1"}
COMPLETION_LENGTH = 40  # tokens: the longest reference at level 8 fits

CAUTION = """How to read this: one run, one seed, one task, 95 % Wilson intervals, and no control run, so not all of a change need
come from the rewards: the warm-up stops at its full learning rate, and small steps of any kind let the weights settle;
at temperature 1 a model also gains by mere sharpening, by growing surer of what it could do already. Level 0 has some
4,000 different problems, most of which the warm-up has shown; nearly all problems of higher levels are new to the model."""


def run_demo(
    *,
    steps: int = 60,
    warm_up_steps: int = 600,
    problems: int = 100,
    seed: int = 0,
    out: Callable[[str], object] = print,
) -> None:
    """Print three problems with judged answers; then warm up, measure, train and measure again a tiny model.

    steps: GRPO steps, 16 prompts x 8 rollouts each. warm_up_steps: supervised steps of 64 examples. problems: held-out
    problems per level. out: takes each piece of text.
    With the defaults about three minutes on two cores. Raises ModuleNotFoundError where rlve[train] is not installed.
    """
    for name, words in KINDS.items():
        show_problem(name, words, out)
    need("torch", "transformers", "trl", "datasets")
    with quiet(), two_threads():
        train_and_measure(steps, warm_up_steps, problems, seed, out)


def show_problem(name: str, words: str, out: Callable[[str], object]) -> None:
    """A problem, and the verdicts on a right and a wrong answer to it."""
    example = problem(name, 1, 7)
    out(f"--- {name}, level 1 ({make(name).kind}: {words})\n{example.prompt()}\n")
    wrong = next(guess for guess in example.guesses() if not example.judge(guess).correct)
    for answer in (example.reference, wrong):
        text = wrap(example.format.write(example.format.validate(answer)))
        out(f"{text}\n    -> {example.verify(text)}")
    out("")


def train_and_measure(steps: int, warm_up_steps: int, problems: int, seed: int, out: Callable[[str], object]) -> None:
    """The thread of the main job: warm-up, held-out accuracy, adaptive GRPO, held-out accuracy."""
    from rlve.training import grpo_config, train

    start = time.monotonic()

    def say(text: str) -> None:
        out(f"[{time.monotonic() - start:4.0f} s] {text}")

    def warming(step: int, loss: float) -> None:
        if step % max(1, warm_up_steps // 6) == 0:
            say(f"warm-up step {step} of {warm_up_steps}: loss {loss:.2f} per answer token")

    say(f"--- a Llama of about a million parameters learns to read and answer {TASK}, levels 0-{LEVELS[-1]}, from references")
    model, tokenizer = warm_up(TASK, LEVELS, steps=warm_up_steps, learning_rate=2e-3, seed=seed, on_step=warming)
    say(f"{model.num_parameters():,} parameters, {len(tokenizer)} tokens; held-out accuracy before:")
    before = measure(model, tokenizer, problems, out)

    say(f"--- GRPO (trl.GRPOTrainer), {steps} steps of 16 prompts x 8 rollouts; the difficulty follows the model")
    scheduler = AdaptiveScheduler(TASK, seed=seed, tau_num=64)
    window: list[dict[str, Any]] = []

    def stepped(record: dict[str, Any]) -> None:
        window.append(record)
        if len(window) == 5 or record["step"] == steps:
            say(progress_line(window))
            window.clear()

    with TemporaryDirectory() as folder:
        config = grpo_config(
            prompts_per_step=16,
            rollouts_per_prompt=8,
            completion_length=COMPLETION_LENGTH,
            learning_rate=1.5e-4,
            steps=steps,
            output_dir=folder,
            seed=seed,
            warmup_steps=5,
            use_cpu=True,
            bf16=False,
            disable_tqdm=True,
            log_level="error",
        )
        train(model, scheduler, config, tokenizer=tokenizer, on_step=stepped)
    say("held-out accuracy after, on the same problems:")
    after = measure(model, tokenizer, problems, out)
    say(f"--- {reading(before, after, scheduler.window(TASK)[1])}")


def progress_line(window: list[dict[str, Any]]) -> str:
    """The means of some steps' records, and the levels after the last."""

    def mean(name: str) -> float:
        values = [record[name] for record in window if name in record]
        return sum(values) / len(values) if values else float("nan")

    low, high = window[-1]["levels"][TASK]
    return (
        f"step {window[-1]['step']:3}  levels {low}-{high}  effective prompt ratio {mean('effective_prompt_ratio'):.2f}  "
        f"reward {mean('reward'):5.2f}  accuracy {mean('accuracy'):.2f}"
    )


def measure(model: Any, tokenizer: Any, problems: int, out: Callable[[str], object]) -> dict[tuple[float, str], Accuracy]:
    """Held-out accuracy by temperature and band of levels, printed and returned."""
    from rlve.evaluation import evaluate, pool

    found = {}
    for temperature, words in TEMPERATURES.items():
        results = evaluate(
            model,
            tokenizer,
            TASK,
            LEVELS,
            problems=problems,
            temperature=temperature,
            completion_length=COMPLETION_LENGTH,
        )
        for band, levels in BANDS.items():
            found[temperature, band] = pool(results, levels)
        bands = "   ".join(f"{band}: {found[temperature, band]}" for band in BANDS)
        out(f"         {words:13}  {bands}")
    return found


def reading(before: dict[tuple[float, str], Accuracy], after: dict[tuple[float, str], Accuracy], high: int) -> str:
    """What the two measurements say, and what they do not."""
    lines = [f"the highest level in use ended at {high}; held-out accuracy changed by"]
    for temperature, words in TEMPERATURES.items():
        changes = []
        for band in BANDS:
            first, last = before[temperature, band], after[temperature, band]
            apart = last.interval[0] > first.interval[1] or last.interval[1] < first.interval[0]
            changes.append(f"{band}: {100 * (last.share - first.share):+.0f} points{'' if apart else ' (intervals overlap)'}")
        lines.append(f"         {words:13}  {'   '.join(changes)}")
    return "\n".join([*lines, CAUTION])


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep progress bars, advice and warnings of the training libraries off the screen; errors still show."""
    import datasets
    import transformers

    loggers = [logging.getLogger(name) for name in ("transformers", "datasets", "trl", "accelerate", "torch")]
    levels = [logger.level for logger in loggers]
    transformers.utils.logging.disable_progress_bar()
    datasets.disable_progress_bars()
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module=r"(?!rlve)")
            yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
        transformers.utils.logging.enable_progress_bar()
        datasets.enable_progress_bars()


@contextlib.contextmanager
def two_threads() -> Iterator[None]:
    """At most two threads: more only get in each other's way with a model this small, and the numbers depend on it."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(min(2, before))
    try:
        yield
    finally:
        torch.set_num_threads(before)
