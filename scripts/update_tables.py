"""Write the tables of docs/gpus.md, docs/presets.md and docs/evaluation.md anew, between the marks that name them."""

from pathlib import Path

from rlve.evaluation.settings import AnsweringSettings, CalibrationSettings, EvaluationSettings
from rlve.models.hardware import table_lines
from rlve.training.presets import PRESETS, difference_lines, settings_line

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
        "gpus.md": {"transformers": table_lines(vllm=False), "vllm": table_lines(vllm=True)},
        "presets.md": {
            "names": names,
            "settings": settings,
            "small": difference_lines(PRESETS["prorl-1.5b-v2"]),
            "base": difference_lines(PRESETS["qwen2.5-7b"]),
        },
    }


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
