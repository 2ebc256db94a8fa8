"""Asking a person: with editing, history and completion at a terminal, plain lines where input is piped."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console


class Asker:
    """Asks one question at a time. Ctrl-C raises KeyboardInterrupt, the end of input EOFError."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._session: Any = None
        if console.is_terminal and sys.stdin.isatty():
            from prompt_toolkit import PromptSession

            self._session = PromptSession()

    def ask(self, prompt: str, words: Callable[[], Sequence[str]] = tuple) -> str:
        """What is typed, without the blanks around it; `words` are what Tab completes."""
        if self._session is None:
            return self.console.input(prompt, markup=False).strip()
        from prompt_toolkit.completion import WordCompleter

        completer = WordCompleter(words, ignore_case=True, sentence=True)
        return str(self._session.prompt(prompt, completer=completer, complete_while_typing=False)).strip()

    def confirm(self, question: str) -> bool:
        """Yes or no; no by default, and where nobody answers."""
        prompt = f"{question} [y/N] "
        if len(prompt) >= self.console.width:  # a prompt would break in the middle of a word
            self.console.print(question)
            prompt = "[y/N] "
        try:
            return self.ask(prompt).lower() in ("y", "yes")
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return False
