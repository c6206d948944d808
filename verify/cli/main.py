"""The command `lemmata`: what a user types.

Exit codes: 0 every law as expected, 1 some law not, 2 wrong usage, 3 undecided or error only.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from theory.language.errors import LemmataError

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Is the statement true, how do we know, how sharp is it, and what should the print have said.",
)

STORE = ".lemmata/store.sqlite"
StoreOption = Annotated[Path, typer.Option("--store", help="Where results are kept.")]
SeedOption = Annotated[int | None, typer.Option("--seed", help="Root of every random number; 0, or fresh in the profile fuzz.")]
Names = Annotated[list[str] | None, typer.Argument(help="Claims, families or files; all claims if none.")]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_(
    json: JsonFlag = False,
    family: Annotated[str | None, typer.Option(help="Only this family.")] = None,
    kind: Annotated[str | None, typer.Option(help="Only this kind.")] = None,
) -> None:
    """The claims of the library."""
    from verify.cli import reading

    reading.list_claims(json, family, kind)


@app.command()
def show(claim: str, store: StoreOption = Path(STORE)) -> None:
    """A claim: statement, print, erratum, and the evidence of its last verification."""
    from verify.cli import reading

    reading.show(claim, store)


@app.command()
def verify(
    names: Names = None,
    profile: Annotated[str, typer.Option(help="quick, full or fuzz.")] = "quick",
    budget: Annotated[float | None, typer.Option(help="Start no new work after so many seconds.")] = None,
    device: Annotated[str, typer.Option(help="auto, cpu, cuda or cuda:N.")] = "auto",
    workers: Annotated[int, typer.Option(help="Processes that share the work.")] = 1,
    rng: Annotated[str, typer.Option(help="torch (fast) or philox (same integers on every device).")] = "torch",
    seed: SeedOption = None,
    store: StoreOption = Path(STORE),
    fresh: Annotated[bool, typer.Option("--fresh", help="Ignore what the store already holds.")] = False,
    json: Annotated[Path | None, typer.Option("--json", help="Write the records to this file.")] = None,
) -> None:
    """Verify claims and keep the records."""
    from verify.cli import verifying

    raise typer.Exit(
        verifying.verify(
            names or [],
            profile=profile,
            budget=budget,
            device=device,
            workers=workers,
            rng=rng,
            seed=seed,
            store=store,
            fresh=fresh,
            json=json,
        )
    )


@app.command()
def derive(
    names: Names = None,
    check: Annotated[bool, typer.Option("--check", help="Fail if a page differs.")] = False,
    out: Annotated[Path, typer.Option(help="Folder of the pages.")] = Path("docs/derivations"),
) -> None:
    """Regenerate the derivations, or check that the committed pages are what the code derives."""
    from verify.cli import deriving

    raise typer.Exit(deriving.derive_pages(names or [], check, out))


@app.command()
def errata(json: JsonFlag = False, store: StoreOption = Path(STORE)) -> None:
    """Every print found wrong, with its counterexample."""
    from verify.cli import reading

    reading.errata(json, store)


@app.command()
def counterexample(claim: str, store: StoreOption = Path(STORE)) -> None:
    """The point at which the print (or a refuted truth) fails, and how to see it fail."""
    from verify.cli import reading

    reading.counterexample(claim, store)


@app.command()
def mutants(
    survivors: Annotated[bool, typer.Option("--survivors", help="Only those not killed.")] = False,
    store: StoreOption = Path(STORE),
) -> None:
    """What became of every wrong version: killed (by how many samples), set aside and why, or survived."""
    from verify.cli import reading

    reading.mutants(survivors, store)


@app.command()
def calibrate(
    names: Names = None,
    seeds: Annotated[int, typer.Option(help="Root keys to try.")] = 20,
    profile: Annotated[str, typer.Option(help="quick or full.")] = "quick",
) -> None:
    """Rerun true claims and mutants under many root keys: observed alarms against their bound."""
    from verify.cli import verifying

    raise typer.Exit(verifying.calibrate(names or [], seeds, profile))


@app.command()
def report(
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("report.html"),
    readme: Annotated[Path | None, typer.Option(help="Rewrite the table of verdicts in this file instead.")] = None,
    store: StoreOption = Path(STORE),
) -> None:
    """One HTML file that opens from disk without a network, and its JSON twin."""
    from verify.cli import reading

    reading.report(out, readme, store)


@app.command("eval", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def eval_(
    claim: str,
    values: Annotated[list[str] | None, typer.Argument(help="name=value ...")] = None,
    law: Annotated[str, typer.Option(help="Which law's values.")] = "truth",
    json: JsonFlag = False,
) -> None:
    """The quantities a claim speaks of, at a point, with their errors."""
    from verify.cli import evaluating

    evaluating.show(claim, values or [], law, json)


@app.command()
def replay(
    record: Annotated[str, typer.Argument(help="The key printed with a record, or its first letters.")],
    store: StoreOption = Path(STORE),
) -> None:
    """Run a record again under its own key and compare every number."""
    from verify.cli import verifying

    raise typer.Exit(verifying.replay(record, store))


@app.command()
def bench(
    jobs: Annotated[list[str] | None, typer.Argument(help="Jobs; all if none.")] = None,
    json: JsonFlag = False,
    peers: Annotated[bool, typer.Option(help="Also run the peers that are installed.")] = True,
) -> None:
    """Jobs beside their peers, in one run: value, error, time, ratio and the physical bound."""
    from bench.run import main

    raise typer.Exit(main(json=json, peers=peers, jobs=jobs or []))


@app.command()
def doctor() -> None:
    """Versions, device, store and optional packages: what is there and what is missing."""
    from verify.cli import checking

    raise typer.Exit(checking.doctor())


@app.command()
def new(claim: str, out: Annotated[Path | None, typer.Option(help="The file to write.")] = None) -> None:
    """A working skeleton of a claim of your own, in one file."""
    from verify.cli import writing

    writing.skeleton(claim, out)


def run() -> None:
    """Entry point: every foreseen error is one sentence."""
    try:
        app(standalone_mode=True)
    except LemmataError as error:
        print(f"lemmata: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except (KeyboardInterrupt, SystemExit) as stop:
        if not isinstance(stop, KeyboardInterrupt) and stop.code != 130:  # typer turns an interrupt into this code
            raise
        print("lemmata: interrupted; what was finished is kept, the same command resumes", file=sys.stderr)
        raise SystemExit(130) from None
    except BrokenPipeError:
        raise SystemExit(0) from None
    except OSError as error:
        print(f"lemmata: {error.filename or 'a file'} cannot be used: {error.strerror or error}", file=sys.stderr)
        raise SystemExit(2) from None
