"""Make rlve/assets/tiny: tokenizer and model, warmed up by supervision on references of ten environments.

python scripts/make_tiny_model.py make    # some 40 minutes on two cores; --every 2000 shows the way
python scripts/make_tiny_model.py card    # measures the model: writes its card and docs/data/tiny_model.json

One seed, a fixed number of steps, two threads. On another machine or with another number of threads the floating-point
sums differ, so the weights come out alike in accuracy, not in bits.
"""

import json
import time
from pathlib import Path

import click

from rlve.evaluation import Accuracy, evaluate, letters
from rlve.models import TINY, load, make_tiny, teach
from rlve.models.machine import keep_memory, quiet
from rlve.registry import collections
from rlve.runs import versions, write_json

ENVIRONMENTS = (
    "integer_sorting",
    "sliding_window_minimum",
    "count_descending_visibility_sum",
    "stack_permutation_operations",
    "lexicographically_largest_subsequence_length_k",
    "preorder_from_inorder_postorder",
    "subset_sum_avoiding_permutation",
    "append_to_maximize_distinct_subsequences",
    "josephus_elimination_order",
    "lexicographically_least_rotation",
)
LEVELS = range(9)
SEED = 0
PHASES = (
    {"steps": 6000, "seed": SEED},
    # Less of what is learnt already, or hardly learnt at all; at a constant rate to the end.
    {
        "steps": 2500,
        "seed": SEED + 100,
        "learning_rate": 8e-4,
        "rise": 100,
        "flat": 2500,
        "weights": {
            "integer_sorting": 0.25,
            "append_to_maximize_distinct_subsequences": 0.25,
            "josephus_elimination_order": 0.25,
        },
    },
)
COMPLETION_LENGTH = 48  # tokens: the longest reference of level 8 and its tags
PROBLEMS = 200  # of each environment and level, for the card
SAMPLING = {"greedy": 0.0, "temperature 1": 1.0}
DATA = Path(__file__).parent.parent / "docs" / "data" / "tiny_model.json"

CARD = """# The tiny model

A Llama of {parameters:,} parameters ({layers} layers, {width} wide, {tokens:,} tokens; {size:.1f} MB) that runs and learns
on a CPU: `rlve.models.load("tiny")`. It exists to watch reinforcement learning happen in minutes, and to test everything
without a GPU or a hub.

It read {examples:,} references of the ten environments below, levels 0 to 8 uniform, with `<answer>` marks. Among the last
{last:,} these came a quarter as often as the others: {rare}.
It was not cooled down: the learning rate ended at {rate:.0e}. Made by `python scripts/make_tiny_model.py make` (seed {seed},
two threads, some 40 minutes on two cores), measured by `python scripts/make_tiny_model.py card`: accuracy in percent on
{problems} held-out problems of each environment and level (standard error at most 3.5), verdicts in
`docs/data/tiny_model.json`. The lean trees among the draws of preorder_from_inorder_postorder are younger than the warm-up.

{tables}

Collections for experiments on a CPU, chosen by the table alone, before any reinforcement learning:

- STARTER, high at levels 0 and 1, falling, rare but not never right at 8: {starter};
- MINI1, MINI2, MINI4 (which is STARTER) and MINI8, nested;
- MINI_HELD_OUT, which the warm-up covered and the others leave out: {held_out}.

## What it cannot do

It has seen no language but these ten statements and does nothing else: another environment, another wording, `\\boxed{{}}`
or a question of yours get digits without meaning, and levels above 8 are longer than anything it was shown. It does not
reason in words, it answers at once. Accuracy at the lowest levels owes something to memory: of their few problems the
warm-up has shown most. Levels are this project's, and a level of one environment says nothing about the same level of
another.
"""


@click.group()
def cli() -> None:
    """The tiny model: make it, and write its card."""


@cli.command()
@click.option("--output-dir", type=click.Path(path_type=Path), default=TINY, show_default=True)
@click.option("--every", default=0, show_default=True, help="Write a state and its accuracy after so many steps; 0: none.")
@click.option("--second", type=click.Path(path_type=Path), help="Begin with the second phase, from the state in this folder.")
def make(folder: Path, every: int, second: Path | None) -> None:
    """Make the model and write it to FOLDER."""
    import torch

    torch.set_num_threads(2)
    keep_memory()
    model, tokenizer = load(second) if second else make_tiny(ENVIRONMENTS, LEVELS, seed=SEED)
    print(f"{model.num_parameters():,} parameters, {len(tokenizer)} tokens", flush=True)
    start, losses = time.monotonic(), []

    def on_step(step: int, loss: float) -> None:
        losses.append(loss)
        if step % 100 == 0:
            print(f"{time.monotonic() - start:6.0f} s  step {len(losses)}  loss {sum(losses[-100:]) / 100:.3f}", flush=True)
        if every and len(losses) % every == 0:
            write(folder / f"step_{len(losses)}")
            for name, row in table(measure(model, tokenizer, 40, 1.0)).items():
                print(f"    {name:48}", *(f"{share:3.0f}" for share in row), flush=True)
            model.train()

    def write(place: Path) -> None:
        model.save_pretrained(place)
        tokenizer.save_pretrained(place)

    with quiet():
        for phase in PHASES[1:] if second else PHASES:
            teach(model, tokenizer, ENVIRONMENTS, LEVELS, on_step=on_step, **phase)
        write(folder)
    print(f"wrote {folder} after {time.monotonic() - start:.0f} s")


def measure(model, tokenizer, problems: int, temperature: float) -> list[Accuracy]:
    """One Accuracy per environment and level, on problems that no training draws."""
    return evaluate(
        model,
        tokenizer,
        ENVIRONMENTS,
        LEVELS,
        problems=problems,
        temperature=temperature,
        max_completion_length=COMPLETION_LENGTH,
        batch_size=200,
    )


def table(results: list[Accuracy]) -> dict[str, list[float]]:
    """Environment -> accuracy in percent by level."""
    rows: dict[str, list[float]] = {}
    for result in results:
        rows.setdefault(result.environment, []).append(100 * result.share)
    return rows


def shares(by_level: dict[str, str]) -> list[str]:
    """Accuracy in percent by level, from a letter per problem."""
    return [f"{100 * marks.count('c') / (len(marks) - marks.count('f')):.0f}" for marks in by_level.values()]


@cli.command()
@click.option("--problems", default=PROBLEMS, show_default=True)
@click.option("--words-only", is_flag=True, help="Write the card from the data that are there.")
def card(problems: int, words_only: bool) -> None:
    """Measure the model in the repository; write its card and the data."""
    import torch

    torch.set_num_threads(2)
    keep_memory()
    model, tokenizer = load("tiny")
    if not words_only:
        measured = {words: measure(model, tokenizer, problems, temperature) for words, temperature in SAMPLING.items()}
        write_json(
            DATA,
            {
                "problems": problems,
                "versions": versions(),
                "verdicts": {words: letters(results) for words, results in measured.items()},
            },
        )
    data = json.loads(DATA.read_text("utf-8"))
    heading = f"| environment | {' | '.join(map(str, LEVELS))} |\n|---|{'---:|' * len(LEVELS)}\n"
    tables = "\n\n".join(
        f"**{words}**\n\n{heading}" + "\n".join(f"| {name} | {' | '.join(shares(marks))} |" for name, marks in rows.items())
        for words, rows in data["verdicts"].items()
    )
    names = collections()
    words = CARD.format(
        parameters=model.num_parameters(),
        layers=model.config.num_hidden_layers,
        width=model.config.hidden_size,
        tokens=len(tokenizer),
        size=(TINY / "model.safetensors").stat().st_size / 1e6,
        examples=64 * sum(phase["steps"] for phase in PHASES),
        rate=PHASES[-1]["learning_rate"],
        last=64 * PHASES[-1]["steps"],
        rare=", ".join(PHASES[-1]["weights"]),
        seed=SEED,
        problems=data["problems"],
        tables=tables,
        starter=", ".join(names["STARTER"]),
        held_out=", ".join(names["MINI_HELD_OUT"]),
    )
    (TINY / "README.md").write_text(words, "utf-8")


if __name__ == "__main__":
    cli()
