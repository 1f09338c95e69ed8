"""The options of a command, made from a settings class: each setting is an option with its help, its values and its default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from typing import Any

import click

from rlve.cli.shared import Failure
from rlve.settings import Flag, Kind, Settings, Word, Words


class SettingType(click.ParamType):
    """A `Kind` of value as click reads it."""

    def __init__(self, kind: Kind) -> None:
        self.kind, self.name = kind, kind.metavar

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value that stands in the text of the command line."""
        if not isinstance(value, str):
            return value
        try:
            return self.kind.parse(value)
        except (ValueError, OverflowError) as error:
            why = f" ({error})" if str(error) else ""
            self.fail(f"expected {self.kind.expected}, got {value[:60]!r}{why}", param, ctx)


class SettingsCommand(click.Command):
    """A command whose options are the settings of a class; an older name of one gets an error that says the new one."""

    def __init__(self, *arguments: Any, settings: type[Settings], **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.settings = settings

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; one of an older version ends with the name it has now."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            name = error.option_name.lstrip("-").removeprefix("no-").replace("-", "_")
            if name not in self.settings.renamed:
                raise
            new = self.settings.renamed[name].replace("_", "-")
            raise click.UsageError(f"{error.option_name} is now called --{new}", ctx) from None


def settings_options(settings: type[Settings]) -> Callable[[Any], Any]:
    """Give a command an option for each setting; what is left out is None or (), so that the defaults stay with the class."""

    def decorate(command: Any) -> Any:
        for item in reversed(fields(settings)):
            about = item.metadata
            if about["option"] is None:
                continue
            name = option_name(item)
            words = f"{about['help']}{_default(item.default, about['unset'])}"
            if isinstance(about["kind"], Flag):
                command = click.option(f"{name}/--no-{name[2:]}", item.name, default=None, help=words)(command)
                continue
            kind = about["kind"]
            shape: dict[str, Any] = {"type": click.Choice(kind.words) if isinstance(kind, Word) else SettingType(kind)}
            if isinstance(kind, Words):
                shape["multiple"] = True
            names = [name, *([about["short"]] if about["short"] else []), item.name]
            command = click.option(*names, help=words, **shape)(command)
        return command

    return decorate


def option_name(item: Field[Any]) -> str:
    """The name of a setting on the command line."""
    return item.metadata["option"] or f"--{item.name.replace('_', '-')}"


def given_settings(settings: type[Settings], options: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that the command line names; values of a repeatable option in one tuple."""
    kinds = {item.name: item.metadata["kind"] for item in fields(settings)}
    found = {name: options[name] for name in kinds if options.get(name) not in (None, ())}
    return {
        name: tuple(word for words in value for word in words) if isinstance(kinds[name], Words) else value
        for name, value in found.items()
    }


def refuse_beside_resume(settings: type[Settings], given: Mapping[str, Any], others: Mapping[str, bool] | None = None) -> None:
    """Refuse what a resumed run may not change. others: options that are no settings -> whether they were given."""
    fixed = {item.name: option_name(item) for item in fields(settings) if not item.metadata["may_change"]}
    mixed = [fixed[name] for name in given if name in fixed]
    mixed += [f"--{name.replace('_', '-')}" for name, asked in (others or {}).items() if asked]
    if mixed:
        words = ", ".join(mixed)
        raise Failure(f"--resume goes on with the settings it was begun with: leave out {words}")


def _default(default: Any, unset: str) -> str:
    if default is None or default is False or default == {}:
        return f"  [default: {unset}]" if unset else ""
    shown = ",".join(default) if isinstance(default, tuple) else "yes" if default is True else default
    return f"  [default: {shown}]"
