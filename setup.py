"""The folders of the checkout as packages of one package: theory/ is lemmata.theory, and so on. The rest is in pyproject.toml."""

from setuptools import find_namespace_packages, setup

ROOMS = ("theory", "numerics", "verify", "bench")

setup(
    packages=[
        "lemmata",
        *(f"lemmata.{p}" for room in ROOMS for p in (room, *(f"{room}.{q}" for q in find_namespace_packages(room)))),
    ],
    package_dir={"lemmata": "lemmata", **{f"lemmata.{room}": room for room in ROOMS}},
)
