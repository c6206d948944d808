"""`python -m lemmata.verify` is `lemmata`."""

from lemmata.verify.cli.entry import main

main()
