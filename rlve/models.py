"""Models: the tiny one of the repository, local ones, those of a hub; and how the tiny one is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from rlve.environment import EVALUATION_SEED, Environment
from rlve.extraction import wrap
from rlve.processes import device
from rlve.registry import resolve
from rlve.runs import RunFolder

if TYPE_CHECKING:
    from transformers import LlamaForCausalLM, PreTrainedModel, PreTrainedTokenizerBase, PreTrainedTokenizerFast

PAD, END = "<|pad|>", "<|end|>"
IGNORED = -100
TINY = Path(__file__).with_name("assets") / "tiny"


def need(*modules: str, extra: str = "train") -> None:
    """Raise a ModuleNotFoundError that says which extra of rlve installs the modules, if one is not there."""
    from importlib.util import find_spec

    if missing := [module for module in modules if find_spec(module) is None]:
        raise ModuleNotFoundError(f"this needs {', '.join(missing)}: pip install 'rlve[{extra}]'", name=missing[0])


def load(
    source: str | Path, adapter: str | Path | None = None, *, dtype: str = "auto", load_in_4bit: bool = False
) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """A causal language model and its tokenizer, on the GPU where there is one.

    source: "tiny" (rlve/assets/tiny), a folder, the folder of a training run, or a model's id on the Hugging Face hub.
    adapter: a LoRA adapter for it, folder or id, merged in. A folder that is an adapter itself gives its base with the
    adapter merged in. dtype: of the weights, "bfloat16", "float16", "float32", or "auto", as they were saved. load_in_4bit:
    pack the linear layers into NF4 by bitsandbytes, to train adapters beside them. Raises ValueError where there is no such
    model, and for an adapter that would be merged into packed weights.
    """
    need("torch", "transformers")
    from transformers import AutoModelForCausalLM, AutoTokenizer

    place = TINY if source == "tiny" else of_run(source)
    config = Path(place) / "adapter_config.json"
    if load_in_4bit and (adapter is not None or config.is_file()):
        raise ValueError("an adapter would be rounded if it were merged into 4-bit weights: merge it into the whole model first")
    if adapter is not None:
        return _merged(*load(source, dtype=dtype), of_run(adapter))
    if config.is_file():
        base = base_of(place)
        try:
            loaded = load(base, dtype=dtype)
        except ValueError as error:
            raise ValueError(
                f"the adapter in {place} was trained upon {base!r}, which cannot be loaded: if it has moved, give its place as "
                f"the model and {place} as the adapter ({error})"
            ) from error
        return _merged(*loaded, place)
    try:
        tokenizer = AutoTokenizer.from_pretrained(place)
        model = AutoModelForCausalLM.from_pretrained(place, dtype=dtype, **(_packed(dtype) if load_in_4bit else {}))
    except (OSError, ValueError) as error:
        raise ValueError(
            f"no model {str(source)!r}: expected 'tiny', a folder with config.json, weights and tokenizer, or an id on the "
            f"Hugging Face hub ({str(error).splitlines()[0]})"
        ) from error
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    return model if load_in_4bit else model.to(device()), tokenizer


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
        raise ValueError(
            f"no LoRA adapter {str(adapter)!r}: expected a folder with adapter_config.json, or an id on the hub"
        ) from error
    if not base:
        raise ValueError(
            f"the adapter in {adapter} was trained upon a model that was only in memory: save that model to a folder, and give "
            f"the folder as the model and {adapter} as the adapter"
        )
    return base


def of_run(source: str | Path) -> str | Path:
    """The trained model in the folder of a run; anything else as it is. ValueError for a run that has not saved one."""
    run = RunFolder(source)
    if not (run.metrics.is_file() and run.exists()):
        return source
    if not run.model.is_dir():
        raise ValueError(f"the run in {source} has no model/ yet: it is saved when training stops; a checkpoint is a model too")
    return run.model


def _merged(model: Any, tokenizer: Any, adapter: str | Path) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    need("peft")
    from peft import PeftModel

    try:
        return PeftModel.from_pretrained(model, str(adapter)).merge_and_unload(), tokenizer
    except (ValueError, OSError) as error:
        raise ValueError(
            f"no LoRA adapter {str(adapter)!r}: expected a folder with adapter_config.json, or an id on the hub"
        ) from error
    except RuntimeError as error:
        raise ValueError(f"the adapter {str(adapter)!r} does not fit the model: it was trained beside another") from error


def examples(
    environments: str | Sequence[str | type[Environment]],
    levels: Sequence[int],
    seed: int,
    style: str = "answer",
    weights: Mapping[str, float] | None = None,
) -> Iterator[tuple[str, str]]:
    """Endless (prompt, marked reference) pairs, levels uniform, never with an evaluation seed.

    weights: how often an environment comes, by name; 1 for those not named.
    """
    classes, random = resolve(environments), Random(seed)
    shares = [weights.get(cls.name, 1.0) for cls in classes] if weights else None
    while True:
        cls = random.choices(classes, shares)[0] if shares else random.choice(classes)
        problem = cls.sample(random.choice(levels), random.randrange(EVALUATION_SEED))
        yield problem.prompt(style), wrap(problem.reference_text, style)


def train_tokenizer(texts: Sequence[str], vocabulary: int = 2048) -> PreTrainedTokenizerFast:
    """Byte-level BPE of at most `vocabulary` entries that splits only at digits and newlines.

    Fixed wording so becomes a few long tokens, and a digit with its leading space is always one.
    """
    need("tokenizers", "transformers")
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(r" ?\d|\n"), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[PAD, END],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token=PAD, eos_token=END, padding_side="left")


def tiny_llama(tokenizer: PreTrainedTokenizerFast, seed: int = 0, **changes: Any) -> LlamaForCausalLM:
    """An untrained Llama of about a million parameters; `changes` go to LlamaConfig. The global random state is kept."""
    need("torch", "transformers")
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    shape = {"hidden_size": 128, "num_hidden_layers": 4, "intermediate_size": 384, "num_attention_heads": 4}
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        max_position_embeddings=1024,
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        **{**shape, **changes},
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = LlamaForCausalLM(config)
    model.generation_config.pad_token_id = tokenizer.pad_token_id
    model.generation_config.eos_token_id = tokenizer.eos_token_id
    return model


def make_tiny(
    environments: str | Sequence[str | type[Environment]],
    levels: Sequence[int],
    *,
    seed: int = 0,
    style: str = "answer",
    **changes: Any,
) -> tuple[LlamaForCausalLM, PreTrainedTokenizerFast]:
    """An untrained `tiny_llama` and a tokenizer made for the statements of some environments."""
    shown = islice(examples(environments, levels, seed + 1, style), 4000)
    tokenizer = train_tokenizer([text for pair in shown for text in pair])
    return tiny_llama(tokenizer, seed, **changes), tokenizer


def warm_up(
    model: LlamaForCausalLM,
    tokenizer: PreTrainedTokenizerFast,
    environments: str | Sequence[str | type[Environment]],
    levels: Sequence[int],
    *,
    steps: int,
    batch: int = 64,
    learning_rate: float = 2e-3,
    rise: int = 200,
    flat: int = 2000,
    seed: int = 0,
    style: str = "answer",
    weights: Mapping[str, float] | None = None,
    on_step: Callable[[int, float], None] = lambda step, loss: None,
) -> None:
    """Teach a model the references of some environments, in place.

    Supervised, loss on answer and end tokens only, levels uniform, environments by `weights`. The learning rate rises over `rise`
    steps, stays until step `flat`, then falls with the square root of the step and is never annealed to zero: a model
    cooled down to certainty leaves reinforcement learning nothing to find. Same arguments, same machine, same number of
    threads: same weights. `on_step(step, loss)` is called after every step of `batch` examples.
    """
    need("torch", "transformers")
    import torch

    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate, betas=(0.9, 0.98), weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / max(1, rise), (flat / (step + 1)) ** 0.5)
    )
    stream = examples(environments, levels, seed, style, weights)
    for step in range(steps):
        rows = sorted((_encode(tokenizer, *next(stream)) for _ in range(batch)), key=lambda row: len(row[0]))
        answer_tokens = sum(label != IGNORED for _, labels in rows for label in labels)
        optimizer.zero_grad()
        loss = 0.0
        quarter = -(-batch // 4)
        for start in range(0, batch, quarter):  # by length: less padding
            part = _loss(model, rows[start : start + quarter], tokenizer.pad_token_id) / answer_tokens
            part.backward()
            loss += part.item()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        on_step(step + 1, loss)


def _encode(tokenizer: PreTrainedTokenizerFast, prompt: str, answer: str) -> tuple[list[int], list[int]]:
    """Token ids and their labels, prompt tokens ignored."""
    asked = tokenizer(prompt, add_special_tokens=False)["input_ids"]
    given = [*tokenizer(answer, add_special_tokens=False)["input_ids"], tokenizer.eos_token_id]
    return asked + given, [IGNORED] * len(asked) + given


def _loss(model: LlamaForCausalLM, rows: list[tuple[list[int], list[int]]], pad: int) -> Any:
    """Summed cross-entropy of the answer tokens; the output layer runs only where there is one."""
    import torch

    length = max(len(ids) for ids, _ in rows)
    # Padding stands on the right, where causal attention never looks: no mask is needed.
    device = model.device
    ids = torch.tensor([ids + [pad] * (length - len(ids)) for ids, _ in rows], device=device)
    labels = torch.tensor([labels + [IGNORED] * (length - len(labels)) for _, labels in rows], device=device)[:, 1:]
    hidden = model.model(input_ids=ids).last_hidden_state[:, :-1]
    wanted = labels != IGNORED
    return torch.nn.functional.cross_entropy(model.lm_head(hidden[wanted]), labels[wanted], reduction="sum")
