"""The tiny model of the repository and how it is made: its tokenizer, its shape, what it is taught."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from rlve.answers.extraction import wrap
from rlve.environment import EVALUATION_SEED, Environment
from rlve.extras import need
from rlve.registry import resolve

if TYPE_CHECKING:
    from transformers import LlamaForCausalLM, PreTrainedTokenizerFast


PAD, END = "<|pad|>", "<|end|>"
IGNORED = -100


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


def teach(
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
