"""Keys: equal values give equal keys, different values different ones, and the hash never changes."""

from __future__ import annotations

import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.numerics.random.keys import Key, canonical
from lemmata.theory.language.errors import UsageError

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.fractions()
    | st.text(max_size=5)
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=3).filter(lambda name: not name.startswith("$")), inner, max_size=3)
    ),
    max_leaves=6,
)


def tagged(value: object) -> object:
    """A value in which equality is exact: types, and the sign of zero, count."""
    if isinstance(value, dict):
        return ("dict", tuple(sorted((name, tagged(item)) for name, item in value.items())))
    if isinstance(value, tuple):
        return ("tuple", tuple(tagged(item) for item in value))
    return (type(value).__name__, repr(value))


@settings(deadline=None, max_examples=300, derandomize=True)
@given(values, values)
def test_canonical_is_injective(a: object, b: object) -> None:
    assert (canonical(a) == canonical(b)) == (repr(tagged(a)) == repr(tagged(b)))


@settings(deadline=None, max_examples=100, derandomize=True)
@given(st.dictionaries(st.text("abcxyz", min_size=1, max_size=3), scalars, max_size=6))
def test_canonical_ignores_the_order_of_names(params: dict[str, object]) -> None:
    assert canonical(params) == canonical(dict(reversed(params.items())))


def test_canonical_text_is_fixed() -> None:
    params = {"n": 3, "x": 0.1, "q": Fraction(1, 3), "name": "κ", "v": (1, 1.0), "flag": True, "none": None}
    expected = r'{"flag":true,"n":3,"name":"\u03ba","none":null,"q":{"$fraction":"1/3"},"v":[1,1.0],"x":0.1}'
    assert canonical(params) == expected


def test_numpy_scalars_and_lists_are_the_same_values() -> None:
    assert canonical({"a": np.int64(3), "b": np.float64(0.5), "c": [1]}) == canonical({"a": 3, "b": 0.5, "c": (1,)})


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), object(), {"$x": 1}, {1: 2}, b"bytes", {1, 2}])
def test_what_has_no_canonical_form_is_refused(bad: object) -> None:
    with pytest.raises(UsageError):
        canonical({"x": bad})


def test_the_hash_never_changes() -> None:
    key = Key(0, "ridge.det_equiv", canonical({"n": 100}), "screen", 2)
    assert key.int64 == 10703324765231641995
    assert key.int128 == 249407953680189067459160198654439543869


def test_every_part_matters_and_parts_do_not_run_together() -> None:
    base = Key(1, "a.b", "{}", "s", 1)
    others = [
        base.child(root=2),
        base.child(claim="a"),
        base.child(params='{"n":1}'),
        base.child(stage="t"),
        base.child(chunk=2),
        Key(1, "a.bs", "{}", "", 1),
        Key(11, "a.b", "{}", "s", 1),
    ]
    assert len({key.int64 for key in [base, *others]}) == len(others) + 1
    assert base.child(chunk=1) == base
    assert base.child(chunk=1).int128 == base.int128


def test_ranges_and_pickling() -> None:
    key = Key(5, "x")
    assert 0 <= key.int64 < 2**64
    assert 2**64 <= key.int128 < 2**128
    assert pickle.loads(pickle.dumps(key)) == key


@pytest.mark.parametrize("parts", [{"root": 0.5}, {"root": True}, {"chunk": -1}, {"params": {"n": 1}}, {"stage": None}])
def test_a_malformed_key_is_refused(parts: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        Key(**{"root": 0, "claim": "x", **parts})
