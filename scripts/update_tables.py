"""Write the tables of the documents anew, between the marks that name them: settings, GPUs, presets, the first rung."""

import json
from collections.abc import Callable
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from rlve.evaluation.probe import Rung, load_probe
from rlve.evaluation.settings import AnsweringSettings, CalibrationSettings, EvaluationSettings, ProbeSettings
from rlve.models.memory import CLASSES, EXAMPLES, SIZES, memory_need, row
from rlve.settings import Settings
from rlve.training.presets import PRESETS, difference_lines, settings_line
from rlve.training.settings import TrainingSettings, WarmUpSettings

DOCS = Path(__file__).parent.parent / "docs"
PROBED = ("first 77", "next 59", "third 56", "fourth 63", "fifth 60", "sixth 60", "last 25")
"""Sets of environments in the order in which they were built, each with a file in docs/data/first_rung."""


def tables() -> dict[str, dict[str, list[str]]]:
    """The lines of each table, by file and mark."""
    names = ["| name | model (hub id, not looked up) | |", "|---|---|---|"]
    names += [f"| `{preset.name}` | `{preset.model}` | {preset.about} |" for preset in PRESETS.values()]
    settings = [f"- `{preset.name}`: {settings_line(preset)}" for preset in PRESETS.values()]
    shared = {f"`{name}`" for name in AnsweringSettings.names()}
    own = {
        name: [*setting_lines(kind)[:2], *(line for line in setting_lines(kind)[2:] if line.split()[1] not in shared)]
        for name, kind in (("calibration", CalibrationSettings), ("probe", ProbeSettings))
    }
    return {
        "evaluation.md": {"evaluation": setting_lines(EvaluationSettings), **own},
        "first_rung.md": rung_tables(),
        "gpus.md": {"transformers": gpu_lines(use_vllm=False), "vllm": gpu_lines(use_vllm=True)},
        "presets.md": {
            "names": names,
            "settings": settings,
            "small": difference_lines(PRESETS["prorl-1.5b-v2"]),
            "base": difference_lines(PRESETS["qwen2.5-7b"]),
        },
        "settings.md": {"training": setting_lines(TrainingSettings)},
        "warm_up.md": {"warm-up": setting_lines(WarmUpSettings)},
    }


def setting_lines(settings: type[Settings]) -> list[str]:
    """All settings of a class; a star for those that a resumed run may change."""
    lines = ["| setting | default | values | meaning |", "|---|---|---|---|"]
    for item in fields(settings):
        about = item.metadata
        default = "" if item.default is MISSING else default_words(item.default, about["unset"])
        star = " \\*" if about["may_change"] else ""
        values = about["kind"].expected.replace("|", "\\|")
        lines.append(f"| `{item.name}`{star} | {default} | {values} | {about['help']} |")
    return lines


def default_words(default: Any, unset: str) -> str:
    """A default as a table shows it."""
    if default is None:
        return unset or "none"
    if isinstance(default, tuple):
        return f"`{','.join(default)}`"
    return f"`{str(default).lower()}`" if isinstance(default, bool) else f"`{default}`"


def rung_tables() -> dict[str, list[str]]:
    """What docs/data/first_rung holds: a line a probe, and a line an environment."""
    data = DOCS / "data" / "first_rung"
    guesses = json.loads((data / "best_guess.json").read_text("utf-8"))
    before = {name: load_probe(data / f"{name.replace(' ', '_')}_before.jsonl") for name in PROBED}
    after = load_probe(data / "first_77_after.jsonl")
    probes: dict[str, list[Rung]] = {}
    for name, rungs in before.items():
        probes |= {f"{name}, level {level}": [rung for rung in rungs if rung.level == level] for level in (0, 1)}
        probes[f"{name}, both levels"] = rungs
    probes["first 77 after the warm-up, level 0"] = after
    figures = {name: rung_figures(rungs, guesses) for name, rungs in probes.items()}
    heading = ["probe", *next(iter(figures.values()))]
    summary = [f"| {' | '.join(heading)} |", "|---" * len(heading) + "|"]
    summary += [f"| {name} | {' | '.join(found.values())} |" for name, found in figures.items()]
    short = ("right", "infeasible", "unparsable", "mixed", "best guess")
    heading = ["environment", *short, *[f"1: {word}" for word in short], *[f"after: {word}" for word in short[:-1]]]
    lines = [f"| {' | '.join(heading)} |", "|---" * len(heading) + "|"]
    cells: dict[str, list[str]] = {}
    for rung in [rung for rungs in before.values() for rung in rungs]:
        cells.setdefault(rung.environment, []).extend([*shares_of(rung), f"{100 * guesses[rung.environment][rung.level]:.0f}"])
    for rung in after:
        cells[rung.environment].extend(shares_of(rung))
    lines += [f"| {' | '.join([name, *some, *[''] * (len(heading) - 1 - len(some))])} |" for name, some in cells.items()]
    return {"summary": summary, "environments": lines}


def shares_of(rung: Rung) -> list[str]:
    """Right, infeasible, unparsable, and groups with right and other completions, in per cent."""
    return [f"{100 * share:.0f}" for share in (rung.share("c"), rung.share("i"), rung.share("u"), rung.learnable)]


def rung_figures(rungs: list[Rung], guesses: dict[str, list[float]]) -> dict[str, str]:
    """The figures of a probe: how many environments, at one of their levels or (readable) at each; the share of completions."""
    number = sum(rung.completions for rung in rungs)
    names = {rung.environment for rung in rungs}

    def share(letter: str, reading: str = "statuses") -> str:
        return f"{100 * sum(group[reading].count(letter) for rung in rungs for group in rung.groups) / number:.1f} %"

    def environments(holds: Callable[[Rung], bool]) -> int:
        return len({rung.environment for rung in rungs if holds(rung)})

    return {
        "a right answer": f"{environments(lambda rung: rung.share('c') > 0)} of {len(names)}",
        "above the best guess": str(environments(lambda rung: rung.share("c") > guesses[rung.environment][rung.level])),
        "5 % readable and feasible": str(len(names) - environments(lambda rung: rung.share("i") + rung.share("u") > 0.95)),
        "mixed groups": str(environments(lambda rung: rung.learnable > 0)),
        "mixed rewards": str(environments(lambda rung: rung.rewarding > 0)),
        "right": share("c"),
        "lenient": share("c", "lenient"),
        "infeasible": share("i"),
        "unparsable": share("u"),
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
