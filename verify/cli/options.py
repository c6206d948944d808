"""Options and arguments of the commands, each written once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lemmata.theory.language.errors import UsageError

STORE = ".lemmata/store.sqlite"


def _ordinary(path: Path | None) -> Path | None:
    """A store is a file; a device or a pipe would be read for ever."""
    if path is not None and path.exists() and not (path.is_file() or path.is_dir()):
        raise UsageError(f"--store {path} is a device or a pipe: name a file")
    return path


StoreOption = Annotated[Path, typer.Option("--store", help="Where results are kept.", callback=_ordinary)]
SeedOption = Annotated[int | None, typer.Option("--seed", help="Root of every random number; 0, or fresh in the profile fuzz.")]
Names = Annotated[list[str] | None, typer.Argument(help="Claims, families or files; all claims if none.")]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON.")]

ProfileOption = Annotated[str, typer.Option(help="quick, full or fuzz.")]
BudgetOption = Annotated[
    float | None, typer.Option(help="Seconds after which nothing is begun; what is left of them goes to open claims.")
]
DeviceOption = Annotated[str, typer.Option(help="auto, cpu, cuda or cuda:N.")]
WorkersOption = Annotated[str, typer.Option(help="Processes that share the work: a number, or auto for one per core.")]
DaskOption = Annotated[
    str | None, typer.Option(help="Address of a Dask scheduler, tcp://host:port, whose workers share the work.")
]
ShardOption = Annotated[str | None, typer.Option(help="Only part i of n, written i/n; auto: as the batch scheduler says.")]
LimitOption = Annotated[float | None, typer.Option(help="Kill a unit of work that takes longer than so many seconds.")]
RngOption = Annotated[str, typer.Option(help="torch (fast) or philox (same integers on every device).")]
FreshFlag = Annotated[bool, typer.Option("--fresh", help="Ignore what the store already holds.")]
JsonFile = Annotated[Path | None, typer.Option("--json", help="Write the records to this file.")]
ActionArgument = Annotated[str, typer.Argument(help="show, prune, export or compare.")]
ExportFile = Annotated[Path | None, typer.Option(help="Where export writes; standard output if not named.")]
DaysOption = Annotated[float | None, typer.Option(help="Let prune also drop what is older than this.")]
OtherStore = Annotated[
    Path | None, typer.Option("--with", help="What compare sets beside it: a store, or the JSON of a report.")
]
StoresArgument = Annotated[list[Path], typer.Argument(help="Stores to take over.")]
