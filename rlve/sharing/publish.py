"""A trained model as others can use it: a folder with a card that says what was done and measured, and its upload."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rlve._address import REPOSITORY
from rlve.errors import RequestError, UnreachableError
from rlve.evaluation import Evaluation
from rlve.evaluation.report import accuracy_table, indented, markdown_table, measured_how
from rlve.extras import need
from rlve.models.chat import trained_prompting
from rlve.models.loading import base_of, of_run, write_base
from rlve.runs.files import replace_text
from rlve.runs.folder import RunFolder, check_empty, run_of
from rlve.runs.records import with_levels
from rlve.sharing.adapters import merge

CARD = "README.md"
LISTED = 20  # environments; more are only counted
FILES = (
    "*.safetensors",
    "*.safetensors.index.json",
    "config.json",
    "generation_config.json",
    "adapter_config.json",
    "tokenizer*",
    "special_tokens_map.json",
    "added_tokens.json",
    "vocab.*",
    "merges.txt",
    "chat_template*",
)
"""What belongs to a model; the rest of a checkpoint (optimiser, arguments with the paths of a machine) stays where it is."""


def prepare(
    source: str | Path,
    folder: str | Path,
    name: str,
    *,
    merged: bool = False,
    base: str | None = None,
    evaluations: Sequence[Evaluation] = (),
) -> Path:
    """Write the folder that is to be published: the model of a run, and its card.

    source: the folder of a run, its model/ or a checkpoint. name: ORG/NAME. merged: the whole model instead of the adapter.
    base: where others find the base, by default where the run found it. evaluations: shown on the card.
    Raises ValueError where this is no run, or the base is a place that only this machine knows; FileExistsError where the
    folder holds something.
    """
    check_name(name)
    run = run_of(source)
    if run is None:
        raise RequestError(f"{source} is not the folder of a training run: the card says what was trained, so it needs one")
    place, folder = Path(of_run(source)), Path(folder)
    check_empty(folder)
    is_adapter = (place / "adapter_config.json").is_file()
    if merged and not is_adapter:
        raise RequestError(f"{place} holds no adapter: a model trained with all its weights is whole already, leave out merged")
    known = base or (base_of(place) if is_adapter else run.config()["settings"]["model"])
    if is_adapter and not merged and not is_hub_id(known):
        raise RequestError(
            f"the adapter was trained upon {known}, which others do not have: say where they find the same model "
            "(--base ORG/NAME), or publish the whole model (--merged)"
        )
    if merged:
        merge(place, folder)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        for path in sorted({path for pattern in FILES for path in place.glob(pattern)}):
            shutil.copy2(path, folder / path.name)
    if is_adapter and not merged:
        write_base(folder, known)
    replace_text(folder / CARD, card(run, place, name, known, adapter=is_adapter and not merged, evaluations=evaluations))
    return folder


def upload(folder: str | Path, name: str, *, private: bool = False) -> str:
    """Put a folder on the Hugging Face hub, as it stands, and return its address. ConnectionError where the hub refuses or
    cannot be reached, ValueError for a card that speaks of another name.
    """
    check_name(name)
    written = Path(folder) / CARD
    if written.is_file() and name not in written.read_text("utf-8"):
        raise RequestError(f"the card in {folder} was written for another name than {name}: remove the folder and write it anew")
    need("huggingface_hub")
    from httpx import HTTPError
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, LocalTokenNotFoundError

    api = HfApi()
    try:
        url = api.create_repo(name, private=private, exist_ok=True)
        api.upload_folder(repo_id=name, folder_path=str(folder), commit_message="Trained with rlve")
    except (HfHubHTTPError, LocalTokenNotFoundError) as error:
        raise UnreachableError(
            f"the hub took no {name}: {str(error).splitlines()[0]} (log in with `hf auth login`, by a token that may write there)"
        ) from error
    except (HTTPError, ConnectionError) as error:
        raise UnreachableError(f"the hub cannot be reached ({error}): {folder} stays as it is, try again later") from error
    return str(url)


def check_name(name: str) -> str:
    """Return `name` if it is ORG/NAME, else raise ValueError."""
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", name):
        raise RequestError(f"expected a name on the hub such as ORG/NAME, got {name!r}")
    return name


def is_hub_id(base: str) -> bool:
    """Whether this can be a model's id on the hub: not a folder here, and of the form ORG/NAME (older models: NAME)."""
    return base != "tiny" and not Path(base).exists() and re.fullmatch(r"([\w.-]+/)?[\w.-]+", base) is not None


def card(run: RunFolder, place: Path, name: str, base: str, *, adapter: bool, evaluations: Sequence[Evaluation] = ()) -> str:
    """The model card: what was trained upon what, how, what was measured, versions, how to load it."""
    need("huggingface_hub", "jinja2")
    from huggingface_hub import ModelCard, ModelCardData

    config, history = run.config(), list(with_levels(run.history()))
    step = int(place.name.split("-")[1]) if place.name.startswith("checkpoint-") else history[-1]["step"]
    known = base if is_hub_id(base) else Path(base).name
    data = ModelCardData(
        base_model=known if is_hub_id(base) else None,
        library_name="peft" if adapter else "transformers",
        pipeline_tag="text-generation",
        tags=["rlve", "grpo", "trl", *(["lora"] if adapter else [])],
    )
    rows = _training(config, [record for record in history if record["step"] <= step])
    made = ModelCard.from_template(
        data,
        template_path=str(Path(__file__).with_name("card.md")),
        name=name,
        kind=f"A LoRA adapter for {known}" if adapter else f"{known}, trained further",
        repository=REPOSITORY,
        training="\n".join(markdown_table(["what", "value"], rows)),
        measured="\n\n".join(_measured(one, trained_prompting(run.path).system_prompt) for one in evaluations),
        adapter=adapter,
        base=known,
        how_to_ask="\n".join(_how_to_ask(run)),
        versions=", ".join(f"{package} {version}" for package, version in config["versions"].items()),
    )
    return f"{made}\n"


def _training(config: Mapping[str, Any], done: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    settings, scheduler = config["settings"], dict(config["scheduler"])
    rule = f"{scheduler.pop('algorithm')} ({', '.join(f'{name} {value}' for name, value in scheduler.items())})"
    names, options, rank = config["environments"], settings.get("trl") or {}, settings["lora_r"]
    few = len(names) <= LISTED
    levels = {name: high for name, (_, high) in done[-1].get("levels", {}).items()} if few else {}
    schedule = options.get("lr_scheduler_type", "falling to 0")
    own = f"{config['own_rows']}, {settings['own_share']:g} of the prompts" if config.get("own_rows") else ""
    seconds = sum(record.get("seconds", 0.0) for record in done)
    rows = {
        "environments": f"{len(names)}: {', '.join(names)}" if few else f"{len(names)}",
        "scheduler": rule,
        "highest levels in the end": ", ".join(f"{name} {high}" for name, high in levels.items()),
        "steps": f"{done[-1]['step']} of {settings['max_steps']}",
        "a step": f"{settings['prompts_per_step']} prompts x {settings['num_generations']} rollouts",
        "completion length": f"{settings['max_completion_length']} tokens",
        "learning rate": f"{settings['learning_rate']:g}, {schedule}",
        "trained weights": f"LoRA of rank {rank}" if rank else "all",
        "rewards": "partial" if settings["shaped"] else "binary",
        "seed": f"{settings['seed']}",
        "options of TRL": ", ".join(f"{name}={value}" for name, value in options.items()),
        "rows of another dataset": own,
        "time of all steps": f"{seconds / 3600:.2f} h" if seconds else "",
    }
    return [[name, value] for name, value in rows.items() if value]


def _measured(evaluation: Evaluation, system_prompt: str | None) -> str:
    """What was measured how, and its table. system_prompt: that of the training."""
    own, more = evaluation.config["settings"].get("system_prompt"), {}
    if system_prompt or own:
        more["system_prompt"] = "as in training" if own == system_prompt else "not as in training"
    unfinished = "" if evaluation.finished else f" **Not finished: {len(evaluation.records)} problems.**"
    table = "\n".join(markdown_table(*accuracy_table(evaluation, short=True)))
    return (
        f"**{Path(evaluation.config['model']).name}** on {evaluation.config['problem_set']['name']}: "
        f"{measured_how(evaluation, **more)}. Accuracy with Wilson's 95 % interval.{unfinished}\n\n{table}"
    )


def _how_to_ask(run: RunFolder) -> list[str]:
    """How prompts were put in training: a model is at its best when it is asked the same way."""
    prompting = trained_prompting(run.path)
    marks = "between `<answer>` and `</answer>`" if prompting.style == "answer" else "inside `\\boxed{}`"
    form = {None: "as the tokenizer is made", True: "as chat messages", False: "as plain text"}[prompting.chat]
    lines = [f"Prompts were put {form}, and answers asked for {marks}."]
    if prompting.chat_template_kwargs:
        lines.append(f"The chat template got `{json.dumps(dict(prompting.chat_template_kwargs))}`.")
    if prompting.system_prompt:
        lines += ["The system prompt was:", "", *indented(prompting.system_prompt)]
    return lines
