"""The notebook of the documentation runs, and its answers show themselves."""

from __future__ import annotations

import warnings
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> list[nbformat.NotebookNode]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of Jupyter, about its own transport and event loop
        from nbclient import NotebookClient

        notebook = nbformat.read(ROOT / "docs" / "notebook.ipynb", as_version=4)
        place = {"metadata": {"path": str(tmp_path_factory.mktemp("notebook"))}}
        NotebookClient(notebook, timeout=240, kernel_name="python3", resources=place).execute()
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell: nbformat.NotebookNode, kind: str) -> str:
    return "".join(str(o["data"].get(kind, "")) for o in cell.outputs if "data" in o)


def test_statements_claims_and_records_show_themselves(cells: list[nbformat.NotebookNode]) -> None:
    wrong, right, claim, record = (shown(cell, "text/html") for cell in cells[:4])
    assert "refuted" in wrong and "fails at" in wrong
    assert "proved" in right and "refuted" not in right
    assert "E[G] = λ yᵀ (K + n λ I_n)⁻¹ y" in claim and "as printed (wrong)" in claim
    assert "proved" in record and r"\operatorname{tr}" in record


def test_verdicts_and_numbers_are_values(cells: list[nbformat.NotebookNode]) -> None:
    assert shown(cells[4], "text/plain").startswith("[('main', 'proved')")
    assert "'error'" in shown(cells[5], "text/plain")
