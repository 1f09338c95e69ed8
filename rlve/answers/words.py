"""One of a few words, and words over an alphabet."""

from collections.abc import Mapping
from typing import Any

from rlve.answers.base import DRESS, EMPTY, AnswerFormat, in_short, strip_brackets, undress, with_noun
from rlve.verdict import Infeasible, Unparsable


class Choice(AnswerFormat):
    """One of a few words, in any case."""

    def __init__(self, *options: str) -> None:
        if len({option.casefold() for option in options}) < len(options) or len(options) < 2:
            raise TypeError("Choice needs two or more options that differ in more than case")
        self.options = options
        self.limit = max(map(len, options)) + DRESS

    def read(self, text: str) -> str:
        words = {option.casefold(): option for option in self.options}

        def known(text: str) -> bool:
            return text.casefold() in words

        word = undress(undress(text, known).removesuffix("."), known).casefold()
        if word in words:
            return words[word]
        raise Unparsable(f"expected one of {', '.join(self.options)}, found {word[:40]!r}")

    def validate(self, answer: Any) -> str:
        if answer not in self.options:
            raise Unparsable(f"expected one of {', '.join(self.options)}, got {answer!r}")
        return answer

    def write(self, answer: str) -> str:
        return answer

    def phrase(self) -> str:
        return f"{', '.join(self.options[:-1])} or {self.options[-1]}"


class Text(AnswerFormat):
    """One word over an alphabet of single characters (no blanks), of `length` or `min_length` to `max_length` of them.

    Blanks between characters are allowed and dropped; case counts when the alphabet has both cases of a letter.
    """

    def __init__(self, alphabet: str, length: int | None = None, *, min_length: int = 1, max_length: int | None = None) -> None:
        if (length is None) == (max_length is None):
            raise TypeError("Text needs either length or max_length, so that the size of an answer is known")
        self.alphabet = alphabet
        self.min_length = min_length if length is None else length
        self.max_length: int = max_length if length is None else length  # type: ignore[assignment]
        self.limit = 6 * self.max_length + DRESS
        if self.min_length == 0 and set("none") <= set(alphabet.lower()):
            raise TypeError("the alphabet of an answer that may be empty cannot spell the word none")
        self._symbols = folding(alphabet)

    def read(self, text: str) -> str:
        return spell(text, self._symbols, self.min_length)

    def validate(self, answer: Any) -> str:
        if not isinstance(answer, str) or not set(answer) <= set(self.alphabet):
            raise Unparsable(f"expected characters of {self.alphabet!r}, got {in_short(answer)}")
        if not self.min_length <= len(answer) <= self.max_length:
            raise Infeasible(f"expected {self._length_words()}, got {len(answer)}")
        return answer

    def _length_words(self) -> str:
        low, high = self.min_length, self.max_length
        return with_noun(high, "character") if low == high else f"{low} to {high} characters"

    def write(self, answer: str) -> str:
        return answer or "none"

    def phrase(self) -> str:
        length = f" of {with_noun(self.max_length, 'character')}" if self.min_length == self.max_length else ""
        letters = self.alphabet if len(self.alphabet) > 12 else ", ".join(self.alphabet)
        return f"one string{length} over {letters}" + (", or none," if self.min_length == 0 else "")


def folding(alphabet: str) -> dict[str, str]:
    """Each character that stands for a symbol: the symbol, and its other case where that is no symbol."""
    if any(symbol.isspace() or symbol in "`$\\" for symbol in alphabet) or not alphabet.isascii():
        raise TypeError("an alphabet holds ASCII characters other than blanks, backticks, dollar signs and backslashes")
    other = {symbol.swapcase(): symbol for symbol in alphabet if len(symbol.swapcase()) == 1}
    return other | {symbol: symbol for symbol in alphabet}


def spelled(text: str, symbols: Mapping[str, str]) -> bool:
    return all(character in symbols or character.isspace() for character in text)


def body_of(text: str, symbols: Mapping[str, str]) -> str:
    """The text, less as much dress as keeps it from being spelled in the alphabet (which may hold a star or brackets)."""
    return undress(text, enough=lambda text: bool(text) and spelled(text, symbols))


def _joined(text: str, symbols: Mapping[str, str]) -> str:
    """Characters that stand one by one between commas, in quotes and brackets or not, as a word; any other text as it is."""
    text = text if text[:1] in symbols else strip_brackets(text)
    cells = [cell.strip().strip("\"'") for cell in text.split(",")]
    return "".join(cells) if len(cells) > 1 and all(len(cell) == 1 for cell in cells) else text


def spell(text: str, symbols: Mapping[str, str], min_length: int) -> str:
    text = body_of(text, symbols)
    shorter = body_of(text.removesuffix("."), symbols)
    if min_length == 0 and not spelled(text, symbols) and {text.lower(), shorter.lower()} & EMPTY:
        return ""
    readings = (text, _joined(text, symbols), shorter, shorter.strip("\"'"), _joined(shorter, symbols))
    text = next((reading for reading in readings if spelled(reading, symbols)), text)
    if not spelled(text, symbols):
        raise Unparsable(f"expected characters of {''.join(dict.fromkeys(symbols.values()))!r}, found {text[:40]!r}")
    word = "".join(symbols[character] for character in text if not character.isspace())
    if not word:
        raise Unparsable("the answer is empty")
    return word
