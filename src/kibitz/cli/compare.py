"""``kibitz match``, ``kibitz tournament`` and ``kibitz exploit``: who is stronger, and how beatable."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import RenderableType

import kibitz
from kibitz.cli.app import (
    GAME_OPTIONS,
    GameName,
    Json,
    Publish,
    Seed,
    Workers,
    app,
    console,
    counting,
    game_options,
    notices,
    split,
)
from kibitz.errors import Interrupted, Stopped

OnCluster = Annotated[
    str | None, typer.Option(help="Play on the workers of a Dask cluster: its scheduler's address, or local.")
]


ALL_AT_ONCE = 1 << 14
"""Games side by side where networks are asked on the GPU."""

OnGpu = Annotated[bool, typer.Option("--gpu", help="Play on the GPU; for players that are compiled.")]


@app.command(context_settings=GAME_OPTIONS)
def match(
    context: typer.Context,
    game: GameName,
    first: str,
    second: str,
    pairs: Annotated[int, typer.Option(min=1, help="Duplicate deals; each is played twice.")] = 10_000,
    seed: Seed = 0,
    workers: Workers = None,
    cluster: OnCluster = None,
    gpu: OnGpu = False,
    sprt: Annotated[bool, typer.Option(help="Stop as soon as a sequential test has decided.")] = False,
    adjusted: Annotated[bool, typer.Option(help="Take the luck of draws and rolls off the results.")] = False,
    publish: Publish = False,
    as_json: Json = False,
) -> None:
    """Let two players play duplicate deals."""
    from kibitz.arena.match import MatchResult, Sprt
    from kibitz.present.tables import match_table

    def table(played: MatchResult) -> RenderableType:
        return match_table(played, first, second)

    bar = counting(f"{first} v {second}", 2 * pairs, "games")
    with what_was_played(table), joined(cluster, workers) as machines, bar as count:
        result = kibitz.match(
            game, first, second, pairs=pairs, seed=seed, workers=workers,
            sprt=Sprt() if sprt else None, progress=count, cluster=machines,
            device=device(gpu), adjusted=adjusted, **game_options(context),
        )  # fmt: skip
    found = as_data(result)
    if publish:
        words = [first, second, "--pairs", pairs, "--seed", seed, *(["--sprt"] if sprt else [])]
        words += [*(["--adjusted"] if adjusted else []), *context.args]
        _publish(game, "match", words, found)
    if as_json:
        print(json.dumps(found, indent=1))
    else:
        console.print(table(result))


@app.command(context_settings=GAME_OPTIONS)
def tournament(
    context: typer.Context,
    game: GameName,
    players: Annotated[list[str], typer.Argument(help="Two players or more.", show_default=False)],
    games: Annotated[int, typer.Option(min=1, help="Games to play at least.")] = 10_000,
    seed: Seed = 0,
    workers: Workers = None,
    cluster: OnCluster = None,
    gpu: Annotated[
        bool, typer.Option("--gpu", help="Play on the GPU: whole games of compiled players, or the networks' part.")
    ] = False,
    publish: Publish = False,
    as_json: Json = False,
) -> None:
    """Rank players: every deal in every seating."""
    from kibitz.present.tables import tournament_table

    names, options = split(players + context.args)
    bar = counting(f"{len(names)} players", games, "games")
    with what_was_played(tournament_table), joined(cluster, workers) as machines, bar as count:
        result = kibitz.tournament(
            game, names, games=games, seed=seed, progress=count, cluster=machines,
            **on_gpu(game, names, options, workers) if gpu else {"workers": workers}, **options,
        )  # fmt: skip
    found = as_data(result)
    if publish:
        _publish(game, "tournament", [*players, "--games", games, "--seed", seed, *context.args], found)
    if as_json:
        print(json.dumps(found, indent=1))
    else:
        console.print(tournament_table(result))


@app.command(context_settings=GAME_OPTIONS)
def exploit(
    context: typer.Context,
    game: GameName,
    player: Annotated[str, typer.Argument(help="Whom to beat.", show_default=False)],
    by: Annotated[str, typer.Option(help="Who is trained: zoo, search, learner; by default the best of all.")] = "",
    seconds: Annotated[float, typer.Option(min=0, help="Time to train.")] = 60.0,
    pairs: Annotated[int, typer.Option(min=1, help="Duplicate deals of the verdict.")] = 500,
    seed: Seed = 0,
    workers: Workers = None,
    exact: Annotated[bool, typer.Option(help="Compute it; for options small enough.")] = False,
    roots: Annotated[int, typer.Option(min=0, help="With --exact: first views drawn at random; 0: all.")] = 0,
    publish: Publish = False,
    as_json: Json = False,
) -> None:
    """Train somebody to beat a player: a lower bound on how beatable it is."""
    from kibitz.exploit import exploit as trained
    from kibitz.exploit.exact import best_response

    options = game_options(context)
    result: Any
    if exact:
        with console.status(f"the best response to {player}"):
            result = best_response(game, player, roots=roots, seed=seed, **options)
        words: list[Any] = [player, "--exact", "--roots", roots, "--seed", seed, *context.args]
    else:
        with console.status(f"training against {player}"):
            result = trained(game, player, by=by, seconds=seconds, pairs=pairs, seed=seed, workers=workers, **options)
        words = [player, *(["--by", by] if by else []), "--seconds", seconds, "--pairs", pairs, "--seed", seed]
        words += context.args
    found = as_data(result)
    if publish:
        _publish(game, "exploit", words, found)
    if as_json:
        print(json.dumps(found, indent=1))
    else:
        low, high = result.interval
        who = "the best response" if exact else result.found
        console.print(f"{who} wins {result.win_rate:.1%} against {player} (95%: {low:.1%} to {high:.1%})")


@app.command()
def ladder(
    game: GameName,
    publish: Publish = False,
    as_json: Json = False,
) -> None:
    """List a game's players by strength, with what a move costs and how beatable each is."""
    from kibitz.lab.ladder import ladder as rungs
    from kibitz.lab.ladder import publish_ladder
    from kibitz.present.tables import ladder_table

    with console.status(f"timing the players of {game}"):
        if publish:
            file = publish_ladder(game)
            found = json.loads(file.read_text(encoding="utf-8"))
            notices.print(f"published in {file}; kibitz lab report writes the page")
        else:
            found = rungs(game)
    if as_json:
        print(json.dumps(found, indent=1))
    else:
        console.print(ladder_table(found))


@contextmanager
def what_was_played(table: Callable[[Any], RenderableType]) -> Iterator[None]:
    """Where games are stopped before their end, print what came of those played."""
    try:
        yield
    except Stopped as stopped:
        if stopped.result is not None:
            console.print(table(stopped.result))
        if isinstance(stopped, Interrupted):
            notices.print(str(stopped))
            raise typer.Exit(130) from None
        raise


def device(gpu: bool) -> str:
    return "gpu" if gpu else "cpu"


def on_gpu(game: str, players: list[str], options: dict[str, Any], workers: int | None) -> dict[str, Any]:
    """How a tournament is played with a GPU: all of it, or the networks are asked there and one thread plays."""
    from kibitz.arena.turn import are_compiled
    from kibitz.learn.trials import moved

    if are_compiled([kibitz.agent(game, player, **options) for player in players]):
        return {"workers": workers, "device": "gpu"}
    return {"workers": 1, "batch": ALL_AT_ONCE, "seated": lambda player: moved(player, "cuda")}


@contextmanager
def joined(address: str | None, workers: int | None) -> Iterator[Any]:
    """The cluster at an address, while it is needed; None where none is asked for."""
    if address is None:
        yield None
        return
    from kibitz.arena.cluster import Cluster

    with Cluster(address, workers) as cluster:
        yield cluster


def as_data(result: Any) -> dict[str, Any]:
    """A result as JSON can say it, with the commit that made it; what is not finite is null."""
    from kibitz.lab.provenance import commit

    def plain(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            return value.tolist()
        if isinstance(value, dict):
            return {key: plain(part) for key, part in value.items()}
        if isinstance(value, list | tuple):
            return [plain(part) for part in value]
        return None if isinstance(value, float) and not math.isfinite(value) else value

    return {"commit": commit(result.game), **plain(dataclasses.asdict(result))}


def _publish(game: str, verb: str, words: list[Any], found: dict[str, Any]) -> None:
    from kibitz.lab.results import publish_match

    file = publish_match(game, " ".join(["kibitz", verb, game, *map(str, words)]), found)
    notices.print(f"published in {file}; kibitz lab report writes the page")
