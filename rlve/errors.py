"""Errors that are raised on purpose: their words are for the person who asked, so the command line shows them alone.

Every other error is a fault of ours or of a library, and keeps its traceback. Each is an error of Python's too, as the
docstrings say that raise it ("Raises ValueError").
"""

import traceback


class RlveError(Exception):
    """What was asked for cannot be done; the message says why, and what was expected."""


class RequestError(RlveError, ValueError):
    """A value, a file's content or a combination that does not fit."""


class MissingError(RlveError, FileNotFoundError):
    """A run, an evaluation or a file that is not there."""


class TakenError(RlveError, FileExistsError):
    """A folder that holds something already."""


class UnreachableError(RlveError, ConnectionError):
    """A server or a hub that does not answer, or refuses."""


class StoppedError(RlveError, RuntimeError):
    """Something that cannot go on: no problem can be drawn, processes that differ, parts of a study that failed."""


def where(error: BaseException) -> str:
    """An error of somebody's code in a line: its kind, its words, and the last line of code it passed through."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames and not isinstance(error, SyntaxError) else ""
    return f"{type(error).__name__}: {error}{place}"
