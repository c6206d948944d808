"""`lemmata doctor`: what is there, what is missing, and what to do about it."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

REQUIRED = (
    "torch",
    "sympy",
    "numpy",
    "scipy",
    "mpmath",
    "python-flint",
    "hypothesis",
    "pytest",
    "typer",
    "rich",
    "jinja2",
    "networkx",
)
OPTIONAL = {
    "pytest-xdist": "pytest -n auto",
    "chaospy": "lemmata bench",
    "blackjax": "lemmata bench",
    "distributed": "more than one machine",
}


def doctor() -> int:
    missing = 0
    print(f"python        {sys.version.split()[0]}")
    for name in REQUIRED:
        found = _version(name)
        missing += found is None
        print(f"{name:<13} {found or 'MISSING: pip install -e . -c constraints.txt'}")
    for name, use in OPTIONAL.items():
        print(f"{name:<13} {_version(name) or f'not installed (only for {use})'}")
    if find_spec("torch") is not None:
        import torch

        count = torch.cuda.device_count()
        print(f"device        {'cuda, ' + str(count) + ' devices' if count else 'cpu'}, {torch.get_num_threads()} threads")
    from lemmata.verify.claims import claim_ids

    print(f"claims        {len(claim_ids())}")
    return 2 if missing else 0


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
