"""Finding claims and their experiments: by id, by family, by file; and the entry point from Python.

>>> from lemmata.verify import Library
>>> lemmata = Library()
>>> lemmata["mean_field.label_noise"]                    # the claim, typeset in a notebook
>>> lemmata.evaluate("mean_field.label_noise", n=5)      # every quantity the claim speaks of, with its error
>>> lemmata.verify("mean_field.label_noise")             # a record
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from lemmata.theory.first.claim import Claim
from lemmata.theory.language.errors import ClaimError, LemmataError, UsageError
from lemmata.verify.claims import THEORY, claim_ids, expand, load_claim, named
from lemmata.verify.engine.experiment import Experiment


def load_experiment(identity: str) -> Experiment:
    """The experiment of the claim of that id."""
    claim = load_claim(identity)
    try:
        module = importlib.import_module(f"lemmata.verify.{identity}")
    except LemmataError as error:
        raise ClaimError(named(error, identity)) from None
    except Exception as error:
        file = f"verify/{identity.replace('.', '/')}.py"
        if isinstance(error, ModuleNotFoundError) and error.name in {
            f"lemmata.verify.{identity}",
            f"lemmata.verify.{identity.split('.')[0]}",
        }:
            raise ClaimError(f"{identity}: it has no binding; write {file}") from None
        raise ClaimError(f"{identity}: {file} does not import: {type(error).__name__}: {error}") from error
    for value in vars(module).values():
        if isinstance(value, Experiment) and value.claim is claim:
            return value
    raise ClaimError(f"{identity}: verify/{identity.replace('.', '/')}.py binds no experiment to this claim")


def load_file(path: str | Path) -> list[Experiment]:
    """The experiments of a file anywhere: claim and binding together."""
    path = Path(path).resolve()
    if not path.is_file():
        raise UsageError(f"there is no file {path}")
    bound = _binding_id(path)
    if bound:
        return [load_experiment(bound)]
    name = f"lemmata_file_{path.stem}_{abs(hash(str(path))):x}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        line = _line_of(error, path)
        if isinstance(error, LemmataError):
            raise ClaimError(named(error, f"{path.name}{line}")) from None
        raise ClaimError(f"{path.name} does not import: {type(error).__name__}: {error}{line}") from error
    found = [value for value in vars(module).values() if isinstance(value, Experiment)]
    unbound = [v for v in vars(module).values() if isinstance(v, Claim) and all(e.claim is not v for e in found)]
    if unbound:
        raise ClaimError(
            f"{unbound[0].id}: {path.name} states it but binds no experiment to it; add @experiment(claim) or bind(claim)"
        )
    if not found:
        raise UsageError(f"{path.name} binds no claim: write a Claim and @experiment(claim), see `lemmata new`")
    return found


def _binding_id(path: Path) -> str | None:
    """The id whose binding (or statement) this file is, if it belongs to the library."""
    for root in (THEORY, THEORY.parent / "verify"):
        if path.parent.parent == root:
            identity = f"{path.parent.name}.{path.stem}"
            return identity if identity in claim_ids() else None
    return None


def select(names: Sequence[str]) -> list[Experiment]:
    """Experiments by id, family or file; all of the library when nothing is named."""
    found: dict[str, Experiment] = {}
    for name in names or claim_ids():
        for item in _select_one(name):
            known = found.get(item.claim.id, item)
            if known.claim is not item.claim and known.file != item.file:
                raise ClaimError(f"{item.claim.id}: two different files state a claim of this id")
            found[item.claim.id] = item
    return list(found.values())


def _select_one(name: str) -> Iterable[Experiment]:
    if name.endswith(".py") or "/" in name:
        return load_file(name)
    return [load_experiment(identity) for identity in expand([name])]


class Library:
    """Claims by id, values, verifications and records, for scripts and notebooks."""

    def __getitem__(self, identity: str) -> Claim:
        return load_claim(identity)

    def __iter__(self) -> Iterator[str]:
        return iter(claim_ids())

    def __len__(self) -> int:
        return len(claim_ids())

    def evaluate(self, identity: str, law: str = "truth", **parameters: Any) -> dict[str, Any]:
        """Every quantity that the law speaks of, at a point, with its own error."""
        from lemmata.verify.engine.evaluate import evaluate

        return evaluate(load_experiment(identity), law, parameters)

    def verify(self, *names: str, profile: str = "quick", seed: int = 0, **options: Any) -> Any:
        """Records of the named claims, families or files (one record if one claim was named)."""
        from lemmata.verify.engine.runner import Run

        records = Run(select(names), profile=profile, seed=seed, **options).all()
        return records[0] if len(records) == 1 else records


def _line_of(error: BaseException, path: Path) -> str:
    trace, line = error.__traceback__, ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = f" (line {trace.tb_lineno})"
        trace = trace.tb_next
    return line
