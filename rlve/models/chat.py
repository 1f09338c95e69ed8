"""How a prompt is put to a model: as a chat message through its tokenizer's template, or as plain text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rlve.answers.extraction import check_style
from rlve.errors import RequestError
from rlve.runs.folder import run_of

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

    from rlve.environment import Environment

THINK = "<think>"
MARKS = {"answer": ("<answer>", "</answer>"), "boxed": ("\\boxed",)}
"""What the judge reads of a completion, by style; thoughts are marked in both."""


@dataclass(frozen=True, kw_only=True)
class Prompting:
    """How a run asks its questions: the same in training, evaluation and calibration, whoever writes the completions.

    style: where the prompt asks for the answer, "answer" or "boxed".
    chat: True for a chat message, False for plain text, None as the tokenizer is made: a message where it has a chat template.
    system_prompt: the system message; in plain text it stands before the prompt, with a blank line between.
    chat_template_kwargs: more arguments of the template, such as {"enable_thinking": False}.
    shots: worked examples, (question, answer), put before each question as turns of the chat.
    """

    style: str = "answer"
    chat: bool | None = None
    system_prompt: str | None = None
    chat_template_kwargs: Mapping[str, Any] = field(default_factory=dict)
    shots: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        check_style(self.style)

    def is_chat(self, tokenizer: PreTrainedTokenizerBase) -> bool:
        """Whether prompts are chat messages; ValueError where that is asked for and there is no template."""
        template = bool(tokenizer.chat_template)
        if self.chat and not template:
            raise RequestError("this tokenizer has no chat template: ask in plain text, or take the instruct model of the family")
        chat = template if self.chat is None else self.chat
        if self.chat_template_kwargs and not chat:
            raise RequestError("chat_template_kwargs go to a chat template, and the prompts are plain text: leave them out")
        return chat

    def check_marks(self, tokenizer: PreTrainedTokenizerBase) -> None:
        """ValueError where a mark that the judge reads is a special token of the tokenizer: decoding would lose it."""
        special = {str(token) for token in tokenizer.all_special_tokens}
        special |= {token.content for token in tokenizer.added_tokens_decoder.values() if token.special}
        for mark in (*MARKS[self.style], THINK, "</think>"):
            if mark in special:
                raise RequestError(
                    f"{mark} is a special token of this tokenizer, so that no completion would show it to the judge: make it an "
                    "ordinary token (AddedToken(..., special=False)), or take the other style of marks"
                )

    def special_tokens(self, tokenizer: PreTrainedTokenizerBase) -> bool:
        """Whether the tokenizer is to add its own tokens, such as a first one: a chat template writes them itself."""
        return not self.is_chat(tokenizer)

    def question(self, problem: Environment | str) -> str:
        """The prompt of a problem in the style of the run; a prompt as it is."""
        return problem if isinstance(problem, str) else problem.prompt(self.style)

    def messages(self, problem: Environment | str) -> list[dict[str, str]]:
        """The problem, or a prompt, as a user message, the system prompt and the worked examples before it."""
        system = [] if self.system_prompt is None else [("system", self.system_prompt)]
        turns = [turn for question, answer in self.shots for turn in (("user", question), ("assistant", answer))]
        return [{"role": role, "content": text} for role, text in (*system, *turns, ("user", self.question(problem)))]

    def plain(self, problem: Environment | str) -> str:
        """The problem, or a prompt, as plain text, the system prompt and the worked examples before it."""
        system = [] if self.system_prompt is None else [self.system_prompt]
        return "\n\n".join([*system, *(f"{question}\n{answer}" for question, answer in self.shots), self.question(problem)])

    def text(self, tokenizer: PreTrainedTokenizerBase, problem: Environment | str) -> str:
        """What the model reads before it writes; ValueError where the template refuses the messages."""
        if not self.is_chat(tokenizer):
            return self.plain(problem)
        from jinja2 import TemplateError

        try:
            return tokenizer.apply_chat_template(
                self.messages(problem), tokenize=False, add_generation_prompt=True, **self.chat_template_kwargs
            )
        except TemplateError as error:
            raise RequestError(
                f"the model's chat template refuses the messages ({error}): some know no system prompt, so leave it out"
            ) from error

    def opening(self, tokenizer: PreTrainedTokenizerBase) -> str:
        """What the template has written of the model's turn that belongs to its answer: "<think>", or nothing.

        Put before a completion, it tells thoughts from an answer where the completion was cut off before "</think>".
        """
        return THINK if self.text(tokenizer, "?").rstrip().endswith(THINK) else ""

    def as_settings(self) -> dict[str, Any]:
        """The same by the names of a settings class, JSON-ready; None where nothing was asked for. Without shots."""
        return {
            "style": self.style,
            "chat": self.chat,
            "system_prompt": self.system_prompt,
            "chat_template_kwargs": dict(self.chat_template_kwargs) or None,
        }


AS_MADE = Prompting()
"""As the tokenizer is made, without a system prompt."""


def trained_prompting(source: str | Path) -> Prompting:
    """How the prompts of a run were put; by default for what is no run."""
    run = run_of(source)
    if run is None:
        return AS_MADE
    return prompting_of(run.config()["settings"])


def prompting_of(settings: Mapping[str, Any]) -> Prompting:
    """How settings, by their names, have the questions asked; what is missing is as by default."""
    template = settings.get("chat_template_kwargs")
    return Prompting(
        style=settings.get("style", "answer"),
        chat=settings.get("chat"),
        system_prompt=settings.get("system_prompt"),
        chat_template_kwargs=template if isinstance(template, dict) else {},
    )
