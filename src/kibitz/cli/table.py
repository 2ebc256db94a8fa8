"""A game at the terminal: any mix of people and agents, a seat for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.status import Status
from rich.text import Text

from kibitz import record
from kibitz.agent import Agent, build
from kibitz.cli.asking import Asker
from kibitz.cli.keeping import Kept
from kibitz.coach import drill
from kibitz.coach.hint import hint
from kibitz.coach.review import review
from kibitz.coach.tutor import LEVELS, OFF, level_of, warn
from kibitz.errors import IllegalMove, InvalidMove, KibitzError
from kibitz.present.reviewed import review_text
from kibitz.present.tables import hint_table
from kibitz.present.words import HUMAN, changed, coloured, hanging, names_of, told
from kibitz.state import Move, State

HELP = "a move, or: hint, moves, undo, rules, tutor, save FILE, quit"
HELP_FIRST = "Type a move as the line above the prompt shows it, or one of these words, in any case:"
LONG_HELP = {
    "hint, h": "what to play, what other moves lose, and why",
    "hint NAME": "what another player thinks",
    "moves": "all legal moves",
    "undo": "take back your last move",
    "rules": "the rules, and how moves are written",
    "tutor LEVEL": f"a word before a costly move: {', '.join(LEVELS)}",
    "save FILE": "write the game to a file",
    "quit, q": "leave; kibitz play --resume goes on from here",
}
AFTERWARDS = "review, save FILE, again, quit"
SHORT = {"?": "help", "h": "hint", "q": "quit", "exit": "quit"}
WIDTH = 100
"""Wider lines are hard to read."""


class Left(Exception):
    """Someone left the table."""


class Table:
    """One game being played at the terminal."""

    def __init__(
        self,
        state: State,
        seats: Sequence[str],
        console: Console,
        *,
        kept: Kept | None = None,
        tutor: str = OFF,
        asker: Asker | None = None,
    ) -> None:
        if len(seats) != state.seats:
            raise KibitzError(f"{state.seats} seats and {len(seats)} players; name one player for each seat")
        self.state, self.seats, self.console = state, list(seats), console
        self.kept, self.tutor = kept, level_of(tutor)
        self.names = names_of(seats)
        self.asker = asker or Asker(console)
        self.people = [seat for seat, who in enumerate(seats) if who == HUMAN]
        with getting_ready(console, state.game.name):
            self.agents: list[Agent | None] = [
                None if who == HUMAN else build(state.game, state.options, who) for who in seats
            ]
            for agent in self.agents:
                if agent is not None and not state.is_over:
                    agent.choose(state)
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help, "hint": self._hint, "moves": self._moves, "undo": self._undo, "rules": self._rules,
            "tutor": self._tutor, "save": self._save,
        }  # fmt: skip

    def play(self) -> bool:
        """Play to the end, or until someone leaves; True when they want another game."""
        self._open()
        last = None
        try:
            while not self.state.is_over:
                seat = self.state.player
                agent = self.agents[seat]
                if agent is not None:
                    self._move(agent.choose(self.state))
                    continue
                if len(self.people) > 1 and seat != last:
                    self._cover(seat)
                last = seat
                self._turn()
            return self._afterwards()
        except Left:
            self._leave()
            return False

    def _leave(self) -> None:
        """Say goodbye; a game in which no person has moved is not kept."""
        begun = any(True for seat in self.people for _ in self.state.decisions_of(seat))
        if self.kept and not begun:
            self.kept.forget()
        resume = " kibitz play --resume goes on from here." if self.kept and begun and not self.state.is_over else ""
        self._say(f"Goodbye.{resume}")

    def _open(self) -> None:
        usual = self.state.game.options(**_usual(self.state))
        different = changed(self.state.options, usual)
        self.console.print(Text.assemble((self.state.game.title, "bold"), f"   {different}" if different else ""))
        others = [name for seat, name in enumerate(self.names) if seat not in self.people]
        if others and self.people:
            self._say(f"You play against {' and '.join(others)}.")
        if self.people:
            self._say(HELP, "dim")

    # --- one turn ---------------------------------------------------------------------------------

    def _turn(self) -> None:
        """Let the person to move say things until a move is played."""
        seat, number = self.state.player, len(self.state.moves)
        self._show(seat)
        while len(self.state.moves) == number and self.state.player == seat:
            try:
                self._hear(self._listen(f"{self.names[seat]} > "))
            except KibitzError as error:
                self._say(str(error), "yellow")

    def _hear(self, said: str) -> None:
        """Do what the person to move says: a word of the table, or a move."""
        word, _, rest = said.partition(" ")
        word = SHORT.get(word.lower(), word.lower())
        if word == "quit" and not rest:
            raise Left
        if not said:
            self._now(self.state.player)
        elif word in self.commands:
            self.commands[word](rest.strip())
        else:
            self._try(said)

    def _try(self, said: str) -> None:
        """Play what was said, if it is a move and the tutor lets it pass."""
        move = self._parse(said)
        if self.tutor != OFF:
            with self.console.status("thinking"):
                warning = warn(self.state, move, self.tutor)
            answer = self._anyway(warning.says, warning.better) if warning else "yes"
            if answer in ("n", "no", ""):
                return
            if answer not in ("y", "yes"):  # something else at once: another move, undo, hint
                self._hear(answer)
                return
        self._move(move.code)

    def _parse(self, said: str) -> Move:
        try:
            return self.state.parse(said)
        except (IllegalMove, InvalidMove) as error:
            explain = getattr(self.state.game.text, "why_not", None)
            reason = explain(self.state.view(self.state.player), said) if explain else None
            raise type(error)(reason or str(error)) from None

    def _anyway(self, says: str, better: str) -> str:
        """What the player says to the tutor's warning; ``why`` hears what would be better."""
        self._say(says, "yellow")
        while True:
            answer = self._listen("[y]es, [n]o, [w]hy > ")
            if answer.lower() not in ("w", "why"):
                return answer.lower() if answer.lower() in ("y", "yes", "n", "no") else answer
            self.console.print(coloured(better))

    def _listen(self, prompt: str) -> str:
        """One line from a person. Ctrl-C asks whether they want to leave."""
        while True:
            try:
                return self.asker.ask(prompt, self._words)
            except EOFError:
                raise Left from None
            except KeyboardInterrupt:
                self.console.print()
                kept = " It is saved." if self.kept else ""
                if self.asker.confirm(f"Leave the game?{kept}"):
                    raise Left from None

    def _words(self) -> list[str]:
        """What Tab completes: the moves, then the words of the table."""
        return [*(move.name for move in self.state.legal), *sorted(self.commands), "quit"]

    def _move(self, code: int) -> None:
        watcher, mover = self._watcher(), self.state.player
        before = self.state.view(watcher)
        if self.kept:
            self.kept.play(self.state, code)
        else:
            self.state.push(code)
        said = self.state.game.text.tell(before, code, self.state.view(watcher), watcher)
        self.console.print(coloured(told(said, self.names[mover], mover == watcher)), width=self._width())

    def _watcher(self) -> int:
        """Through whose eyes the table is told: with several people, only what the mover's neighbour sees."""
        others = [seat for seat in self.people if seat != self.state.player]
        return self.people[0] if len(self.people) == 1 else others[0] if others else 0

    def _cover(self, seat: int) -> None:
        """Hide the last player's cards before the next one looks."""
        self.console.clear()
        said = self._listen(f"Pass the screen to {self.names[seat]}, who presses Enter. ").lower()
        if SHORT.get(said, said) == "quit":
            raise Left
        self.console.clear()

    # --- what is shown ----------------------------------------------------------------------------

    def _show(self, seat: int) -> None:
        self.console.print(Panel(coloured(self.state.show(seat)), expand=False))
        self._now(seat)

    def _now(self, seat: int) -> None:
        """What is asked, and what to type."""
        now = getattr(self.state.game.text, "now", None)
        line = now(self.state.view(seat), seat) if now and not self.state.is_over else ""
        if line:
            self.console.print(coloured(line, "bold"), width=self._width())

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(text, style=style, width=self._width())

    def _width(self) -> int:
        return min(self.console.width, WIDTH)

    # --- commands ---------------------------------------------------------------------------------

    def _help(self, _: str) -> None:
        self._say(HELP_FIRST)
        self.console.print(hanging(LONG_HELP), width=self._width())

    def _hint(self, adviser: str) -> None:
        with self.console.status("thinking"):
            found = hint(self.state, adviser or None)
        self.console.print(hint_table(found))

    def _moves(self, _: str) -> None:
        self._say(", ".join(move.name for move in self.state.legal))

    def _undo(self, _: str) -> None:
        """Take back to the person's own last move."""
        own = list(self.state.decisions_of(self.state.player))
        if not own:
            raise KibitzError("you have not moved yet, so there is nothing to take back")
        if self.kept:
            self.kept.take_back(own[-1])
        while len(self.state.moves) > own[-1]:
            self.state.pop()
        self._say("Taken back.")

    def _rules(self, _: str) -> None:
        rules = Markdown((self.state.game.rules.__doc__ or "").replace("``", "`"))
        self.console.print(rules, width=self._width())

    def _tutor(self, level: str) -> None:
        if level:
            self.tutor = level_of(level.lower())
            if self.kept:
                self.kept.change_tutor(self.tutor)
        self._say(f"The tutor is {self.tutor}; tutor {' | '.join(LEVELS)} changes it.")

    def _save(self, path: str) -> None:
        if not path:
            raise KibitzError("say where to: save FILE")
        file = Path(path).expanduser()
        if file.exists() and not self.asker.confirm(f"{path} exists: overwrite it?"):
            return
        try:
            record.save(self.state, file, self.seats)
        except OSError as error:
            raise KibitzError(f"cannot write {path}: {error.strerror}") from error
        self._say(f"Saved to {path}; kibitz play --load {path} goes on from there.")

    # --- afterwards -------------------------------------------------------------------------------

    def _afterwards(self) -> bool:
        """The result, and what one may want then."""
        self._result()
        if not self.people:
            return False
        while True:
            said = self._listen(f"{AFTERWARDS} > ")
            word, _, rest = said.partition(" ")
            word = SHORT.get(word.lower(), word.lower())
            try:
                if word in ("quit", ""):
                    self._say("Goodbye.")
                    return False
                if word == "again":
                    return True
                if word == "review":
                    self._review()
                elif word == "save":
                    self._save(rest.strip())
                else:
                    self._say(f"{word!r} is none of these: {AFTERWARDS}", "yellow")
            except KibitzError as error:
                self._say(str(error), "yellow")

    def _review(self) -> None:
        with self.console.status("looking the game over"):
            found = review(self.state, self.names)
        self.console.print(review_text(found, self._width(), self.people))
        if self.kept:
            added = self.kept.practise(drill.lessons(found, self.people))
            if added:
                self._say(f"{added} of your moves wait in kibitz drill.")

    def _result(self) -> None:
        watcher = self._watcher() if self.people else 0
        self.console.print(Panel(coloured(self.state.show(watcher)), expand=False))
        scores = self.state.scores
        best = [seat for seat, points in enumerate(scores) if points == max(scores)]
        for seat, points in enumerate(scores):
            line = Text.assemble(f"  {self.names[seat]}: ", (f"{points:g}", "bold"))
            if len(scores) > 1 and seat in best:
                wins = "draw" if len(best) > 1 else "win" if self.names[seat] == "you" else "wins"
                line.append(f"  {wins}", "bold green")
            self.console.print(line)


def getting_ready(console: Console, name: str) -> Status:
    """What is said while rules and players are compiled."""
    return console.status(Text(f"getting {name} ready; the first time takes a minute"))


def _usual(state: State) -> dict[str, object]:
    """What a table of this game is like by default, for as many players as sit here."""
    usual = dict(state.game.table)
    if hasattr(state.options, "players"):
        usual["players"] = state.seats
    return usual
