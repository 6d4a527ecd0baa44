"""`python -m concordant` is the command line."""

from .surfaces.cli.start import main

if __name__ == "__main__":
    main()
