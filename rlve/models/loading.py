"""Load a model: the tiny one of the repository, a local one, the model of a run, one of a hub."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rlve.errors import RequestError
from rlve.extras import need
from rlve.models.memory import gpu
from rlve.registry import HERE
from rlve.runs.files import read_object, write_json
from rlve.runs.folder import RunFolder
from rlve.runs.processes import device

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase


TINY = HERE / "assets" / "tiny"


def load(
    source: str | Path, adapter: str | Path | None = None, *, dtype: str = "auto", load_in_4bit: bool = False
) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """A causal language model and its tokenizer, on the GPU where there is one.

    source: "tiny" (rlve/assets/tiny), a folder, the folder of a training run, or a model's id on the Hugging Face hub.
    adapter: a LoRA adapter for it, folder or id, merged in. A folder that is an adapter itself gives its base with the
    adapter merged in. dtype: of the weights, "bfloat16", "float16", "float32", or "auto", as they were saved (but float16 in
    place of bfloat16 on a GPU that has none). load_in_4bit:
    pack the linear layers into NF4 by bitsandbytes, to train adapters beside them. Raises ValueError where there is no such
    model, and for an adapter that would be merged into packed weights.
    """
    need("torch", "transformers")
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    place = TINY if source == "tiny" else of_run(source)
    config = Path(place) / "adapter_config.json"
    if load_in_4bit and (adapter is not None or config.is_file()):
        raise RequestError(
            "an adapter would be rounded if it were merged into 4-bit weights: merge it into the whole model first"
        )
    if adapter is not None:
        return _merged(*load(source, dtype=dtype), of_run(adapter))
    if config.is_file():
        base = base_of(place)
        try:
            loaded = load(base, dtype=dtype)
        except ValueError as error:
            raise RequestError(
                f"the adapter in {place} was trained upon {base!r}, which cannot be loaded: if it has moved, give its place as "
                f"the model and {place} as the adapter ({error})"
            ) from error
        return _merged(*loaded, place)
    try:
        tokenizer = AutoTokenizer.from_pretrained(place)
        model = AutoModelForCausalLM.from_pretrained(place, dtype=dtype, **(_packed(dtype) if load_in_4bit else {}))
    except (OSError, ValueError) as error:
        raise no_model(source, error) from error
    found = gpu()
    if dtype == "auto" and model.dtype == torch.bfloat16 and found is not None and not found.bf16:
        model = model.half()  # a T4 only imitates bfloat16
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    return model if load_in_4bit else model.to(device()), tokenizer


def no_model(source: str | Path, error: Exception) -> RequestError:
    """What to raise where there is no such model."""
    return RequestError(
        f"no model {str(source)!r}: expected 'tiny', a folder with config.json, weights and tokenizer, or an id on the "
        f"Hugging Face hub ({str(error).splitlines()[0]})"
    )


def _no_adapter(adapter: str | Path) -> RequestError:
    return RequestError(f"no LoRA adapter {str(adapter)!r}: expected a folder with adapter_config.json, or an id on the hub")


def _packed(dtype: str) -> dict[str, Any]:
    """Arguments of from_pretrained for weights in NF4; what is worked out with them is in `dtype`."""
    need("bitsandbytes", extra="quantized")
    import torch
    from transformers import BitsAndBytesConfig

    compute = torch.bfloat16 if dtype == "auto" else getattr(torch, dtype)
    config = BitsAndBytesConfig(
        load_in_4bit=True, bnb_4bit_quant_type="nf4", bnb_4bit_use_double_quant=True, bnb_4bit_compute_dtype=compute
    )
    return {"quantization_config": config, "device_map": {"": device()}}


def base_of(adapter: str | Path) -> str:
    """The model an adapter was trained upon, as it says itself; ValueError where it says none, or where it is no adapter."""
    need("peft")
    from peft import PeftConfig

    try:
        base = PeftConfig.from_pretrained(str(adapter)).base_model_name_or_path
    except (ValueError, OSError) as error:
        raise _no_adapter(adapter) from error
    if not base:
        raise RequestError(
            f"the adapter in {adapter} was trained upon a model that was only in memory: save that model to a folder, and give "
            f"the folder as the model and {adapter} as the adapter"
        )
    return base


def write_base(folder: Path, base: str) -> None:
    """Have the adapter in a folder, if it is one, name its base, so that `load` finds that again."""
    config = folder / "adapter_config.json"
    if config.is_file():
        write_json(config, {**read_object(config), "base_model_name_or_path": base})


def of_run(source: str | Path) -> str | Path:
    """The trained model in the folder of a run; anything else as it is. ValueError for a run that has not saved one, and for
    a path to nothing: a hub would be asked for it again and again.
    """
    run, place = RunFolder(source), Path(source)
    parent = place.parent
    looks_local = str(source).startswith((".", "~")) or place.is_absolute() or len(place.parts) > 2
    if not place.exists() and (looks_local or (parent != Path() and parent.is_dir())):
        near = difflib.get_close_matches(place.name, [one.name for one in parent.iterdir()], n=1) if parent.is_dir() else []
        hint = f": did you mean {parent / near[0]}?" if near else "" if parent.is_dir() else f", nor the folder {parent}"
        raise RequestError(f"there is no model {source}{hint}")
    if not (run.metrics.is_file() and run.exists()):
        return source
    if not run.model.is_dir():
        raise RequestError(f"the run in {source} has no model/ yet: it is saved when training stops; a checkpoint is a model too")
    return run.model


def _merged(model: Any, tokenizer: Any, adapter: str | Path) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    need("peft")
    from peft import PeftModel

    try:
        merged = PeftModel.from_pretrained(model, str(adapter)).merge_and_unload()
        return merged.requires_grad_(True), tokenizer  # peft froze the weights that it stood beside
    except (ValueError, OSError) as error:
        raise _no_adapter(adapter) from error
    except RuntimeError as error:
        raise RequestError(f"the adapter {str(adapter)!r} does not fit the model: it was trained beside another") from error
