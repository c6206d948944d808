"""`python -m verify` is `lemmata`."""

from verify.cli.main import run

run()
