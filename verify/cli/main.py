"""The command `lemmata`: what a user types.

Exit codes: 0 every law as expected, 1 some law not, 2 wrong usage, 3 undecided or error only.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from lemmata.theory.language.errors import LemmataError, UsageError
from lemmata.verify.cli import options as o
from lemmata.verify.cli.messages import said
from lemmata.verify.cli.options import STORE, JsonFlag, Names, SeedOption, StoreOption

UNREAD = 141  # what a shell says of a program whose output nobody reads any more: neither success nor a verdict

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Is the statement true, how do we know, how sharp is it, and what should the print have said.",
)


@app.command("list")
def list_(
    names: Names = None,
    json: JsonFlag = False,
    family: Annotated[str | None, typer.Option(help="Only this family.")] = None,
    kind: Annotated[str | None, typer.Option(help="Only this kind.")] = None,
) -> None:
    """The claims of the library, or of the families, ids and files that are named."""
    from lemmata.verify.cli import showing

    showing.list_claims(names or [], json, family, kind)


@app.command()
def show(
    claim: str,
    latex: Annotated[bool, typer.Option("--latex", help="Statements in LaTeX.")] = False,
    store: StoreOption = Path(STORE),
) -> None:
    """A claim by id or file: statement, print, erratum, and the evidence of its last verification; of a family, the list."""
    from lemmata.verify.cli import showing

    showing.show(claim, store, latex)


@app.command()
def check(
    statement: Annotated[str, typer.Argument(help='Such as "E[cos(a*Z)] = exp(-a^2/2)".')],
    withs: Annotated[
        list[str] | None, typer.Option("--with", help='A declaration: "Z ~ Normal", "a > 0", "A: n x n symmetric".')
    ] = None,
    core: Annotated[list[str] | None, typer.Option(help='Where points are drawn densely: "n <= 8".')] = None,
    save: Annotated[Path | None, typer.Option(help="Write the claim to this Python file.")] = None,
    latex: Annotated[bool, typer.Option("--latex", help="Also print it in LaTeX.")] = False,
    seed: Annotated[int, typer.Option(help="Root of every random number.")] = 0,
    full: Annotated[bool, typer.Option("--full", help="The full profile: sharper, slower.")] = False,
    device: o.DeviceOption = "auto",
    limit: Annotated[float, typer.Option(help="Seconds after which to give up.")] = 120.0,
) -> None:
    """A statement on one line: verdict, resolution, scope, counterexample. Its grammar is on the page docs/check.md."""
    from lemmata.verify.cli import statements

    raise typer.Exit(statements.show(statement, withs or [], core or [], save, latex, seed, full, device, limit))


@app.command()
def verify(
    names: Names = None,
    profile: o.ProfileOption = "quick",
    budget: o.BudgetOption = None,
    device: o.DeviceOption = "auto",
    workers: o.WorkersOption = "1",
    dask: o.DaskOption = None,
    shard: o.ShardOption = None,
    limit: o.LimitOption = None,
    rng: o.RngOption = "torch",
    seed: SeedOption = None,
    store: StoreOption = Path(STORE),
    fresh: o.FreshFlag = False,
    json: o.JsonFile = None,
) -> None:
    """Verify claims and keep the records."""
    from lemmata.verify.cli import verifying

    raise typer.Exit(
        verifying.verify(
            names or [],
            profile=profile,
            budget=budget,
            device=device,
            workers=workers,
            dask=dask,
            shard=shard,
            limit=limit,
            rng=rng,
            seed=seed,
            store=store,
            fresh=fresh,
            json=json,
        )
    )


@app.command()
def plan(
    names: Names = None,
    profile: o.ProfileOption = "quick",
    seed: Annotated[int, typer.Option(help="Root key of the points.")] = 0,
) -> None:
    """What will be judged where, what is unsupported or vacuous, and what it costs; computes nothing."""
    from lemmata.verify.cli import planning

    raise typer.Exit(planning.plan(names or [], profile, seed))


@app.command()
def derive(
    names: Names = None,
    check: Annotated[bool, typer.Option("--check", help="Fail if a page differs.")] = False,
    out: Annotated[Path, typer.Option(help="Folder of the pages.")] = Path("docs/derivations"),
) -> None:
    """Regenerate the derivations, or check that the committed pages are what the code derives."""
    from lemmata.verify.cli import deriving

    raise typer.Exit(deriving.derive_pages(names or [], check, out))


@app.command()
def errata(
    names: Names = None,
    json: JsonFlag = False,
    form: Annotated[str, typer.Option("--format", help="text, markdown, latex or json: a list fit to send.")] = "text",
    store: StoreOption = Path(STORE),
) -> None:
    """Every print found wrong, with its counterexample."""
    from lemmata.verify.cli import reading

    reading.errata(names or [], "json" if json else form, store)


@app.command()
def counterexample(claim: str, store: StoreOption = Path(STORE)) -> None:
    """The point at which the print (or a refuted truth) fails, and how to see it fail."""
    from lemmata.verify.cli import reading

    reading.counterexample(claim, store)


@app.command()
def mutants(
    names: Names = None,
    survivors: Annotated[bool, typer.Option("--survivors", help="Only those not killed.")] = False,
    store: StoreOption = Path(STORE),
) -> None:
    """What became of every wrong version: killed (by how many samples), set aside and why, or survived."""
    from lemmata.verify.cli import reading

    reading.mutants(names or [], survivors, store)


@app.command()
def calibrate(
    names: Names = None,
    seeds: Annotated[int, typer.Option(help="Root keys to try; 200 for a calibration of the whole library.")] = 10,
    base: Annotated[int, typer.Option(help="Another number gives other root keys.")] = 0,
    profile: o.ProfileOption = "quick",
    budget: Annotated[float | None, typer.Option(help="Seconds after which nothing new is begun; go on later.")] = None,
    device: o.DeviceOption = "auto",
    workers: o.WorkersOption = "1",
    dask: o.DaskOption = None,
    shard: Annotated[str | None, typer.Option(help="Only every n-th root key, from the i-th: i/n, or auto.")] = None,
    limit: o.LimitOption = None,
    rng: o.RngOption = "torch",
    store: StoreOption = Path(".lemmata/calibration.sqlite"),
    json: Annotated[Path | None, typer.Option("--json", help="Write what was found to this file.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the page to this file, and its data beside it.")] = None,
    judges: Annotated[bool, typer.Option("--judges", help="The judges on synthetic laws, --seeds runs each.")] = False,
) -> None:
    """Rerun sampled claims and their mutants under many root keys: alarms against what is promised, and kills."""
    from lemmata.verify.cli import calibrating

    if judges:
        raise typer.Exit(calibrating.judges(names or [], seeds=seeds, budget=budget, workers=workers, out=out))
    raise typer.Exit(
        calibrating.calibrate(
            names or [],
            seeds=seeds,
            base=base,
            profile=profile,
            budget=budget,
            device=device,
            workers=workers,
            dask=dask,
            shard=shard,
            limit=limit,
            rng=rng,
            store=store,
            json=json,
            out=out,
        )
    )


@app.command()
def report(
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("report.html"),
    against: Annotated[Path | None, typer.Option(help="The JSON of an earlier report or run: show what changed since.")] = None,
    readme: Annotated[Path | None, typer.Option(help="Rewrite the table of verdicts in this file instead.")] = None,
    store: StoreOption = Path(STORE),
) -> None:
    """One HTML file that opens from disk without a network, and its JSON twin."""
    from lemmata.verify.cli import reporting

    reporting.report(out, readme, store, against)


@app.command("eval", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def eval_(
    claim: str,
    values: Annotated[list[str] | None, typer.Argument(help="name=value ...")] = None,
    law: Annotated[str, typer.Option(help="Which law's values.")] = "truth",
    json: JsonFlag = False,
    limit: Annotated[float, typer.Option(help="Seconds after which to give up.")] = 120.0,
    sample: Annotated[int, typer.Option(help="Replicates of a mean; closed forms alone if none.")] = 0,
    data: Annotated[Path | None, typer.Option(help="Values by name: FILE.json, or arrays in FILE.npz.")] = None,
    seed: Annotated[int, typer.Option(help="By which arrays that are not given are drawn.")] = 0,
) -> None:
    """The quantities a claim speaks of, at a point, with their errors."""
    from lemmata.verify.cli import evaluating

    evaluating.show(claim, values or [], law, json, limit, sample, data, seed)


@app.command()
def tools() -> None:
    """What `eval` gives at numbers, arrays and functions of your own, beside the claims."""
    from lemmata.verify.tools import tools as known

    for tool in known().values():
        print(f"{tool.id:28}{tool.says}\n{'':28}takes {', '.join(name for name, _ in tool.words())}")


@app.command()
def replay(
    record: Annotated[str, typer.Argument(help="The key printed with a record, or its first letters.")],
    file: Annotated[str | None, typer.Argument(help="The file that states the claim, where it is not the library's.")] = None,
    store: StoreOption = Path(STORE),
) -> None:
    """Run a record again under its own key and compare every number."""
    from lemmata.verify.cli import replaying

    raise typer.Exit(replaying.replay(record, file, store))


@app.command()
def store(
    action: o.ActionArgument = "show",
    store: StoreOption = Path(STORE),
    out: o.ExportFile = None,
    days: o.DaysOption = None,
    other: o.OtherStore = None,
) -> None:
    """What the store holds; prune drops what no run can use again; export writes JSON lines; compare finds differing bits."""
    from lemmata.verify.cli import storing

    raise typer.Exit(storing.store(action, store, out, days, other))


@app.command()
def merge(stores: o.StoresArgument, store: StoreOption = Path(STORE)) -> None:
    """Join stores, such as those of shards, into one."""
    from lemmata.verify.cli import storing

    storing.merge(stores, store)


@app.command()
def bench(
    jobs: Annotated[list[str] | None, typer.Argument(help="Jobs; all if none.")] = None,
    json: JsonFlag = False,
    peers: Annotated[bool, typer.Option(help="Also run the peers that are installed.")] = True,
) -> None:
    """Jobs beside their peers, in one run: value, error, time, ratio and the physical bound."""
    from lemmata.bench.run import main

    raise typer.Exit(main(json=json, peers=peers, jobs=jobs or []))


@app.command()
def doctor() -> None:
    """Versions, device, store and optional packages: what is there and what is missing."""
    from lemmata.verify.cli import checking

    raise typer.Exit(checking.doctor())


@app.command()
def new(
    claim: Annotated[str, typer.Argument(help="The id of the claim: family.slug, such as mine.bound.")],
    out: Annotated[Path | None, typer.Option(help="The file to write.")] = None,
    library: Annotated[bool, typer.Option("--library", help="Write the two files of a claim of the library.")] = False,
) -> None:
    """A working skeleton of a claim of your own, in one file."""
    from lemmata.verify.cli import writing

    writing.skeleton(claim, out, library)


def _somewhere() -> None:
    """A folder that was removed while a shell stood in it breaks libraries in ways of their own."""
    try:
        os.getcwd()
    except OSError:
        raise UsageError("the folder that this runs in was removed: change to another one") from None


def run() -> None:
    """Entry point: every foreseen error is one sentence."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # what a terminal cannot show is no reason to stop
    output = sys.stdout
    try:
        _somewhere()
        app(standalone_mode=True)
    except LemmataError as error:
        print(f"lemmata: {said(error)}", file=sys.stderr)
        raise SystemExit(2) from None
    except MemoryError:
        print("lemmata: the memory does not suffice; choose smaller sizes", file=sys.stderr)
        raise SystemExit(2) from None
    except (KeyboardInterrupt, SystemExit) as stop:
        if sys.stdout is not output:  # what typer does where the reader of the output has gone, with a code that means refuted
            raise SystemExit(UNREAD) from None
        if not isinstance(stop, KeyboardInterrupt) and stop.code != 130:  # typer turns an interrupt into this code
            raise
        print("lemmata: interrupted; what was finished is kept, the same command resumes", file=sys.stderr)
        raise SystemExit(130) from None
    except BrokenPipeError:
        raise SystemExit(UNREAD) from None
    except OSError as error:
        print(f"lemmata: {error.filename or 'a file'} cannot be used: {error.strerror or error}", file=sys.stderr)
        raise SystemExit(2) from None
