"""Draws docs/table.svg: a few moves of Yacht at the terminal, as they look."""

import io

from rich.console import Console

import kibitz
from kibitz.cli.table import Table


def main() -> None:
    console = Console(record=True, width=74, file=io.StringIO(), force_terminal=True)
    typed = iter(["hint", "quit"])

    def said(prompt: str) -> str:
        word = next(typed)
        console.print(f"{prompt}{word}")
        return word

    console.input = said  # type: ignore[method-assign, assignment]
    Table(kibitz.new("yacht", seed=3, players=2), ["human", "greedy"], console).play()
    console.save_svg("docs/table.svg", title="kibitz play yacht")


if __name__ == "__main__":
    main()
