"""``python -m kibitz``."""

from kibitz.cli import main

main()
