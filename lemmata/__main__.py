"""`python -m lemmata` is `lemmata`."""

from lemmata.verify.cli.entry import main

main()
