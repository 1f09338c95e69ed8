"""Packages that only parts of rlve need: which extra installs them, and an error that says so."""

from rlve._address import REPOSITORY

TRAIN = (
    *("accelerate", "datasets", "huggingface_hub", "jinja2", "matplotlib", "numpy"),
    *("peft", "pyarrow", "tokenizers", "torch", "transformers", "trl"),
)
EXTRAS = {"openai": "server", "cloudpickle": "notebooks", "bitsandbytes": "quantized", "vllm": "vllm"} | dict.fromkeys(
    TRAIN, "train"
)


def install_line(extra: str) -> str:
    """The command that installs rlve with an extra: from its repository, for no package index has it."""
    return f"pip install 'rlve[{extra}] @ git+{REPOSITORY}'"


def need(*modules: str, extra: str = "train") -> None:
    """Raise a ModuleNotFoundError that says which extra of rlve installs the modules, if one is not there."""
    from importlib.util import find_spec

    if missing := [module for module in modules if find_spec(module) is None]:
        raise ModuleNotFoundError(f"this needs {', '.join(missing)}: {install_line(extra)}", name=missing[0])
