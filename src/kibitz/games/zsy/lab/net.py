"""A convolutional network by self-play.

The paper ends by naming a convolutional network over the cards as the next step, without a
number. Here one is trained as in deep Monte Carlo (the method of
DouZero for a kindred game): the network says how likely each move is to win, plays itself with the best
of them and now and then any other, and after each generation of games is fitted to who won. The claim to
test is that it is stronger than the linear players.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.arena.match import match
from kibitz.game import game as find_game
from kibitz.games.zsy.agents.net import ROWS, PicturePlayer
from kibitz.games.zsy.features.picture import PLANES, pictures_of
from kibitz.games.zsy.rules import RANKS, deal, legal, player, step, view
from kibitz.kernel import best_of, draw, kernel, mix, uniform
from kibitz.lab import Finding, Lab, Report, Row, Steps, derived, figures, of_match, side_by_side, where


@dataclass(frozen=True)
class Config:
    generations: int
    games: int
    """Games per generation."""
    channels: int
    blocks: int
    batch: int
    slow_from: int = 1000
    """From this generation on the network learns more slowly, to settle."""
    rate: float = 5e-4
    """Adam's step, before that and after."""
    slow_rate: float = 2e-4
    explore: float = 0.03
    """How often any move is played instead of the best."""
    average: float = 0.9
    """The shipped weights are a running mean over generations: how much of it each one keeps."""
    slow_average: float = 0.97
    test_every: int = 10
    test_pairs: int = 2000
    test_seed: int = 77_001
    final_pairs: int = 2500
    final_seed: int = 77_002
    threads: int = 2
    gpu: bool = False
    """Whether to use a graphics card where there is one."""


TINY = Config(generations=2, games=16, channels=4, blocks=1, batch=64, test_every=1, test_pairs=2, final_pairs=2)
QUICK = Config(generations=2, games=128, channels=8, blocks=1, batch=256, test_every=1, test_pairs=40, final_pairs=40)
PAPER = Config(
    generations=751, games=8192, channels=48, blocks=2, batch=8192, slow_from=346, gpu=True, threads=16
)  # fmt: skip
OPPONENTS = ("greedy", "td", "tdns")
"""Whom the finished network plays."""


def network(channels: int, blocks: int) -> Any:
    """The network: pictures of ones and zeros in, the logit of winning out."""
    from torch import nn

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first = nn.Conv1d(channels, channels, 3, padding=1)
            self.second = nn.Conv1d(channels, channels, 3, padding=1)

        def forward(self, x):
            return (x + self.second(self.first(x).relu())).relu()

    class Judge(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.look = nn.Conv1d(PLANES, channels, 5, padding=2)
            self.blocks = nn.Sequential(*[Block() for _ in range(blocks)])
            self.head = nn.Sequential(nn.Flatten(), nn.Linear(channels * RANKS, 128), nn.ReLU(), nn.Linear(128, 1))

        def forward(self, pictures):
            return self.head(self.blocks(self.look(pictures.float()).relu()))

    return Judge()


def run(config: Config, lab: Lab) -> Steps:
    import torch

    from kibitz.learn.on_torch import as_arrays, put_back

    torch.manual_seed(lab.seed)
    net, mean = (network(config.channels, config.blocks).to(device(config)) for _ in range(2))
    mean.load_state_dict(net.state_dict())
    optimiser = torch.optim.Adam(net.parameters(), lr=config.rate)
    if lab.kept:
        put_back(lab.kept, net=net, mean=mean, adam=optimiser)

    def learn(generation: int) -> list[Row]:
        slow = generation >= config.slow_from
        optimiser.param_groups[0]["lr"] = config.slow_rate if slow else config.rate
        pictures, won = self_play(config, net, lab.derived(generation))
        loss = _fit(config, net, optimiser, pictures, won, lab.derived(generation))
        keep = min(config.slow_average if slow else config.average, generation / (generation + 1))
        with torch.no_grad():
            for averaged, new in zip(mean.parameters(), net.parameters(), strict=True):
                averaged.lerp_(new, 1 - keep)
        lab.kept.update(as_arrays(net=net, mean=mean, adam=optimiser))
        rows: list[Row] = [{"stage": "learning", "games": (generation + 1) * config.games, "loss": loss}]
        if (generation + 1) % config.test_every == 0:
            rows.append(_tested(config, mean, "greedy", "test", generation + 1))
        return rows

    def ship() -> list[Row]:
        export(mean, lab)
        mean.to(device(config))
        return []

    def play(opponent: str) -> list[Row]:
        return [_tested(config, mean, opponent, "final", config.generations)]

    learning = [(learn, generation) for generation in range(config.generations)]
    return lab.in_turn([*learning, (ship,), *((play, opponent) for opponent in OPPONENTS)])


def _tested(config: Config, net: Any, opponent: str, stage: str, generation: int) -> Row:
    pairs, seed = {"test": (config.test_pairs, config.test_seed), "final": (config.final_pairs, config.final_seed)}[
        stage
    ]
    result = match("zsy", _player(find_game("zsy"), config, net), opponent, pairs=pairs, seed=seed)
    return {**of_match(result, stage=stage, opponent=opponent), "games": generation * config.games}


def self_play(config: Config, net: Any, seed: int) -> tuple[Any, Any]:
    """One generation of games: the pictures its moves left, and whether their players won."""
    import torch

    share = -(-config.games // config.threads)
    sizes = [min(share, config.games - start) for start in range(0, config.games, share)]
    groups = [Tables(size, derived(seed, number)) for number, size in enumerate(sizes)]
    kept, won = [], []
    while any(len(group.live) for group in groups):
        pictures = np.concatenate(side_by_side(Tables.look, groups, config.threads))
        on_device = torch.from_numpy(pictures).to(device(config))
        worth = _judge(net, on_device)
        first = 0
        for group in groups:
            rows = group.play(worth[first:], config.explore)
            kept.append(on_device[torch.from_numpy(first + rows).to(on_device.device)])
            first += int(group.counts[: len(rows)].sum())
    for ply in range(max(len(group.movers) for group in groups)):
        won += [group.won(ply) for group in groups if ply < len(group.movers)]
    return torch.cat(kept), torch.from_numpy(np.concatenate(won)).to(device(config))


class Tables:
    """Games of self-play in lockstep."""

    def __init__(self, games: int, seed: int) -> None:
        game = find_game("zsy")
        self.states, self.views = np.zeros(games, game.state), np.zeros(games, game.state)
        self.moves, self.counts = np.zeros((games, game.moves), np.int32), np.zeros(games, np.int64)
        self.movers: list[np.ndarray] = []
        """Who moved at each ply, as a number of game and seat."""
        _deal_all(self.states, game.options().encoded(), np.uint64(seed))
        self.live = np.arange(games)

    def look(self) -> np.ndarray:
        """Pictures of what every legal move leaves, in all games that go on."""
        n = len(self.live)
        _look(self.states, self.live, self.views, self.moves, self.counts)
        return pictures_of(self.views[:n], self.moves[:n], self.counts[:n])

    def play(self, worth: np.ndarray, explore: float) -> np.ndarray:
        """Play a move in each game, given what each picture is worth; the rows of the pictures chosen."""
        rows = np.empty(len(self.live), np.int64)
        self.movers.append(2 * self.live + self.states["to_move"][self.live])
        _choose(self.states, self.live, self.moves, self.counts, worth, explore, rows)
        self.live = self.live[(self.states["left"][self.live] > 0).all(axis=1)]
        return rows

    def won(self, ply: int) -> np.ndarray:
        """Whether those who moved at a ply won in the end: a winner has no cards left."""
        return (self.states["left"].reshape(-1)[self.movers[ply]] == 0).astype(np.float32)


def device(config: Config) -> str:
    """Where the network is computed."""
    import torch

    return "cuda" if config.gpu and torch.cuda.is_available() else "cpu"


def _judge(net: Any, pictures: Any) -> np.ndarray:
    import torch

    with torch.no_grad(), torch.autocast(pictures.device.type, torch.bfloat16, enabled=pictures.is_cuda):
        found = [net(part)[:, 0].float().sigmoid() for part in pictures.split(1 << 17)]
    return torch.cat(found).cpu().numpy()


def _fit(config: Config, net: Any, optimiser: Any, pictures: Any, won: Any, seed: int) -> float:
    """One pass over a generation in random order; the mean loss."""
    import torch

    order = torch.from_numpy(np.random.default_rng(seed).permutation(len(won))).to(won.device)
    total = torch.zeros((), device=won.device)
    batches = order.split(config.batch)
    for batch in batches:
        with torch.autocast(pictures.device.type, torch.bfloat16, enabled=pictures.is_cuda):
            logits = net(pictures[batch])[:, 0]
        loss = torch.nn.functional.binary_cross_entropy_with_logits(logits.float(), won[batch])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        total += loss.detach()
    return float(total) / len(batches)


@kernel
def _deal_all(states, options, seed):
    for i in range(len(states)):
        deal(states[i], options, mix(seed + np.uint64(i)))


@kernel
def _look(states, live, views, moves, counts):
    """What the seat to move sees in each of the `live` games, and its legal moves."""
    for i in range(len(live)):
        s = states[live[i]]
        counts[i] = legal(s, moves[i])
        view(s, player(s), views[i])


@kernel
def _choose(states, live, moves, counts, worth, explore, rows):
    """Play the best move of each game, or now and then any; `rows` becomes the pictures they left."""
    first = 0
    for i in range(len(live)):
        s = states[live[i]]
        best = np.int64(draw(s, counts[i]) if uniform(s) < explore else best_of(worth[first:], counts[i]))
        rows[i] = first + best
        first += counts[i]
        step(s, moves[i, best])


def export(net: Any, lab: Lab) -> None:
    """Write the network as the player ``net`` reads it: pictures in, win probabilities out."""
    import torch

    net = torch.nn.Sequential(net, torch.nn.Sigmoid()).cpu()
    lab.save_network("net.onnx", net, torch.zeros((1, PLANES, RANKS), dtype=torch.uint8))


def _player(game: Any, config: Config, net: Any) -> PicturePlayer:
    import torch

    def judge(pictures: np.ndarray) -> np.ndarray:
        return _judge(net, torch.from_numpy(pictures).to(device(config)))

    return PicturePlayer(game, game.options(), judge, rows=1 << 17 if config.gpu else ROWS)


def report(rows: list[Row], config: Config) -> Report:
    course = where(rows, "win_rate", opponent="greedy")
    title = "A network instead of a linear value"
    figure, axes = figures.chart(title, "games of self-play", "win rate against greedy", percent=True)
    figures.curve(axes, course, "games", "win_rate", "net", color=figures.colour("zsy", "net"))
    figures.level(axes, 0.8, "td in the paper")
    findings = [Finding.of(f"net v {row['opponent']}: games won", row) for row in where(rows, stage="final")]
    losses = where(rows, "loss")
    summary = (
        f"After {losses[-1]['games']:,} games of self-play the network's loss is {losses[-1]['loss']:.3f} (it began at "
        f"{losses[0]['loss']:.3f}). {'; '.join(f'{f.what} {f.ours:.1%}' for f in findings)}. The paper has no number "
        "for it."
    )
    return Report(findings, summary, {"net": figure})
