"""Which Python files state or bind claims, told from their syntax trees: nothing is imported to find out.

Such a file imports lemmata, and at its module level calls `Claim` or `Settings` as imported from there: as a function, through the
module's name, or through a function of the file that does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

WORDS = {"Claim", "Settings"}
LARGE = 4_000_000  # bytes; no claim was ever written in so many


def binds(path: Path) -> bool:
    """Whether a file is one of these; what cannot be read or parsed is not."""
    tree = _tree(path)
    return tree is not None and _calls(tree)


def has_tests(path: Path) -> bool:
    """Whether it also has tests of the ordinary kind."""
    tree = _tree(path)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return tree is not None and any(
        isinstance(n, kinds) and n.name.lower().startswith("test") for n in ast.walk(tree) if isinstance(n, kinds)
    )


def _tree(path: Path) -> ast.Module | None:
    try:
        if not path.is_file() or path.stat().st_size > LARGE:
            return None
        text = path.read_bytes()
        return ast.parse(text) if b"lemmata" in text else None
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _calls(tree: ast.Module) -> bool:
    names, modules = _imported(tree)
    if not names and not modules:
        return False
    functions = [n for n in tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    makers = set(names)
    while True:  # functions of the file that make claims, and those that call these
        more = {f.name for f in functions if f.name not in makers and any(_makes(n, makers, modules) for n in ast.walk(f))}
        if not more:
            break
        makers |= more
    return any(_makes(node, makers, modules) for node in _module_level(tree))


def _imported(tree: ast.Module) -> tuple[set[str], set[str]]:
    """Names that stand for one of the words, and names that stand for lemmata or a module of it."""
    names: set[str] = set()
    modules: set[str] = set()
    for node in _module_level(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "lemmata":
                    modules.add(alias.asname or "lemmata")
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").split(".")[0] == "lemmata":
            for alias in node.names:
                if alias.name == "*":
                    names |= WORDS
                else:
                    (names if alias.name in WORDS else modules).add(alias.asname or alias.name)
    return names, modules


def _module_level(tree: ast.Module) -> Iterator[ast.AST]:
    """What runs when the file is imported: everything but the bodies of functions and what is kept for a main program."""
    todo: list[ast.AST] = list(tree.body)
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            todo += node.decorator_list
        elif not isinstance(node, ast.Lambda) and not (isinstance(node, ast.If) and "__name__" in ast.dump(node.test)):
            todo += ast.iter_child_nodes(node)


def _makes(node: ast.AST, makers: set[str], modules: set[str]) -> bool:
    """Whether a call makes a claim or binds one."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    if isinstance(function, ast.Name):
        return function.id in makers
    root: ast.AST = function
    while isinstance(root, ast.Attribute):
        root = root.value
    return isinstance(function, ast.Attribute) and function.attr in WORDS and isinstance(root, ast.Name) and root.id in modules
