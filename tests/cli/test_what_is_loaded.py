"""Each command loads what it needs and no more: how long a cold start takes is what it imports."""

from __future__ import annotations

import subprocess
import sys

import pytest

CHECK = ["check", "E[cos(a*Z)] = exp(-a^2/2)", "--with", "Z ~ Normal", "--with", "a > 0"]
TORCH = ("torch", "scipy", "hypothesis", "pandas", "matplotlib", "IPython", "dask", "distributed")
NUMERICS = ("numpy", *TORCH)
HEAVY = ("pandas", "matplotlib", "IPython", "dask", "distributed", "torch._dynamo", "torch._inductor", "pytest")
JUDGES = ("lemmata.verify.engine.scene", "lemmata.verify.engine.quantities")  # what only a claim needs

CODE = """
import sys
from lemmata.verify.cli.main import run
sys.argv[0] = "lemmata"
try:
    run()
except SystemExit as end:
    assert not end.code, end.code
print("loaded:", *(m for m in {names} if m in sys.modules))
"""


@pytest.mark.parametrize(
    ("arguments", "without"),
    [
        (["--help"], ("sympy", "flint", "pydantic", *NUMERICS)),
        (["check", "--help"], ("sympy", "flint", *NUMERICS)),
        (["show", "ridge.det_equiv"], NUMERICS),
        (["tools"], TORCH),
        (["eval", "generative.definition", "link=z**2*exp(-z**2)"], TORCH),
        (["eval", "mean_field.label_noise", "n=5", "s=1.0"], ("scipy", "hypothesis", *HEAVY)),
        (["eval", "ridge.equivalent", "l=1,0.5,0.25", "b=1,1,1", "n=10"], ("scipy", "hypothesis", *JUDGES, *HEAVY)),
        (CHECK, HEAVY),
    ],
    ids=lambda v: " ".join(v)[:40],
)
def test_a_command_loads_no_more_than_it_needs(arguments, without):
    code = CODE.format(names=without)
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].split() == ["loaded:"]
