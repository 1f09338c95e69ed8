"""The settings of evaluation, calibration and probe (see `rlve.settings`), by TRL's names where it has one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from rlve.answers.extraction import MARKERS
from rlve.errors import RequestError
from rlve.evaluation.shots import worked_examples
from rlve.models.backends import Sampling
from rlve.models.chat import Prompting, prompting_of
from rlve.runs.folder import absolute
from rlve.settings import Flag, JsonObject, Kind, Levels, Number, Place, Settings, TextOrFile, Whole, Word, Words, setting

SERVERS_OWN = "server"
"""As a temperature: the server's own, left out of the requests."""


class Temperature(Number):
    """A temperature, or the word that leaves it to the server."""

    def __init__(self) -> None:
        super().__init__(0)
        self.expected += f", or {SERVERS_OWN} (left out of the requests to one)"

    def check(self, value: Any) -> Any:
        return value if value == SERVERS_OWN else super().check(value)

    def parse(self, text: str) -> Any:
        return text if text == SERVERS_OWN else super().parse(text)


@dataclass(frozen=True)
class AnsweringSettings(Settings):
    """Which model answers, where it runs, and how it is asked."""

    model: str = setting("tiny", Kind(), "tiny, a run, a folder, an id on the Hugging Face hub; with base_url its name there.")
    adapter: str | None = setting(None, Kind(), "A LoRA adapter for the model: a folder, a run, or a hub id.")
    base_url: str | None = setting(
        None, Kind(), "Ask an OpenAI-compatible server instead: http://localhost:8000/v1", may_change=True
    )
    backend: str = setting("transformers", Word("transformers", "vllm"), "What runs the model here: docs/vllm.md.")
    max_completion_length: int = setting(512, Whole(1), "Tokens of a completion at most.")
    batch_size: int = setting(64, Whole(1), "Prompts at once.")
    style: str = setting("answer", Word(*MARKERS), "How answers are marked.")
    chat: bool | None = setting(
        None, Flag(), "Prompts as chat messages, or as plain text.", unset="as the tokenizer is made; a server: chat"
    )
    system_prompt: str | None = setting(None, TextOrFile(), "The system message; @FILE reads it from a file.")
    chat_template_kwargs: dict[str, Any] | None = setting(None, JsonObject(), "More arguments of the chat template.")
    seed: int = setting(0, Whole(0, 2**32 - 1), "Of the sampling, not of the problems.")

    renamed: ClassVar = {"completion_length": "max_completion_length", "plain": "no_chat"}

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.base_url is not None and self.backend != "transformers":
            raise RequestError("backend says what runs the model here, and base_url that a server does: leave one of them out")
        if self.base_url is not None and self.adapter is not None:
            raise RequestError("a server loads adapters itself: give the name under which it serves the adapter as the model")

    @property
    def name(self) -> str:
        """The model, and its adapter."""
        return self.model + (f" + {self.adapter}" if self.adapter else "")

    def prompting(self) -> Prompting:
        """How the model is asked."""
        return prompting_of(vars(self))

    def sampling(self) -> Sampling:
        """How the completions are drawn: at temperature 1, as in training, if nothing else is said."""
        return Sampling(1.0, 1.0, self.max_completion_length, self.seed)


@dataclass(frozen=True)
class EvaluationSettings(AnsweringSettings):
    """All settings of an evaluation. None stands for a choice by the others."""

    environments: tuple[str, ...] | None = setting(
        None, Words(), "Names, collections, rooms or files; repeatable.", unset="by set, or those of the run", short="-e"
    )
    problem_set: str | None = setting(
        None, Word("heldout", "in-distribution"), "A standard set.", unset="heldout, or your own", option="--set"
    )
    levels: tuple[int, int] | None = setting(None, Levels(), "Levels of a set of your own.", unset="0-4")
    problems: int | None = setting(None, Whole(1), "Problems of each environment.", unset="50; in-distribution: 200")
    temperature: float | str = setting(0.0, Temperature(), "0 is greedy.")
    top_p: float = setting(1.0, Number(0, 1, above=True), "Of the sampling.")
    output_dir: str | None = setting(None, Place(), "Where it is kept.", unset="evaluations/MODEL-...-DATE-TIME")

    renamed: ClassVar = {**AnsweringSettings.renamed, "folder": "output_dir"}

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.temperature == SERVERS_OWN and self.base_url is None:
            raise RequestError("only a server (base_url) has a temperature of its own: give one")
        if self.problem_set == "heldout" and (self.environments or self.levels):
            raise RequestError("the heldout set has environments and levels of its own: leave out --set, or the others")
        if self.problem_set == "in-distribution" and self.levels:
            raise RequestError("the in-distribution set has levels 0-19: leave out --set, or --levels")

    def sampling(self) -> Sampling:
        """How the completions are drawn."""
        temperature = None if self.temperature == SERVERS_OWN else float(self.temperature)
        return Sampling(temperature, self.top_p, self.max_completion_length, self.seed)

    def with_absolute_paths(self) -> Self:
        """The same from whatever folder it is gone on with."""
        return replace(
            self,
            model=self.model if self.base_url else absolute(self.model),
            adapter=self.adapter and absolute(self.adapter),
            environments=self.environments and tuple(absolute(name) for name in self.environments),
        )


@dataclass(frozen=True)
class CalibrationSettings(AnsweringSettings):
    """All settings of a calibration."""

    environments: tuple[str, ...] = setting(("STARTER",), Words(), "Names, collections, rooms or files; repeatable.", short="-e")
    seed: int = setting(0, Whole(0, 2**32 - 1), "Of the problems and the sampling.")
    rounds: int = setting(8, Whole(1), "Problems of each environment at most.")
    num_generations: int = setting(4, Whole(1), "Completions of each problem.")

    renamed: ClassVar = {**AnsweringSettings.renamed, "rollouts": "num_generations"}


@dataclass(frozen=True)
class ProbeSettings(AnsweringSettings):
    """All settings of a probe."""

    environments: tuple[str, ...] = setting(("STARTER",), Words(), "Names, collections, rooms or files; repeatable.", short="-e")
    levels: tuple[int, int] = setting("0-1", Levels(), "Levels that are asked; those that an environment has.")
    problems: int = setting(8, Whole(1), "Problems of each environment and level, all different.")
    num_generations: int = setting(4, Whole(2), "Completions of each problem.")
    temperature: float = setting(1.0, Number(0, above=True), "Of the sampling; a training samples at 1.")
    shots: int = setting(0, Whole(0, 16), "Worked examples put before each question, as turns of the chat.")
    output: str | None = setting(
        None, Place(), "A file, a line an environment: the same command goes on with it.", unset="none is kept", short="-o"
    )

    renamed: ClassVar = {**AnsweringSettings.renamed, "rollouts": "num_generations"}

    def prompting(self) -> Prompting:
        """How the model is asked, with the worked examples."""
        return replace(super().prompting(), shots=worked_examples(self.shots, self.style))

    def sampling(self) -> Sampling:
        """How the completions are drawn."""
        return replace(super().sampling(), temperature=self.temperature)
