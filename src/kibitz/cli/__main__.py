"""``python -m kibitz.cli``."""

from kibitz.cli import main

main()
