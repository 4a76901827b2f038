"""The evaluation's protocol: the same deals in both seatings, honest intervals."""

from __future__ import annotations

import numpy as np
import pytest

from wonderzoo import make_game
from wonderzoo.agents import Decisions, make_agent
from wonderzoo.errors import AgentError, OptionError
from wonderzoo_training.evaluate import as_json, play_match
from wonderzoo_training.intervals import wilson

GAME = make_game("duel")


class Spy:
    """Plays at random and keeps the first position it sees of each game."""

    name = "spy"

    def __init__(self) -> None:
        self.deals: set[bytes] = set()

    def act(self, decisions: Decisions) -> np.ndarray:
        for state in decisions.states:
            self.deals.add(state.deck.tobytes())
        return make_agent("random", GAME).act(decisions)


def test_every_deal_is_played_once_in_each_seating() -> None:
    spy = Spy()
    result = play_match(GAME, spy, make_agent("random", GAME), 40, 1)
    assert len(spy.deals) == 20
    assert result.games == 40
    for deal in range(20):
        assert sorted(result.seats[result.deals == deal]) == [0, 1]


def test_the_same_seed_gives_the_same_table_in_any_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    agents = make_agent("greedy", GAME), make_agent("random", GAME)
    whole = as_json(play_match(GAME, *agents, 60, 9), GAME.score_columns)
    monkeypatch.setattr("wonderzoo_training.evaluate._CHUNK", 14)
    parts = as_json(play_match(GAME, *agents, 60, 9), GAME.score_columns)
    del whole["decisions_per_second"], parts["decisions_per_second"]
    assert whole == parts
    other = as_json(play_match(GAME, *agents, 60, 10), GAME.score_columns)
    assert other["points"] != whole["points"]


@pytest.mark.parametrize(
    ("name", "players", "agent"),
    [("duel", 2, "greedy"), ("duel", 2, "random"), ("seven_wonders", 3, "greedy"),
     ("seven_wonders", 7, "random")],
)  # fmt: skip
def test_an_agent_against_itself_is_at_one_in_n_as_often_as_the_intervals_say(
    name: str, players: int, agent: str
) -> None:
    """100 evaluations of different seeds: about 95 of their intervals hold 1 / n."""
    game = make_game(name, **({"num_players": players} if players > 2 else {}))
    itself = make_agent(agent, game)
    rates, inside = [], 0
    for seed in range(100):
        result = play_match(game, itself, itself, 30 * players, seed)
        low, high = result.interval()
        inside += low <= 1 / players <= high
        rates.append(result.win_rate)
        assert result.shares.sum(axis=1) == pytest.approx(1)
    assert 89 <= inside <= 100  # P(fewer than 89) of a true 95 % is below 1 %
    error = np.std(rates) / 10
    assert abs(np.mean(rates) - 1 / players) < 3.5 * error
    assert abs(np.mean(rates) - 1 / players) < 0.02


def test_the_share_finished_ahead_is_one_half_against_equals() -> None:
    game = make_game("seven_wonders", num_players=4)
    greedy = make_agent("greedy", game)
    result = play_match(game, greedy, greedy, 2000, 3)
    assert result.ahead.mean() == pytest.approx(0.5, abs=0.03)
    assert set(np.round(result.ahead * 6)) <= set(range(7))  # thirds and halves of thirds
    assert (result.ahead[result.results == 1] == 1).all()  # the winner is ahead of all
    assert (result.ahead[result.ahead == 1] > 0).all()


def test_a_match_turned_round_is_the_opponents() -> None:
    greedy, science = make_agent("greedy", GAME), make_agent("science", GAME)
    result = play_match(GAME, greedy, science, 60, 3)
    turned = result.turned()
    assert (turned.agent, turned.opponent) == ("science", "greedy")
    assert turned.win_rate == pytest.approx(1 - result.win_rate)
    assert (turned.seats == 1 - result.seats).all()
    assert (turned.points == result.points[:, ::-1]).all()
    assert turned.decisions["agent"] == result.decisions["opponent"]
    row, back = as_json(result, GAME.score_columns), as_json(turned.turned(), GAME.score_columns)
    assert row == back
    table = make_game("seven_wonders", num_players=3)
    others = play_match(table, make_agent("greedy", table), make_agent("random", table), 60, 3)
    assert others.turned().win_rate == pytest.approx((1 - others.win_rate) / 2)
    assert (others.turned().seats == -1).all()


def test_results_mirror_when_the_agents_change_places() -> None:
    """Same deals, same seatings: what one side gains the other loses."""
    greedy, random = make_agent("greedy", GAME), make_agent("random", GAME)
    rates = [
        play_match(GAME, greedy, random, 1000, 3).win_rate,
        1 - play_match(GAME, random, greedy, 1000, 3).win_rate,
    ]
    assert abs(rates[0] - rates[1]) < 0.03


def test_greedy_beats_random_in_97_of_100_games() -> None:
    result = play_match(GAME, make_agent("greedy", GAME), make_agent("random", GAME), 20_000, 2)
    assert result.win_rate >= 0.97


def test_deals_that_decide_both_games_widen_the_interval() -> None:
    result = play_match(GAME, make_agent("random", GAME), make_agent("random", GAME), 200, 1)
    result.results[:] = np.repeat(np.tile([0.0, 1.0], 50), 2)  # both games of a deal alike
    low, high = result.interval()
    plain_low, plain_high = wilson(0.5, 200)
    assert high - low > 1.3 * (plain_high - plain_low)


def test_bad_arguments() -> None:
    random = make_agent("random", GAME)
    with pytest.raises(OptionError, match="give 1 to"):
        play_match(GAME, random, random, 0, 0)
    assert play_match(GAME, random, random, 7, 0).games == 8  # whole deals

    class Cheat:
        name = "cheat"

        def act(self, decisions: Decisions) -> np.ndarray:
            return np.zeros(len(decisions), dtype=np.int64)

    with pytest.raises(AgentError, match="'cheat' chose an illegal action"):
        play_match(GAME, Cheat(), random, 2, 0)
