"""Terminals that cannot print suits and dice get letters instead, never an error."""

from __future__ import annotations

import codecs
from typing import TextIO

INSTEAD = {
    "♣": "c", "♦": "d", "♥": "h", "♠": "s",
    "⚀": "", "⚁": "", "⚂": "", "⚃": "", "⚄": "", "⚅": "",
    "☆": "*", "★": "*", "·": ".", "•": "*", "–": "-", "—": "-", "−": "-", "…": "...", "×": "x", "±": "+-", "→": "->",
    "≤": "<=", "≥": ">=", "█": "#", "▇": "#", "▆": "#", "▅": "#", "▄": "=", "▃": "=", "▂": "-", "▁": "_",
    "“": '"', "”": '"', "’": "'", "‘": "'", "│": "|", "─": "-", "┤": "|", "┼": "+",
}  # fmt: skip


def spell(error: UnicodeError) -> tuple[str, int]:
    """What is written in place of characters that an encoding lacks; as `codecs.register_error` asks for it."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(INSTEAD.get(char, "?") for char in error.object[error.start : error.end]), error.end


codecs.register_error("spell", spell)


def print_what_can_be_printed(*streams: TextIO) -> None:
    """Let these streams write every text, in ASCII where nothing else prints."""
    for stream in streams:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="spell")
