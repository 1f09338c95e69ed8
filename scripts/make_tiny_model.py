"""Make rlve/assets/tiny: tokenizer and model, warmed up by supervision on references of ten environments.

python scripts/make_tiny_model.py --folder rlve/assets/tiny --measure docs/data/tiny_model.json

One seed, a fixed number of steps, two threads; about an hour on two cores. On another machine or with another number of
threads the floating-point sums differ, so the weights come out alike in accuracy, not in bits. --every writes states on
the way to FOLDER/step_N with their accuracy, to see the warm-up as it goes.
"""

import os
import sys
import time
from pathlib import Path

# Read by the C library when a process starts: without them a quarter of the time goes into getting and giving back memory.
MEMORY = {"MALLOC_MMAP_THRESHOLD_": "4000000000", "MALLOC_TRIM_THRESHOLD_": "4000000000", "MALLOC_TOP_PAD_": "500000000"}
if __name__ == "__main__" and not MEMORY.keys() <= os.environ.keys():
    os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **MEMORY})

import click  # noqa: E402

from rlve.evaluation import evaluate, pool  # noqa: E402
from rlve.models import make_tiny, warm_up  # noqa: E402

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
STEPS = 14_000
SEED = 0
COMPLETION_LENGTH = 48  # tokens: the longest reference of level 8 and its tags


def measure(model, tokenizer, problems: int, temperature: float) -> dict[str, list[float]]:
    """Accuracy in percent by environment and level, on problems that no training draws."""
    return {
        name: [
            round(100 * result.share, 1)
            for result in evaluate(
                model,
                tokenizer,
                name,
                LEVELS,
                problems=problems,
                temperature=temperature,
                completion_length=COMPLETION_LENGTH,
                batch_size=problems,
            )
        ]
        for name in ENVIRONMENTS
    }


@click.command()
@click.option("--folder", type=click.Path(path_type=Path), default=Path("rlve/assets/tiny"), show_default=True)
@click.option("--steps", default=STEPS, show_default=True)
@click.option(
    "--every", default=2000, show_default=True, help="Write a state and its accuracy after so many steps; 0: only at the end."
)
def main(folder: Path, steps: int, every: int) -> None:
    """Make the model and write it to FOLDER."""
    import torch

    torch.set_num_threads(2)
    model, tokenizer = make_tiny(ENVIRONMENTS, LEVELS, seed=SEED)
    print(f"{model.num_parameters():,} parameters, {len(tokenizer)} tokens", flush=True)
    start, losses = time.monotonic(), []

    def on_step(step: int, loss: float) -> None:
        losses.append(loss)
        if step % 100 == 0:
            print(f"{time.monotonic() - start:6.0f} s  step {step}  loss {sum(losses[-100:]) / 100:.3f}", flush=True)
        if every and step % every == 0 and step < steps:
            write(folder / f"step_{step}")
            for name, row in measure(model, tokenizer, 40, 1.0).items():
                print(f"    {name:48}", *(f"{share:3.0f}" for share in row), flush=True)
            model.train()

    def write(place: Path) -> None:
        model.save_pretrained(place)
        tokenizer.save_pretrained(place)

    warm_up(model, tokenizer, ENVIRONMENTS, LEVELS, steps=steps, seed=SEED, on_step=on_step)
    write(folder)
    print(f"wrote {folder} after {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
