"""Data flows one way: theory -> numerics -> verify -> records -> report. Read from the syntax trees."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MUST_NOT_IMPORT = {
    "theory.language": ("theory.algebra", "theory.kernel"),
    "theory.algebra": ("theory.kernel",),
    "theory": ("torch", "numpy", "random", "numerics", "verify", "bench"),
    "numerics": ("verify", "bench"),
    "verify.engine": ("bench", "verify.cli", "verify.library", "verify.report"),
    "verify.report": ("torch", "hypothesis"),
}
REPORT_MAY = ("verify.report", "verify.engine.records", "verify.engine.store", "theory.language.errors")


def imports(path: Path) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), filename=str(path))):
        if isinstance(node, ast.Import):
            names += [alias.name.removeprefix("lemmata.") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = path.relative_to(ROOT).parts[: -node.level] if node.level else ()
            module = (node.module or "").removeprefix("lemmata.")
            names += [".".join((*base, *filter(None, [module]), alias.name)) for alias in node.names]
    return names


def within(name: str, prefixes: tuple[str, ...]) -> bool:
    return any(name == prefix or name.startswith(prefix + ".") for prefix in prefixes)


@pytest.mark.parametrize("layer", MUST_NOT_IMPORT)
def test_layer(layer: str) -> None:
    files = (ROOT / layer.replace(".", "/")).rglob("*.py")
    uses = [(str(path.relative_to(ROOT)), name) for path in files for name in imports(path)]
    assert uses
    assert not [use for use in uses if within(use[1], MUST_NOT_IMPORT[layer])]
    if layer == "verify.report":  # it reads records and knows of no claim
        ours = [use for use in uses if within(use[1], ("bench", "numerics", "theory", "verify"))]
        assert not [use for use in ours if not within(use[1], REPORT_MAY)]


def test_only_models_import_models() -> None:
    files = [p for p in (ROOT / "numerics").rglob("*.py") if "models" not in p.relative_to(ROOT / "numerics").parts]
    uses = [(str(p.relative_to(ROOT)), name) for p in files for name in imports(p) if within(name, ("numerics.models",))]
    assert files
    assert not uses


def test_no_binding_imports_another() -> None:
    families = [p for p in (ROOT / "verify").iterdir() if p.is_dir() and (ROOT / "theory" / p.name).is_dir()]
    files = [p for family in families for p in family.glob("*.py") if "Settings(" in p.read_text(encoding="utf-8")]
    prefixes = tuple(f"verify.{family.name}" for family in families)
    assert files
    assert not [(str(p.relative_to(ROOT)), name) for p in files for name in imports(p) if within(name, prefixes)]
