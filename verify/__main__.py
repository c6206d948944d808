"""`python -m lemmata.verify` is `lemmata`."""

from lemmata.verify.cli.main import run

run()
