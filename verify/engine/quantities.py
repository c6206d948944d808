"""Every quantity that a claim speaks of, at a user's own numbers, arrays and functions.

Definitions and the sides of every true statement are evaluated with their errors; arrays come back as arrays. Means over one
or two numbers are integrals. What has to be sampled is left out unless ``sample`` says how many replicates to draw: then a
mean comes with its standard error.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import torch

from lemmata.numerics.devices.device import resolve_device
from lemmata.numerics.random.checking import check_instance
from lemmata.numerics.random.functions import labels
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.display import statement_text
from lemmata.theory.language.errors import LemmataError, UsageError
from lemmata.theory.language.forms import Form
from lemmata.theory.language.names import same_names
from lemmata.theory.language.operators import means
from lemmata.theory.language.part import Law, Role
from lemmata.theory.language.sampled import samples
from lemmata.theory.language.where import formulas_of
from lemmata.verify.engine.completing import check, complete, number_of
from lemmata.verify.engine.judging.averages import average
from lemmata.verify.engine.judging.quadrature import SAFETY, integrated
from lemmata.verify.engine.scene import Scene, has_means
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.subject import Settings
from lemmata.verify.engine.swept import placed, swept, unmet, written_out
from lemmata.verify.values import function_of


def quantities(
    settings: Settings, given: Mapping[str, Any], *, law: str = "truth", sample: int = 0, seed: int = 0, device: str = "auto"
) -> dict[str, Any]:
    """``given``: numbers by name, arrays by name, formulas or labels for functions; the rest takes ordinary values."""
    claim = settings.claim
    chosen = chosen_laws(settings, law)
    arrays = {str(a.name): a for a in claim.arrays}
    own = {k: check_instance(arrays[k], v) for k, v in given.items() if k in arrays}
    functions = {str(f.name): f for f in claim.functions}
    own |= {k: function_of(k, v) for k, v in given.items() if k in functions and str(v) not in labels(functions[k])}
    steps = swept(claim)
    own_steps = {k: number_of(symbol, given[k]) for k, symbol in steps.items() if k in given}
    numbers = {k: v for k, v in given.items() if k not in own and k not in own_steps}
    numbers.update(_sizes(settings, own, numbers))
    given_text = {k: str(getattr(v, "expr", v)) for k, v in own.items() if k in functions}
    point = complete(claim, numbers, beyond=steps)
    check(claim, {**{k: v for k, v in point.items() if isinstance(v, int | float)}, **own_steps})
    theirs = {**{k: point[k] for k in numbers if k in point}, **own_steps}  # as numbers of their symbols
    scene = Scene(settings, point, Setting(root=seed, device=str(resolve_device(device))), given=own)
    found: dict[str, Any] = {}
    beyond = steps.keys() - own_steps.keys()
    for node in claim.definitions:
        if not beyond & {str(s) for s in node.term.free_symbols}:  # what a law gives values to has none by itself
            found[node.name] = _entry(scene.at(own_steps) if own_steps else scene, node.term, sample)
    form = Form("text", same_names([f for item in chosen for f in formulas_of(item.statement)]))
    for item in chosen:
        fields = {f if len(chosen) == 1 else f"{item.part}: {f}": formula for f, formula in item.statement.expressions()}
        try:
            here, where = placed(scene, item, theirs)
            fields = {name: written_out(item, formula) for name, formula in fields.items()}
        except LemmataError as error:
            found |= {name: _at(unmet(scene, item), _valueless(str(error))) for name in fields}
            continue
        stated = unmet(here, item)
        for name, formula in fields.items():
            for node in means(formula):
                # else an index of a sum stands in it
                if node.free_symbols <= formula.free_symbols and (text := form.show(node)) not in found:
                    found[text] = _at(where, _entry(here, node, sample))
            found[name] = _at(where, _at(stated, _entry(here, formula, sample)))
    return {
        "id": claim.id,
        "law": law,
        "point": {**{k: v for k, v in point.items() if k.removesuffix(":style") not in own}, **given_text},
        "statement": "; ".join(statement_text(item) for item in chosen),
        "quantities": found,
    }


def chosen_laws(settings: Settings, law: str) -> list[Law]:
    """The law of that name; of ``truth``, every part's."""
    laws = {item.name: item for item in settings.claim.laws()}
    if law in laws:
        return [laws[law]]
    if law == "truth":
        return [item for item in laws.values() if item.role is Role.TRUTH]
    raise UsageError(f"{settings.claim.id} has no law {law!r}; it has {', '.join(laws)}")


def _sizes(settings: Settings, arrays: Mapping[str, Any], numbers: Mapping[str, Any]) -> dict[str, int]:
    """Sizes that the given arrays imply; two that disagree are an error, and so is one against a given number."""
    found: dict[str, int] = {}
    for array in settings.claim.arrays:
        value = arrays.get(str(array.name))
        if value is None:
            continue
        shape = tuple(torch.as_tensor(value).shape)
        for symbol, length in zip(array.shape, (*shape, 1)[: len(array.shape)], strict=False):
            name = getattr(symbol, "name", "")
            if not name:
                continue
            known = found.get(name, numbers.get(name, length))
            if int(known) != length:
                raise UsageError(f"{array.name} has {length} entries along {name}, but {name} is {known}; give arrays that fit")
            found[name] = int(length)
    return found


def _entry(scene: Scene, formula: Any, sample: int) -> dict[str, Any]:
    formula = expand(formula)
    try:
        if not has_means(formula) and not samples(formula):
            value, error = scene.value(formula)
            return {
                "value": _plain(value),
                "error": _plain(torch.where(value == value.round(), error, error + _rounding(value))),
                "how": "formula",
            }
        if (known := integrated(scene, formula)) is not None and known[1] <= SAFETY * 1e-6 * max(1.0, abs(known[0])):
            return {"value": known[0], "error": known[1], "how": "quadrature"}
        if not sample:
            return {"value": None, "error": None, "how": "sampled", "detail": "draw it with --sample N"}
        found = average(formula) if has_means(formula) else None
        if found is None:
            rows = scene.sampled([formula], "eval", 0, sample)[0] if not has_means(formula) else None
            if rows is None:
                return {
                    "value": None,
                    "error": None,
                    "how": "sampled",
                    "detail": "no sum of means: its means are listed one by one",
                }
        else:
            rows = found.replicates(scene, "eval", 0, sample + sample % 2)
        spread = rows.std(dim=0) / math.sqrt(rows.shape[0])
        return {"value": _plain(rows.mean(dim=0)), "error": _plain(spread), "how": f"{rows.shape[0]} replicates"}
    except LemmataError as error:
        return _valueless(str(error))


def _at(where: str, entry: dict[str, Any]) -> dict[str, Any]:
    """An entry that says where it is of."""
    return {**entry, "detail": "; ".join(filter(None, (where, entry.get("detail", ""))))}


def _valueless(detail: str) -> dict[str, Any]:
    return {"value": None, "error": None, "how": "", "detail": detail}


def _rounding(value: torch.Tensor) -> torch.Tensor:
    """How far the nearest double may be."""
    return value.abs() * 2.0**-53


def _plain(value: Any) -> Any:
    tensor = torch.as_tensor(value)
    return tensor.item() if tensor.ndim == 0 else tensor.tolist()
