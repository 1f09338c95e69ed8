"""What `rlve demo` runs: a problem of each kind, then the tiny model trained on problems that grow with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rlve.answers.extraction import wrap
from rlve.extras import need
from rlve.registry import collection, make, problem
from rlve.runs.files import write_json
from rlve.runs.records import with_levels
from rlve.schedulers import AdaptiveScheduler

if TYPE_CHECKING:
    from rlve.evaluation.accuracy import Accuracy

KINDS = {
    "integer_sorting": "one right answer",
    "directed_shortest_path": "an optimum to reach",
    "post_correspondence_permutation": "conditions to keep",
}
BANDS = {"levels 0-3": dict.fromkeys(range(4), 50), "levels 4-8": dict.fromkeys(range(4, 9), 40)}
"""Level -> held-out problems of each environment: 200 in a band."""
TEMPERATURES = {"greedy": 0.0, "temperature 1": 1.0}
STEPS = 280
COMPLETION_LENGTH = 48  # tokens: the longest reference at level 8 fits
TAU_NUM = 128  # rollouts per check, the paper's number; with 64 a frozen model climbs three levels by luck (docs/LOG.md)

Measured = dict[str, "list[Accuracy]"]
"""Sampling -> one Accuracy per environment and level."""

CAUTION = """How to read this: one seed, and the same problems before and after, so the intervals (95 %, paired) leave out what
differs from seed to seed. A model also gains by growing surer of what it could do already; that shows at temperature 1 and
not in greedy answers. What the same training does to a frozen model, with shuffled rewards and at fixed levels stands in
docs/controls.md (make demo-controls)."""


def run_demo(
    *,
    max_steps: int = STEPS,
    seed: int = 0,
    output_dir: str | Path | None = None,
    out: Callable[[str], object] = print,
) -> None:
    """Print three problems with judged answers; then measure, train and measure again the tiny model on STARTER.

    max_steps: GRPO steps, 16 prompts x 8 rollouts each. output_dir: gets the run, figure.png and demo.json; default
    runs/demo-DATE-TIME. out: takes each piece of text.
    With the defaults some seven minutes on two cores. Raises ModuleNotFoundError where rlve[train] is not installed.
    """
    for name, words in KINDS.items():
        show_problem(name, words, out)
    need("torch", "transformers", "trl", "datasets", "matplotlib")
    from rlve.models.machine import keep_memory, quiet

    keep_memory()
    place = Path(output_dir or f"runs/demo-{time.strftime('%Y%m%d-%H%M%S')}")
    with quiet():
        train_and_measure(max_steps, seed, place, out)


def show_problem(name: str, words: str, out: Callable[[str], object]) -> None:
    """A problem, and the verdicts on a right and a wrong answer to it."""
    example = problem(name, 1, 7)
    out(f"--- {name}, level 1 ({make(name).kind}: {words})\n{example.prompt()}\n")
    wrong = next(guess for guess in example.guesses() if not example.judge(guess).correct)
    for answer in (example.reference, wrong):
        text = wrap(example.format.write(example.format.validate(answer)))
        out(f"{text}\n    -> {example.verify(text)}")
    out("")


def train_and_measure(steps: int, seed: int, folder: Path, out: Callable[[str], object]) -> None:
    """Held-out accuracy, adaptive GRPO, held-out accuracy; a table, demo.json and a figure."""
    from rlve.evaluation.accuracy import estimates, letters
    from rlve.figures.plotting import demo_figure
    from rlve.models.loading import load
    from rlve.runs.progress import progress
    from rlve.training.trainer import train

    start = time.monotonic()
    model, tokenizer = load("tiny")
    model = model.to("cpu")  # where it is trained too
    out(f"--- held-out accuracy of the tiny model ({model.num_parameters():,} parameters, rlve/assets/tiny) before training")
    before = held_out_accuracy(model, tokenizer)
    out(f"    {time.monotonic() - start:.0f} s\n--- GRPO with trl.GRPOTrainer; the difficulty follows the model")
    with progress(steps, out) as on_step:
        result = train(
            "tiny",
            scheduler=AdaptiveScheduler("STARTER", seed=seed, tau_num=TAU_NUM),
            max_steps=steps,
            max_completion_length=COMPLETION_LENGTH,
            seed=seed,
            output_dir=folder,
            save_steps=steps,
            use_cpu=True,
            bf16=False,
            on_plan=lambda plan: out(f"{plan}\n"),
            on_step=on_step,
        )
    after = held_out_accuracy(result.model, tokenizer)
    spent = f"{time.monotonic() - start:.0f} s and {time.process_time() / 60:.1f} core-minutes in all"
    out(f"\n--- levels and held-out accuracy after {result.history[-1]['step']} steps; {spent}")
    out("\n".join(f"{name:48} highest level {high}" for name, (_, high) in result.scheduler.levels().items()))
    out("\n" + change_lines(before, after) + "\n")
    marks = [{words: letters(results) for words, results in measured.items()} for measured in (before, after)]
    write_json(folder / "demo.json", {"seed": seed, "steps": steps, "before": marks[0], "after": marks[1]})
    levels = [record["levels"] for record in with_levels(result.history)]
    windows = {name: [now[name] for now in levels] for name in result.scheduler.environments}
    figure = demo_figure(windows, estimates(before["temperature 1"]), estimates(after["temperature 1"]))
    figure.savefig(folder / "figure.png", dpi=120)
    out(f"{CAUTION}\n\nfigure: {folder / 'figure.png'}   verdicts: {folder / 'demo.json'}")


def held_out_accuracy(model: Any, tokenizer: Any) -> Measured:
    """Held-out accuracy on STARTER by sampling, environment and level, on the same problems in every call."""
    from rlve.evaluation import evaluate

    levels = {level: count for band in BANDS.values() for level, count in band.items()}
    return {
        words: evaluate(
            model, tokenizer, "STARTER", levels, temperature=temperature, max_completion_length=COMPLETION_LENGTH, batch_size=200
        )
        for words, temperature in TEMPERATURES.items()
    }


def change_lines(before: Measured, after: Measured) -> str:
    """Accuracy before and after by environment and band, with the paired interval of the change, in percent."""
    from rlve.evaluation.accuracy import difference

    lines = []
    for words in before:
        lines.append(f"{words + ', accuracy in %':48}" + "".join(f"{band:>28}" for band in BANDS))
        for name in [*collection("STARTER"), "all"]:
            cells = []
            for levels in BANDS.values():
                first, last = (pooled(measured[words], name, levels) for measured in (before, after))
                change, low, high = (100 * value for value in difference(first, last))
                cells.append(f"{100 * first.share:3.0f} -> {100 * last.share:3.0f}  {change:+3.0f} [{low:+3.0f} {high:+3.0f}]")
            lines.append(f"{name:48}" + "".join(f"{cell:>28}" for cell in cells))
        rates = [100 * pooled(measured[words], "all", range(100)).format_rate for measured in (before, after)]
        lines.append(f"{'readable answers':48}{rates[0]:24.0f} -> {rates[1]:.0f}\n")
    return "\n".join(lines).rstrip()


def pooled(results: Sequence[Accuracy], name: str, levels: Any) -> Accuracy:
    """The results of one environment, or "all", in some levels, pooled."""
    from rlve.evaluation.accuracy import pool

    return pool([result for result in results if name in (result.environment, "all")], list(levels))
