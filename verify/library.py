"""Finding claims and their experiments: by id, by family, by file; and the entry point from Python.

>>> from lemmata import Library
>>> library = Library()
>>> library["mean_field.label_noise"]                    # the claim, typeset in a notebook
>>> library.evaluate("mean_field.label_noise", n=5)      # every quantity the claim speaks of, with its error
>>> library.verify("mean_field.label_noise")             # a record
>>> library.quantities("kappa")                          # where a quantity is
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lemmata.theory.language.claim import Claim
from lemmata.theory.language.errors import UsageError
from lemmata.theory.language.names import greek
from lemmata.verify.claims import claim_ids, load_claim
from lemmata.verify.engine.content import of_the_library
from lemmata.verify.engine.loading import select
from lemmata.verify.values import Evaluation, evaluation


class Library:
    """Claims by id, values, verifications and records, for scripts and notebooks."""

    def __getitem__(self, identity: str) -> Claim:
        return load_claim(identity)

    def __iter__(self) -> Iterator[str]:
        return iter(claim_ids())

    def __len__(self) -> int:
        return len(claim_ids())

    def evaluate(self, name: Any, law: str = "truth", sample: int = 0, **values: Any) -> Evaluation:
        """Every quantity that the law speaks of, at your numbers, arrays and functions, each with its error.

        ``name``: an id, a tool, a file, or a claim. ``found["kappa"]`` is a value with its error; arrays are arrays of numpy.
        """
        from lemmata.verify.engine.answering import answered
        from lemmata.verify.engine.evaluate import evaluate
        from lemmata.verify.tools import evaluate_tool, tool_of

        tool = tool_of(str(name)) if isinstance(name, str) else None
        if tool is not None:
            return evaluation(evaluate_tool(tool, values))
        subject = _one(name)
        known = answered(subject.claim, law, values) if of_the_library(subject.claim.id) else None
        return evaluation(known or evaluate(subject, law, values, sample=sample))

    def tools(self) -> list[tuple[str, str]]:
        """The tools: (id, what it gives)."""
        from lemmata.verify.tools import tools

        return [(tool.id, tool.says) for tool in tools().values()]

    def quantities(self, text: str) -> list[tuple[str, str]]:
        """Where a quantity is: (id, what is said of it), for every claim whose terms or parameters mention the text."""
        from lemmata.verify.index import index

        wanted = {text.casefold(), greek(text).casefold()}
        found = []
        for entry in index():
            found += [(entry["id"], line) for line in entry["where"] if any(word in line.casefold() for word in wanted)]
        return found

    def verify(self, *names: Any, profile: str = "quick", seed: int = 0, **options: Any) -> Any:
        """Records of the claims, ids, families or files that are named (one record if it is one)."""
        from lemmata.verify.engine.runner import Run

        subjects = [item for name in names for item in _several(name)] if names else select(())
        records = Run(subjects, profile=profile, seed=seed, **options).all()
        return records[0] if len(records) == 1 else records


def _several(name: Any) -> list[Any]:
    """What is examined of a claim of one's own, an id, a family or a file."""
    if isinstance(name, Claim):
        from lemmata.verify.engine.subject import settings_of

        return [settings_of(name)]
    return list(select([str(name)]))


def _one(name: Any) -> Any:
    found = _several(name)
    if len(found) != 1:
        raise UsageError(f"{name} names {len(found)} claims; evaluate takes one, such as {found[0].claim.id}")
    return found[0]
