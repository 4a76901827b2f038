"""Elo: known strengths are found, intervals cover, the ladder stays."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from wonderzoo import make_game
from wonderzoo.agents import make_agent
from wonderzoo_training.ratings import Ladder, Pairing, Rating, ladder_of, rate

TRUE = np.array([700.0, 1000.0, 1080.0, 1300.0])
NAMES = ["weak", "greedy", "good", "strong"]


def expected(one: float, other: float) -> float:
    return float(1 / (1 + 10 ** ((other - one) / 400)))


def play(
    rng: np.random.Generator, ratings: np.ndarray, deals: int, together: float = 0.0
) -> list[Pairing]:
    """Two games of each deal between each two agents."""
    pairings = []
    for i, j in itertools.combinations(range(len(ratings)), 2):
        wins = rng.random((deals, 2)) < expected(ratings[i], ratings[j])
        alike = rng.random(deals) < together
        wins[alike] = wins[alike, :1]
        pairings.append(Pairing(i, j, wins.sum(axis=1).astype(float), np.full(deals, 2.0)))
    return pairings


def rung(elo: float) -> Rating:
    return Rating(elo, (elo - 5, elo + 5), frozen=True)


def elos(ratings: list[Rating | None]) -> list[float]:
    return [rating.elo for rating in ratings if rating is not None]


def test_four_hundred_points_are_ten_to_one() -> None:
    wins = np.tile([1.0] * 10 + [0.0], 1000)
    pairing = Pairing(0, 1, wins, np.ones_like(wins))
    better, worse = elos(rate(["a", "greedy"], [pairing], None))
    assert worse == 1000
    assert better - worse == pytest.approx(400, abs=1)


def test_half_a_deal_is_won_and_half_a_deal_lost_besides() -> None:
    all_won = Pairing(0, 1, np.full(10, 2.0), np.full(10, 2.0))
    best, worse = elos(rate(["a", "greedy"], [all_won], None))
    assert best - worse == pytest.approx(400 * np.log10(21 / 1))


def test_what_is_not_known_of_the_rungs_is_not_known_of_the_agent() -> None:
    even = Pairing(0, 1, np.tile([0.0, 2.0], 5000), np.full(10_000, 2.0))
    sure = Ladder("duel", 2, {"rung": Rating(1200.0, (1200.0, 1200.0), frozen=True)})
    unsure = Ladder("duel", 2, {"rung": Rating(1200.0, (1150.0, 1250.0), frozen=True)})
    widths = []
    for ladder in (sure, unsure):
        rating = rate(["a", "rung"], [even], ladder)[0]
        assert rating is not None and rating.elo == pytest.approx(1200, abs=1)
        widths.append(rating.interval[1] - rating.interval[0])
    assert widths[0] < 15 and widths[1] == pytest.approx(100, abs=8)


def test_strengths_are_found() -> None:
    ratings = rate(NAMES, play(np.random.default_rng(0), TRUE, 20_000), None)
    assert elos(ratings) == pytest.approx(TRUE, abs=8)
    assert ratings[1] == Rating(1000.0, (1000.0, 1000.0), frozen=False)


def test_without_greedy_the_mean_is_one_thousand() -> None:
    names = ["a", "b", "c", "d"]
    ratings = rate(names, play(np.random.default_rng(0), TRUE, 500), None)
    assert np.mean(elos(ratings)) == pytest.approx(1000)


@pytest.mark.parametrize(("together", "deals"), [(0.0, 10), (0.0, 150), (1.0, 10), (1.0, 150)])
def test_intervals_cover_at_the_stated_rate(together: float, deals: int) -> None:
    rng = np.random.default_rng(5)
    inside = []
    for _ in range(150):
        ratings = rate(NAMES, play(rng, TRUE, deals, together), None)
        for number in (0, 2, 3):
            rating = ratings[number]
            assert rating is not None
            inside.append(rating.interval[0] <= TRUE[number] <= rating.interval[1])
    assert 0.91 <= np.mean(inside) <= 0.98  # 450 intervals of a true 95 %, three of a kind alike


def test_rungs_keep_their_rating_and_hold_the_scale() -> None:
    ladder = Ladder("duel", 2, {"greedy": rung(1400.0), "weak": rung(1100.0)})
    ratings = rate(NAMES, play(np.random.default_rng(3), TRUE, 5000), ladder)
    assert ratings[0] == ladder.rungs["weak"]
    assert ratings[1] == ladder.rungs["greedy"]
    assert elos(ratings)[2:] == pytest.approx(TRUE[2:] + 400, abs=15)
    anew = rate(NAMES, play(np.random.default_rng(3), TRUE, 5000), ladder, unfrozen=frozenset([0]))
    assert anew[0] is not None and not anew[0].frozen
    assert anew[0].elo == pytest.approx(1100, abs=15)


def test_an_agent_that_won_every_game_has_a_rating_and_an_open_interval() -> None:
    everything = Pairing(0, 1, np.full(100, 2.0), np.full(100, 2.0))
    (best, _) = rate(["best", "greedy"], [everything], None)
    assert best is not None
    # Jeffreys' interval of 100 deals won of 100 begins at 97.5 %: that is 636 points.
    assert best.interval[0] - 1000 == pytest.approx(636, abs=60)
    assert best.interval[1] - best.interval[0] > 300
    assert best.interval[0] < best.elo < best.interval[1]
    few = rate(["best", "greedy"], [Pairing(0, 1, np.full(10, 2.0), np.full(10, 2.0))], None)[0]
    assert few is not None and few.interval[0] < best.interval[0]


def test_an_agent_without_games_has_no_rating() -> None:
    played = Pairing(0, 1, np.array([1.0, 2.0]), np.array([2.0, 2.0]))
    nothing = Pairing(0, 2, np.zeros(2), np.zeros(2))
    apart = Pairing(2, 3, np.array([1.0, 1.0]), np.array([2.0, 2.0]))
    assert rate(["a", "b", "c"], [played, nothing], None)[2] is None
    assert rate(["a", "b"], [], None) == [None, None]
    # two groups that never met share no scale: only that of the anchor is rated
    ratings = rate(["a", "b", "greedy", "d"], [played, apart], None)
    assert ratings[:2] == [None, None]
    assert ratings[3] is not None


def test_matches_in_both_roles_are_one_pair() -> None:
    """At larger tables each agent is alone at a table of the other: both say who is stronger."""
    ones = np.ones(300)
    alone = Pairing(0, 1, 0.6 * ones, ones)
    among = Pairing(1, 0, 0.4 * ones, ones)
    single = rate(["a", "greedy"], [Pairing(0, 1, 0.6 * ones, ones)], None)
    both = rate(["a", "greedy"], [alone, among], None)
    assert elos(both) == pytest.approx(elos(single), abs=1)


@pytest.mark.parametrize(
    ("name", "players"), [("duel", 2), *(("seven_wonders", n) for n in (3, 7))]
)
def test_there_is_a_ladder_for_the_default_options_only(name: str, players: int) -> None:
    options = {} if name == "duel" else {"num_players": players}
    game = make_game(name, **options)
    ladder = ladder_of(game)
    assert ladder is not None
    assert ladder.rungs["greedy"].elo == 1000
    assert {"random", *game.styles} <= set(ladder.rungs)
    for rung_name, rating in ladder.rungs.items():
        assert make_agent(rung_name, game).name == rung_name
        assert rating.frozen and rating.interval[0] <= rating.elo <= rating.interval[1]
    other = {"tied_start": "begin"} if name == "duel" else {"edition": "first"}
    assert ladder_of(make_game(name, **options, **other)) is None
