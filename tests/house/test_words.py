"""The words of the language stand unnamed at the head of a claim: none hides anything, and every name of a claim has a meaning."""

import ast
import builtins
import subprocess
import symtable
import sys
from importlib import import_module
from pathlib import Path

import pytest

from lemmata import words

THEORY = Path(__file__).parents[2] / "theory"
CLAIMS = sorted(p for p in THEORY.glob("*/*.py") if "from lemmata import *" in p.read_text(encoding="utf-8"))
IMPLICIT = {*dir(builtins), "__file__", "__name__", *words.__all__}


def undefined(source: str, name: str = "claim") -> list[str]:
    """The names that a module with the star uses and that nothing defines."""
    top = symtable.symtable(source, name, "exec")
    known = IMPLICIT | {s.get_name() for s in top.get_symbols() if s.is_assigned() or s.is_imported() or s.is_namespace()}
    missing, tables = set(), [top]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        missing |= {s.get_name() for s in table.get_symbols() if s.is_referenced() and (s.is_global() or table is top)} - known
    return sorted(missing)


def hidden(source: str) -> list[str]:
    """Names imported before the star of which a word takes the place."""
    found = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and node.module == "lemmata":
            return found
        if isinstance(node, ast.ImportFrom):
            given = import_module(str(node.module))
            for alias in node.names:
                bound = alias.asname or alias.name
                if bound in words.__all__ and getattr(given, alias.name) is not getattr(words, bound):
                    found.append(bound)
    return found


def test_no_word_hides_a_builtin() -> None:
    assert len(words.__all__) == len(set(words.__all__)) and not set(words.__all__) & set(dir(builtins))


def test_the_words_are_what_the_module_defines() -> None:
    public = {name for name in vars(words) if not name.startswith(("_", "@"))}
    assert public == set(words.__all__)


def test_the_words_cost_no_numerics() -> None:
    code = "import sys\nfrom lemmata import *\nassert 'Settings' not in globals() and Claim and I and Mean\n"
    code += "print([n for n in ('torch', 'numpy', 'lemmata.verify', 'lemmata.numerics') if n in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert answer.stdout.strip() == "[]"


@pytest.mark.parametrize("path", CLAIMS, ids=lambda p: f"{p.parent.name}.{p.stem}")
def test_every_name_of_a_claim_has_a_meaning(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert undefined(source) == []
    assert hidden(source) == []


def test_these_checks_see_what_they_are_for() -> None:
    assert undefined("from lemmata import *\ndef f(k):\n    return [a for a in Meen(k, z)]\n") == ["Meen", "z"]
    assert undefined("from lemmata import *\nx = Mean(1)\ndef f(y):\n    def g():\n        return x, y\n    return g\n") == []
    assert hidden("from math import exp, pi\nfrom lemmata import *\n") == ["exp", "pi"]


def test_only_what_states_a_claim_takes_all_words() -> None:
    assert CLAIMS
    for room in ("theory", "numerics", "verify", "bench"):
        for path in (THEORY.parent / room).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            stars = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.ImportFrom) and n.names[0].name == "*"]
            assert not stars or (path in CLAIMS and "claim = Claim(" in text), path
            assert all(node.module == "lemmata" for node in stars), path
