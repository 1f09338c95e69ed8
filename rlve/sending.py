"""How a class gets to another process: by its name, by its file, by reference, or itself (a class from a notebook)."""

import pickle
import sys
from contextlib import suppress

from rlve.environment import Environment
from rlve.extras import need
from rlve.registry import FILE_MODULE, index, make


class NotSendable(Exception):
    """The class cannot be had in another process; the message says why."""


def place_of(environment: type[Environment]) -> str | None:
    """What `make` finds the class by in any process: its name, or "file.py:Class"; None for one of a module or a notebook."""
    if environment.name in index():
        return environment.name
    module = environment.__module__
    path = getattr(sys.modules.get(module), "__file__", None)
    if path and (module.startswith(FILE_MODULE) or environment.room is not None):
        return f"{path}:{environment.__qualname__}"
    return None


def send(environment: type[Environment]) -> str | bytes:
    """What `receive` turns into the class in another process. Raises NotSendable."""
    if place := place_of(environment):
        return place
    if environment.__module__ != "__main__":
        with suppress(pickle.PicklingError, AttributeError, ImportError):
            return pickle.dumps(environment)  # by reference: module and name
    try:
        need("cloudpickle", extra="notebooks")
    except ModuleNotFoundError as missing:
        raise NotSendable(f"sending a class that stands in no file: {missing}") from None
    import cloudpickle

    try:
        return cloudpickle.dumps(environment)
    except Exception as error:  # whatever the class refers to decides what is raised
        raise NotSendable(f"{environment.__name__} refers to what cannot be sent to another process: {error}") from error


def receive(sent: str | bytes) -> type[Environment]:
    """The class that `send` sent, from a process of one's own only: bytes are a pickle."""
    return make(sent) if isinstance(sent, str) else pickle.loads(sent)
