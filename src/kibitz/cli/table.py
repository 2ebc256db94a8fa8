"""A game at the terminal: any mix of people and agents, a seat for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.text import Text

from kibitz import record
from kibitz.agent import Agent, build
from kibitz.cli.present import hint_table
from kibitz.coach.hint import hint
from kibitz.errors import KibitzError
from kibitz.state import State

HUMAN = "human"
HELP = "a move, or: hint [player], moves, undo, rules, save FILE, quit"


class Table:
    """One game being played at the terminal."""

    def __init__(self, state: State, seats: Sequence[str], console: Console) -> None:
        if len(seats) != state.seats:
            raise KibitzError(f"{state.seats} seats and {len(seats)} players; name one player for each seat")
        self.state, self.seats, self.console = state, list(seats), console
        self.agents: list[Agent | None] = [
            None if spec == HUMAN else build(state.game, state.options, spec) for spec in seats
        ]
        self.people = [seat for seat, spec in enumerate(seats) if spec == HUMAN]
        self.commands: dict[str, Callable[[str], None]] = {
            "hint": self._hint, "moves": self._moves, "undo": self._undo, "rules": self._rules, "save": self._save,
        }  # fmt: skip

    def play(self) -> None:
        """Play to the end, or until someone leaves."""
        self.console.print(Text.assemble((self.state.game.title, "bold"), "   ", str(self.state.options)))
        self.console.print(HELP, style="dim")
        asked = None
        while not self.state.is_over:
            seat = self.state.player
            agent = self.agents[seat]
            if agent is not None:
                self._move(agent.choose(self.state))
                continue
            if len(self.people) > 1 and seat != asked:
                self.console.print(Text.assemble((self._who(seat), "bold"), ", your turn"))
            asked = seat
            if not self._ask():
                return
        self._result()

    def _ask(self) -> bool:
        """Let the person to move say one thing; False when they leave."""
        self.console.print(Panel(self.state.show(), expand=False))
        while True:
            try:
                said = self.console.input(Text.assemble((self._who(self.state.player), "bold"), " > ")).strip()
            except (EOFError, KeyboardInterrupt):
                said = "quit"
            word, _, rest = said.partition(" ")
            if word in ("quit", "exit"):
                self.console.print("Goodbye.")
                return False
            try:
                if not said or word == "help":
                    self.console.print(HELP, style="dim")
                elif word in self.commands:
                    self.commands[word](rest.strip())
                    if word == "undo":
                        return True
                else:
                    self._move(self.state.parse(said).code)
                    return True
            except KibitzError as error:
                self.console.print(str(error), style="yellow")

    def _move(self, code: int) -> None:
        watcher = self._watcher()
        seat, before = self.state.player, self.state.view(watcher)
        self.state.push(code)
        told = self.state.game.text.tell(before, code, self.state.view(watcher), watcher)
        if told.startswith(("you ", "{who} ")):  # a whole sentence
            self.console.print(Text("  " + told.replace("{who}", self._who(seat)).replace("\n", "\n  ")))
        else:
            self.console.print(Text.assemble("  ", (self._who(seat), "bold"), f": {told}"))

    def _watcher(self) -> int:
        """Through whose eyes the table is told: with several people, only what the mover's neighbour sees."""
        others = [seat for seat in self.people if seat != self.state.player]
        return self.people[0] if len(self.people) == 1 else others[0] if others else 0

    def _hint(self, adviser: str) -> None:
        self.console.print(hint_table(hint(self.state, adviser or None)))

    def _moves(self, _: str) -> None:
        self.console.print(", ".join(move.name for move in self.state.legal))

    def _undo(self, _: str) -> None:
        """Take back to the person's own last move."""
        seat = self.state.player
        played = self.state.copy()
        played.pop()
        while played.player != seat:
            played.pop()
        self.state = played

    def _rules(self, _: str) -> None:
        self.console.print(Markdown((self.state.game.rules.__doc__ or "").replace("``", "`")))

    def _save(self, path: str) -> None:
        if not path:
            raise KibitzError("say where to: save FILE")
        try:
            record.save(self.state, Path(path), self.seats)
        except OSError as error:
            raise KibitzError(f"cannot write {path}: {error.strerror}") from error
        self.console.print(f"Saved to {path}; kibitz play --load {path} goes on from there.")

    def _result(self) -> None:
        self.console.print(Panel(self.state.show(self._watcher()), expand=False))
        scores = self.state.scores
        for seat, points in enumerate(scores):
            crown = "  wins" if points == max(scores) and len(scores) > 1 else ""
            line = Text.assemble(f"  {self._who(seat)}: ", (f"{points:g}", "bold"), (crown, "bold green"))
            self.console.print(line)

    def _who(self, seat: int) -> str:
        if self.seats[seat] != HUMAN:
            return f"{self.seats[seat]} (seat {seat})"
        return "you" if len(self.people) == 1 else f"seat {seat}"
