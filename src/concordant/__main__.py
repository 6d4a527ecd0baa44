"""`python -m concordant` is the command line."""

from .surfaces.cli import main

main()
