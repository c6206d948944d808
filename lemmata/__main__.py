"""`python -m lemmata` is `lemmata`."""

from lemmata.verify.cli.main import run

run()
