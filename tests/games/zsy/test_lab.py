"""The paper's schedule of natural selection."""

from kibitz.games.zsy.lab import learning_curve


def test_rounds_of_selection():
    games = {
        n: [(r.games, r.survivors) for r in learning_curve.rounds(learning_curve.PAPER, n)]
        for n in (1, 3, 10, 100, 100_000)
    }
    assert games[1] == [(1, 1)]
    assert games[3] == [(1, 10), (1, 3), (1, 1)]
    assert games[10] == [(1, 10), (2, 3), (7, 1)]
    assert games[100] == [(5, 10), (25, 3), (70, 1)]
    assert games[100_000] == [(5000, 10), (25_000, 3), (70_000, 1)]
