"""The evaluation's protocol: the same deals in both seatings, honest intervals."""

from __future__ import annotations

import numpy as np
import pytest

from wonderzoo import make_game
from wonderzoo.agents import Decisions, make_agent
from wonderzoo.errors import AgentError, OptionError
from wonderzoo_training.evaluate import as_json, play_match, wilson

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


def test_an_agent_against_itself_is_at_one_half() -> None:
    greedy = make_agent("greedy", GAME)
    low, high = play_match(GAME, greedy, greedy, 2000, 3).interval()
    assert low <= 0.5 <= high


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


def test_wilson_covers_at_the_stated_rate() -> None:
    rng = np.random.default_rng(0)
    for p in (0.5, 0.9, 0.97):
        seen = rng.binomial(400, p, size=2000) / 400
        covered = np.mean([low <= p <= high for low, high in (wilson(s, 400) for s in seen)])
        assert 0.93 <= covered <= 0.975
    assert wilson(1.0, 1000)[1] == 1.0
    assert wilson(1.0, 1000)[0] > 0.99
    assert wilson(0.0, 10)[0] == 0.0


def test_deals_that_decide_both_games_widen_the_interval() -> None:
    result = play_match(GAME, make_agent("random", GAME), make_agent("random", GAME), 200, 1)
    result.results[:] = np.repeat(np.tile([0.0, 1.0], 50), 2)  # both games of a deal alike
    low, high = result.interval()
    plain_low, plain_high = wilson(0.5, 200)
    assert high - low > 1.3 * (plain_high - plain_low)


def test_bad_arguments() -> None:
    random = make_agent("random", GAME)
    with pytest.raises(OptionError, match="at least 1"):
        play_match(GAME, random, random, 0, 0)
    assert play_match(GAME, random, random, 7, 0).games == 8  # whole deals

    class Cheat:
        name = "cheat"

        def act(self, decisions: Decisions) -> np.ndarray:
            return np.zeros(len(decisions), dtype=np.int64)

    with pytest.raises(AgentError, match="'cheat' chose an illegal action"):
        play_match(GAME, Cheat(), random, 2, 0)
