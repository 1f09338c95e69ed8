"""A model behind an OpenAI-compatible server as what writes the completions of an evaluation."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from rlve.errors import RequestError, UnreachableError
from rlve.extras import need
from rlve.models.backends import Completion, Sampling
from rlve.models.chat import AS_MADE, Prompting

REFUSED = (400, 413, 422)  # statuses by which a server refuses one prompt; it may well take the next
BUSY = (408, 409, 429)  # and those to be tried again, beside all from 500 up
LONGEST_PAUSE = 8.0  # seconds
TRIAL = "Write the word yes."


class Failure(NamedTuple):
    """Why a prompt got no completion.

    kind: "refused" (this prompt is), "denied" (any prompt may be), "trouble" (none came, though asked for again and again).
    """

    kind: str
    words: str
    error: Exception
    retries: int = 0


class NoCompletion(RequestError):
    """The server answered with something that is no completion."""


@dataclass
class ServerBackend:
    """A model behind an OpenAI-compatible server (vLLM, llama.cpp, Ollama, SGLang, OpenAI ...), asked in parallel.

    url: where its API begins, such as http://localhost:8000/v1. model: its name there. prompting: chat messages unless it says
    plain text, which goes to /completions; chat_template_kwargs are passed on to servers that know them (vLLM, SGLang).
    at_once: requests in flight. The key is taken from OPENAI_API_KEY. Where the server's template has opened the thinking
    itself, only the server knows: let it part thoughts from answers, or completions cut off in their thoughts count as read.

    A request that fails is tried again, `retries` times with growing pauses, and so is one without a reply after `timeout`
    seconds. A prompt that the server refuses while it answers others gets an empty completion that counts as cut off, with the
    reason. ConnectionError where none of the first prompts is answered, or where the server has gone.
    """

    url: str
    model: str
    sampling: Sampling = Sampling()
    prompting: Prompting = AS_MADE
    at_once: int = 16
    retries: int = 5
    timeout: float = 600.0

    def __post_init__(self) -> None:
        need("openai", extra="server")
        from openai import OpenAI

        self.chat = self.prompting.chat is not False
        if self.prompting.chat_template_kwargs and not self.chat:
            raise RequestError("chat_template_kwargs go to a chat template, and the prompts are plain text: leave them out")
        if not self.url.startswith(("http://", "https://")):
            raise RequestError(f"the server's address should begin with http:// or https://, got {self.url!r}")
        key = os.environ.get("OPENAI_API_KEY") or "none"
        try:
            self.client = OpenAI(base_url=self.url, api_key=key, max_retries=0, timeout=self.timeout)
        except Exception as error:  # of the library under it, which has several names
            raise RequestError(f"{self.url!r} is no address of a server: {error}") from error
        self.length_name = "max_tokens"
        self.answered = False

    def complete(self, prompts: Sequence[str], first: int) -> list[Completion]:
        """One completion for each prompt, in order."""
        replies = self._all(prompts, first)
        failures = [one for one in replies if isinstance(one, Failure)]
        self.answered |= len(failures) < len(replies)
        if failures and not self._goes_on(failures, all_failed=len(failures) == len(replies), first=first):
            worst = next((one for one in failures if one.kind != "refused"), failures[0])
            raise UnreachableError(f"no completion from {self.model} at {self.url}: {worst.words}") from worst.error
        return [Completion("", 0, True, one.words, one.retries) if isinstance(one, Failure) else one for one in replies]

    def describe(self) -> dict[str, Any]:
        """The backend, and its patience; not the address, for the same model may move."""
        return {"backend": "server", "retries": self.retries, "timeout": self.timeout}

    def _goes_on(self, failures: list[Failure], *, all_failed: bool, first: int) -> bool:
        """Whether failures belong to their prompts, and not to the server: it answers others, or one more on trial."""
        from openai import OpenAIError

        if all_failed and first == 0:
            return False
        if self.answered and all(one.kind == "refused" for one in failures):
            return True
        try:
            self._request(TRIAL, 0)
        except (OpenAIError, ValueError, RecursionError):
            return False
        return True

    def _all(self, prompts: Sequence[str], first: int) -> list[Completion | Failure]:
        """Replies to all prompts. The threads are daemons: a server that is silent keeps nobody from leaving."""
        todo: SimpleQueue[int] = SimpleQueue()
        done: SimpleQueue[tuple[int, Completion | Failure | BaseException]] = SimpleQueue()
        for place in range(len(prompts)):
            todo.put(place)
        stop = threading.Event()

        def work() -> None:
            while not stop.is_set():
                try:
                    place = todo.get_nowait()
                except Empty:
                    return
                try:
                    done.put((place, self._ask(prompts[place], first + place, stop)))
                except BaseException as error:  # raised again where it is read
                    done.put((place, error))

        for _ in range(min(self.at_once, len(prompts))):
            threading.Thread(target=work, daemon=True).start()
        replies: dict[int, Completion | Failure] = {}
        try:
            while len(replies) < len(prompts):
                try:
                    place, reply = done.get(timeout=0.5)  # without an end Windows would not hear Ctrl-C
                except Empty:
                    continue
                if isinstance(reply, BaseException):
                    raise reply
                replies[place] = reply
        finally:
            stop.set()
        return [replies[place] for place in range(len(prompts))]

    def _ask(self, prompt: str, place: int, stop: threading.Event) -> Completion | Failure:
        """The reply to a prompt, asked for again after an error or a time-out."""
        from openai import APIStatusError, OpenAIError

        for retry in range(self.retries + 1):
            try:
                return self._request(prompt, place)._replace(retries=retry)
            except APIStatusError as error:
                failure = Failure(_kind(error.status_code), _words(error), error, retry)
                pause = _asked_pause(error.response.headers)
            except (OpenAIError, ValueError, RecursionError) as error:  # the latter two: no JSON, or no completion
                failure, pause = Failure("trouble", _words(error), error, retry), None
            if failure.kind != "trouble" or retry == self.retries:
                return failure
            if stop.wait(min(LONGEST_PAUSE, 0.5 * 2**retry) if pause is None else pause):
                return failure
        return failure

    def _request(self, prompt: str, place: int) -> Completion:
        from openai import BadRequestError

        used = self.length_name
        try:
            reply = self._create(prompt, place, used)
        except BadRequestError as error:
            if used != "max_tokens" or not self.chat or "max_completion_tokens" not in str(error):
                raise
            self.length_name = "max_completion_tokens"  # what newer models of OpenAI ask for
            reply = self._create(prompt, place, self.length_name)
        try:
            choice, usage = reply.choices[0], reply.usage
            text = message_text(choice.message) if self.chat else choice.text
            if not isinstance(text, str):
                raise TypeError
            tokens = getattr(usage, "completion_tokens", None)
            counted = type(tokens) is int and tokens >= 0
            return Completion(text, tokens if counted else None, choice.finish_reason == "length")
        except (AttributeError, IndexError, KeyError, TypeError):
            raise NoCompletion(f"{self.url} answered with something that is no completion: {str(reply)[:200]}") from None

    def _create(self, prompt: str, place: int, length_name: str) -> Any:
        how = self.sampling
        settings: dict[str, Any] = {"model": self.model, length_name: how.max_completion_length, "seed": how.seed + place}
        if how.temperature is not None:
            settings |= {"temperature": how.temperature, "top_p": how.top_p}
        elif how.top_p < 1:
            settings["top_p"] = how.top_p
        if not self.chat:
            return self.client.completions.create(prompt=self.prompting.plain(prompt), **settings)
        if self.prompting.chat_template_kwargs:
            settings["extra_body"] = {"chat_template_kwargs": dict(self.prompting.chat_template_kwargs)}
        create: Callable[..., Any] = self.client.chat.completions.create
        return create(messages=self.prompting.messages(prompt), **settings)


def message_text(message: Any) -> str:
    """The text of a message of the chat protocol: a text, a list of parts, a refusal, or nothing."""
    content = message.content
    parts = content if isinstance(content, list) else [content]
    texts = []
    for part in parts:
        if isinstance(part, dict):  # parts of other types, such as thoughts, are no answer
            part = part.get(part.get("type", "text")) if part.get("type", "text") in ("text", "refusal") else None
        if part is not None and not isinstance(part, str):
            raise TypeError
        texts.append(part or "")
    refusal = getattr(message, "refusal", None)
    return "".join(texts) or (refusal if isinstance(refusal, str) else "")


def _kind(status: int) -> str:
    if status in REFUSED:
        return "refused"
    return "trouble" if status in BUSY or status >= 500 else "denied"


def _words(error: Exception) -> str:
    words = str(error)
    if getattr(error, "status_code", None) in REFUSED and "temperature" in words:
        words += " (leave it to the server: --temperature server)"
    return words


def _asked_pause(headers: Any) -> float | None:
    """The seconds that a server asks to wait, a minute at most; None where it says none."""
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        try:
            return min(60.0, max(0.0, float(headers[name]) / unit))
        except (KeyError, ValueError):
            continue
    return None
