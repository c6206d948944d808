"""Procedures and reductions: what is no term (a training run, a particle system), and faster ways to the same numbers.

A procedure is a named object with typed parameters and declared outputs; an output stands in a statement as a random
number. Its variants are parameters. Which function runs it is said in the claim's binding, as it needs torch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import sympy as sp
from sympy.core.symbol import Str

from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.laws import Law
from lemmata.theory.language.sampled import RandomNumber, samples


class ProcedureLaw(Law):
    """The law of an output of a procedure at given parameters; args: procedure, output, then name and value in turn."""

    word = "Procedure"
    shapes = (0,)

    @property
    def procedure(self) -> str:
        return str(self.args[0].name)

    @property
    def output(self) -> str:
        return str(self.args[1].name)

    @property
    def parameters(self) -> dict[str, Any]:
        rest = self.args[2:]
        return {str(rest[i].name): rest[i + 1] for i in range(0, len(rest), 2)}

    def _text(self, show: Any) -> str:
        return f"{self.procedure}({', '.join(f'{k}={show(v)}' for k, v in self.parameters.items())}).{self.output}"


@dataclass(frozen=True)
class Procedure:
    """``train = Procedure("train", "two-layer network trained by SGD", parameters=("n", "d"), outputs={"loss": "test loss"})``;
    ``train(n=n, d=d)["loss"]`` is a random number. Outputs of one call come from one run."""

    name: str
    meaning: str
    parameters: tuple[str, ...]
    outputs: Mapping[str, str] = field(hash=False)

    def __post_init__(self) -> None:
        if not self.meaning.strip() or not self.outputs:
            raise ClaimError(f"the procedure {self.name} needs its meaning in words, and outputs with theirs")

    def __call__(self, **values: Any) -> Mapping[str, RandomNumber]:
        missing, unknown = set(self.parameters) - set(values), set(values) - set(self.parameters)
        if missing or unknown:
            raise ClaimError(
                f"{self.name} takes {', '.join(self.parameters)}; "
                + "; ".join(
                    filter(
                        None,
                        [
                            f"missing: {', '.join(sorted(missing))}" if missing else "",
                            f"unknown: {', '.join(sorted(unknown))}" if unknown else "",
                        ],
                    )
                )
            )
        pairs = [x for name in self.parameters for x in (Str(name), sp.sympify(values[name]))]
        return _Outputs(self, pairs)


class _Outputs(dict[str, RandomNumber]):
    """The outputs of one call; one that is not declared is an error."""

    def __init__(self, procedure: Procedure, pairs: list[Any]) -> None:
        super().__init__()
        self.procedure, self.pairs = procedure, pairs

    def __missing__(self, output: str) -> RandomNumber:
        if output not in self.procedure.outputs:
            raise ClaimError(f"{self.procedure.name} has no output {output!r}; it has {', '.join(self.procedure.outputs)}")
        law = ProcedureLaw(Str(self.procedure.name), Str(output), *self.pairs)
        return RandomNumber(Str(output), law)


@dataclass(frozen=True)
class Reduction:
    """``term`` may be replaced by ``by``, which is quicker and has the same value or the same law; compared at ``small``.

    ``how``: "pathwise" (same draws, same value), "observables" (mean and variance to 10 %), "bound" (term >= by).
    Two procedures: every call of the first is made to the second, with the same parameters.
    """

    term: Any
    by: Any
    small: Mapping[str, Any] = field(kw_only=True, hash=False)
    how: Literal["pathwise", "observables", "bound"] = field(kw_only=True)

    def __post_init__(self) -> None:
        if self.how not in ("pathwise", "observables", "bound"):
            raise ClaimError(f"a reduction is compared pathwise, by observables or as a bound, not {self.how!r}")
        if not self.small:
            raise ClaimError("a reduction names the small sizes at which it is compared: small=dict(n=4, d=6)")
        if isinstance(self.term, Procedure) != isinstance(self.by, Procedure):
            raise ClaimError("a procedure is replaced by a procedure, and a term by a term")
        if isinstance(self.term, Procedure):
            other = set(self.term.parameters) ^ set(self.by.parameters) | set(self.term.outputs) ^ set(self.by.outputs)
            if other or self.how == "bound":
                what = f"{', '.join(sorted(other))} belongs to one of them" if other else "a run is no bound of another"
                raise ClaimError(f"{self.by.name} cannot stand for {self.term.name}: {what}")

    def pairs(self, formulas: Iterable[Any]) -> dict[Any, Any]:
        """What is replaced in these formulas, and by what."""
        if not isinstance(self.term, Procedure):
            return {expand(self.term): expand(self.by)}
        own = (r for f in formulas for r in sorted(samples(expand(f)), key=sp.default_sort_key) if _of(r, self.term))
        return {r: self.by(**r.law.parameters)[r.law.output] for r in own}

    @property
    def formulas(self) -> tuple[Any, ...]:
        """The term and what stands for it, where they are formulas."""
        return () if isinstance(self.term, Procedure) else (self.term, self.by)


def _of(term: Any, procedure: Procedure) -> bool:
    """Whether a random term is an output of this procedure."""
    return isinstance(term.law, ProcedureLaw) and term.law.procedure == procedure.name
