"""The commands that give a trained model away: merge, publish."""

from pathlib import Path

import click

from rlve.cli.shared import Failure, errors_in_words


@click.command()
@click.argument("source", metavar="RUN")
@click.argument("output", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--base", help="The model that the adapter was trained upon.  [default: as the adapter says]")
@click.option(
    "--dtype",
    type=click.Choice(["auto", "bfloat16", "float16", "float32"]),
    default="auto",
    show_default=True,
    help="Of the weights written; auto: as the base was saved.",
)
def merge(source: str, output: Path, base: str | None, dtype: str) -> None:
    """Write a LoRA adapter and its base as one model, which needs neither peft nor rlve.

    RUN is the folder of a run, of an adapter, or an adapter's id on the Hugging Face hub. The model written is loaded again
    and compared: exit code 1 where greedy answers differ, which in half precision they may.

    \b
    Examples:
      rlve merge runs/my-run models/my-model
      rlve merge runs/my-run models/my-model --base Qwen/Qwen2.5-0.5B-Instruct --dtype float32
    """
    from rlve.models.machine import quiet
    from rlve.sharing.adapters import merge as run

    with errors_in_words("merging"):
        with quiet():
            found = run(source, output, base=base, dtype=dtype)
        click.echo(f"{output}: {found}")
    if not found.exact:
        raise Failure(
            f"{found.prompts - found.same} answers differ: weights in half precision are rounded when they are merged, "
            "so try --dtype float32",
            1,
        )


@click.command()
@click.argument("source", metavar="RUN")
@click.option("--to", "name", required=True, metavar="ORG/NAME", help="Where it goes on the Hugging Face hub.")
@click.option("--merged", is_flag=True, help="The whole model instead of the LoRA adapter.")
@click.option("--base", help="Where others find the base of the adapter.  [default: where the run found it]")
@click.option(
    "--evaluation",
    "evaluations",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A folder of `rlve evaluate` to show on the card; repeatable, such as before and after.",
)
@click.option("--private", is_flag=True, help="Only for those who may see it; for a new place on the hub.")
@click.option("--output-dir", type=click.Path(path_type=Path), help="Where it is prepared.  [default: RUN/published]")
@click.option("--dry-run", is_flag=True, help="Write the folder with the card, and upload nothing.")
def publish(
    source: str,
    name: str,
    merged: bool,
    base: str | None,
    evaluations: tuple[Path, ...],
    private: bool,
    output_dir: Path | None,
    dry_run: bool,
) -> None:
    """Put a trained model on the Hugging Face hub, with a card that says what was trained and measured.

    Read the card before: --dry-run writes it, you add the license and whatever else is to be said, and without --dry-run
    the folder goes up as it stands then.

    \b
    Examples:
      rlve publish runs/my-run --to me/my-model --evaluation evaluations/before --evaluation evaluations/after --dry-run
      rlve publish runs/my-run --to me/my-model
    """
    from rlve.evaluation import load_evaluation
    from rlve.models.machine import quiet
    from rlve.sharing.publish import CARD, prepare, upload

    with errors_in_words("publishing"):
        place = output_dir or Path(source) / "published"
        if not dry_run and (place / CARD).is_file():
            said = " (what the other options say was settled when it was written)" if merged or base or evaluations else ""
            click.echo(f"{place} goes up as it stands{said}")
        else:
            with quiet():
                prepare(source, place, name, merged=merged, base=base, evaluations=[load_evaluation(one) for one in evaluations])
            click.echo(f"wrote {place}, with the card {place / CARD}")
        if dry_run:
            again = f"{f' --output-dir {output_dir}' if output_dir else ''}{' --private' if private else ''}"
            click.echo(f"nothing was uploaded; when the card is right: rlve publish {source} --to {name}{again}")
            return
        click.echo(upload(place, name, private=private))
