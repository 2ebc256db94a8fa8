"""A review as one HTML file that needs nothing else: the graph as inline SVG, every decision, the luck."""

from __future__ import annotations

import json
from dataclasses import asdict
from html import escape

from kibitz.coach.judge import CHANCE
from kibitz.coach.review import Decision, Review
from kibitz.coach.words import by_whom, event_name, figure, side_rows

WIDTH, HEIGHT, EDGE = 860, 260, 40
COLOURS = ("#1f6f54", "#b4502e", "#4a5fa5", "#8a6d1a")
STYLE = """
:root { color-scheme: light dark; --ink: #22251f; --paper: #faf8f2; --line: #d8d3c4; --mark: #b4502e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e4d8; --paper: #1c1f1b; --line: #3c4038; --mark: #e08a63; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 56rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tr.marked td { color: var(--mark); }
svg { width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
.quiet { opacity: .7; }
"""


def page(found: Review) -> str:
    """The whole file."""
    title = f"{found.title}: a review"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1>\n{graph(found)}\n{_sides(found)}\n{_decisions(found)}\n{_luck(found)}\n"
        f"{_footer(found)}\n"
        f'<script type="application/json" id="review">{_data(found)}</script>\n</body></html>\n'
    )


def graph(found: Review) -> str:
    """What the game was worth to each side over the moves, as SVG; marked moves are dots with their story."""
    values = [value for worth in found.curve for value in worth]
    low, high = (0.0, 1.0) if found.unit == CHANCE else (min(values), max(values))
    span = (high - low) or 1.0

    def x(number: int) -> float:
        return EDGE + (WIDTH - 2 * EDGE) * number / max(len(found.curve) - 1, 1)

    def y(value: float) -> float:
        return EDGE / 2 + (HEIGHT - EDGE) * (1 - (value - low) / span)

    parts = []
    for step in range(5):
        value = low + span * step / 4
        label = f"{value:.0%}" if found.unit == CHANCE else f"{value:.0f}"
        parts.append(
            f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="currentColor" '
            f'opacity=".15"/><text x="4" y="{y(value) + 4:.1f}">{label}</text>'
        )
    for side in found.sides:
        colour = COLOURS[side.seat % len(COLOURS)]
        points = " ".join(f"{x(n):.1f},{y(worth[side.seat]):.1f}" for n, worth in enumerate(found.curve))
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{points}"/>')
        parts.append(
            f'<text x="{WIDTH - EDGE + 4}" y="{y(found.curve[-1][side.seat]) + 4:.1f}" fill="{colour}">'
            f"{escape(side.name)}</text>"
        )
    for decision in found.worst():
        cx, cy = x(decision.number), y(found.curve[decision.number][decision.seat])
        story = f"move {decision.number + 1}: {decision.mark}. {decision.why}"
        parts.append(
            f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="5" fill="{COLOURS[decision.seat % len(COLOURS)]}">'
            f"<title>{escape(story)}</title></circle>"
        )
    what = "Chance to win" if found.unit == CHANCE else "Points expected"
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{what} over the moves">{"".join(parts)}</svg>'


def _sides(found: Review) -> str:
    head = "".join(f'<th class="number">{escape(s.name)}</th>' for s in found.sides)
    body = "".join(
        f"<tr><th>{name}</th>{''.join(f'<td class=number>{escape(cell)}</td>' for cell in cells)}</tr>"
        for name, cells in side_rows(found).items()
    )
    return f"<table><tr><th></th>{head}</tr>{body}</table>"


def _decisions(found: Review) -> str:
    body = "".join(_row(found, decision) for decision in found.decisions if not decision.forced)
    return (
        '<h2>Decisions</h2><table><tr><th class="number">move</th><th>who</th><th>played</th>'
        f'<th class="number">worth</th><th class="number">lost</th><th></th></tr>{body}</table>'
    )


def _row(found: Review, d: Decision) -> str:
    lost = "" if d.loss == 0 else figure(d.loss, found.unit)
    said = f"<b>{d.mark}</b>: {escape(d.why)}" if d.mark else ""
    return (
        f'<tr{" class=marked" if d.mark else ""}><td class="number">{d.number + 1}</td>'
        f"<td>{escape(found.sides[d.seat].name)}</td><td>{escape(d.move.name)}</td>"
        f'<td class="number">{figure(d.value, found.unit)}</td><td class="number">{lost}</td><td>{said}</td></tr>'
    )


def _luck(found: Review) -> str:
    events = sorted(found.chances, key=lambda event: -abs(event.luck[0]))[:10]
    name = escape(found.sides[0].name)
    body = "".join(
        f'<tr><td>{event_name(e)}</td><td class="number">{figure(e.luck[0], found.unit, "+")}</td></tr>' for e in events
    )
    return f'<h2>Luck</h2><table><tr><th>event</th><th class="number">gave {name}</th></tr>{body}</table>'


def _footer(found: Review) -> str:
    said = by_whom(found.adviser, found.assumes)
    return f'<p class="quiet">So {escape(said)}. Values: {escape(found.unit)}.</p>'


def _data(found: Review) -> str:
    """The review as JSON that cannot end the element it stands in."""
    return json.dumps(asdict(found)).replace("<", "\\u003c")
