"""Write the tables of docs/gpus.md, evaluation.md, presets.md and settings.md anew, between the marks that name them."""

from pathlib import Path
from typing import Any

from rlve.evaluation.settings import AnsweringSettings, CalibrationSettings, EvaluationSettings
from rlve.models.memory import CLASSES, EXAMPLES, SIZES, memory_need, row
from rlve.training.presets import PRESETS, difference_lines, settings_line
from rlve.training.settings import TrainingSettings

DOCS = Path(__file__).parent.parent / "docs"


def tables() -> dict[str, dict[str, list[str]]]:
    """The lines of each table, by file and mark."""
    names = ["| name | model (hub id, not looked up) | |", "|---|---|---|"]
    names += [f"| `{preset.name}` | `{preset.model}` | {preset.about} |" for preset in PRESETS.values()]
    settings = [f"- `{preset.name}`: {settings_line(preset)}" for preset in PRESETS.values()]
    shared = {f"`{name}`" for name in AnsweringSettings.names()}
    calibration = CalibrationSettings.table_lines()
    own = [line for line in calibration[2:] if line.split()[1] not in shared]
    return {
        "evaluation.md": {"evaluation": EvaluationSettings.table_lines(), "calibration": [*calibration[:2], *own]},
        "gpus.md": {"transformers": gpu_lines(use_vllm=False), "vllm": gpu_lines(use_vllm=True)},
        "presets.md": {
            "names": names,
            "settings": settings,
            "small": difference_lines(PRESETS["prorl-1.5b-v2"]),
            "base": difference_lines(PRESETS["qwen2.5-7b"]),
        },
        "settings.md": {"training": TrainingSettings.table_lines()},
    }


def gpu_rows(*, use_vllm: bool) -> dict[tuple[str, int], dict[str, Any] | None]:
    """The settings of each size of Qwen2.5 on each class of GPUs; None where it does not fit."""
    return {
        (size, kind): row(shape, usable, bf16=kind > 16, use_vllm=use_vllm)
        for size, shape in SIZES.items()
        for kind, usable in CLASSES.items()
    }


def gpu_lines(*, use_vllm: bool) -> list[str]:
    """`gpu_rows` in Markdown. What is the same in all rows stands in the document's text."""
    names = ["dtype", "prompts_per_step", "max_completion_length", "per_device_train_batch_size", "gradient_checkpointing"]
    names += ["vllm_gpu_memory_utilization", "vllm_enable_sleep_mode"] if use_vllm else ["load_in_4bit"]
    lines = [["model", "GPU, GB", *names, "GB computed"], ["---"] * (len(names) + 3)]
    for (size, kind), found in gpu_rows(use_vllm=use_vllm).items():
        cells = ["does not fit", *[""] * len(names)]
        if found is not None:
            cells = [{True: "yes", False: "no"}[found[name]] if type(found[name]) is bool else str(found[name]) for name in names]
            cells.append(f"{memory_need(SIZES[size], found, CLASSES[kind])['peak']:.1f}")
        lines.append([size, f"{kind} ({EXAMPLES[kind]})", *cells])
    return [f"| {' | '.join(cells)} |" for cells in lines]


def written(text: str, parts: dict[str, list[str]]) -> str:
    """`text` with the lines of each part between its marks."""
    for mark, lines in parts.items():
        start, end = f"<!-- {mark} -->", f"<!-- end of {mark} -->"
        if text.count(start) != 1 or text.count(end) != 1:
            raise ValueError(f"expected the marks {start} and {end} once")
        before, _, rest = text.partition(start)
        text = "\n".join([before + start, *lines, end + rest.partition(end)[2]])
    return text


def main() -> None:
    """Rewrite the files."""
    for name, parts in tables().items():
        path = DOCS / name
        path.write_text(written(path.read_text("utf-8"), parts), encoding="utf-8")


if __name__ == "__main__":
    main()
