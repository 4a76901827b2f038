"""`wonderzoo stats`: the fast path counts what the plain one counts."""

from __future__ import annotations

import numpy as np
import pytest

from wonderzoo import make_game, statistics
from wonderzoo.agents import make_agent
from wonderzoo.batch import Batch
from wonderzoo.errors import OptionError
from wonderzoo.rng import derive

GAME = make_game("duel")


def test_the_compiled_loop_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    agents = [make_agent("random", GAME)] * 2
    fast = statistics.collect(GAME, agents, 500, 3)
    monkeypatch.setattr(statistics, "RandomAgent", type("Nobody", (), {}))
    assert statistics.collect(GAME, agents, 500, 3) == fast


def test_the_games_do_not_depend_on_the_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    agents = [make_agent("greedy", GAME), make_agent("random", GAME)]
    whole = statistics.collect(GAME, agents, 100, 3)
    monkeypatch.setattr(statistics, "_CHUNK", 33)
    parts = statistics.collect(GAME, agents, 100, 3)
    assert whole["rate"] == parts["rate"]
    for key, value in whole["mean"].items():
        assert parts["mean"][key] == pytest.approx(value)


def test_rates_sum_to_one_and_keys_are_the_documented_ones() -> None:
    result = statistics.collect(GAME, [make_agent("random", GAME)] * 2, 2000, 0)
    assert sum(result["rate"].values()) == pytest.approx(1)
    assert set(result) == {"games", "mean", "se", "rate"}
    seats = [f"{what}_{w}" for what in ("score", "coins", "symbols") for w in ("first", "second")]
    assert set(result["mean"]) == set(result["se"]) == {
        "decisions", "decisions_with_choice", "options", "wonders_built", "abs_pawn", *seats,
    }  # fmt: skip
    ends = [
        f"{w}_{end}"
        for w in ("first", "second")
        for end in ("civilian", "military", "science", "blue_tie")
    ]
    assert set(result["rate"]) == {*ends, "shared"}


def test_decisions_and_options_equal_those_counted_move_by_move() -> None:
    agents = [make_agent("random", GAME)] * 2
    numbers = np.arange(40)
    _, fast = statistics._play(GAME, agents, numbers, 8)
    words = [int(derive(np.uint64(8), number)) for number in numbers]
    batch = Batch(GAME, 40, encoder=None, auto_reset=False)
    batch.deal(words)
    batch.seeds[:] = words
    made, choices, options = (np.zeros(40, dtype=np.int64) for _ in range(3))
    while (batch.players >= 0).any():
        for i in np.flatnonzero(batch.players >= 0):
            legal = GAME.legal_texts(batch.states[i])
            made[i] += 1
            choices[i] += len(legal) > 1
            options[i] += len(legal)
        batch.step(batch.random_actions())
    assert made.tolist() == fast["decisions"].tolist()
    assert choices.tolist() == fast["decisions_with_choice"].tolist()
    assert options.tolist() == fast["options"].tolist()


def test_the_standard_error_is_that_of_the_sample() -> None:
    agents = [make_agent("random", GAME)] * 2
    result = statistics.collect(GAME, agents, 300, 1)
    states, _ = statistics._play(GAME, agents, np.arange(300), 1)
    values = np.abs(states["pawn"]).astype(float)
    assert result["mean"]["abs_pawn"] == pytest.approx(values.mean())
    assert result["se"]["abs_pawn"] == pytest.approx(values.std(ddof=1) / 300**0.5)


def test_a_blue_tie_is_told_from_a_civilian_win() -> None:
    states = GAME.new_states(3)
    states["card_at"][:] = 0
    states["ending"] = 1
    states["coins"] = 3
    altar, agriculture = 9, 0
    states["card_at"][0, altar] = 2  # first: 3 points of a blue card
    states["coins"][0, 1] = 12  # second: 4 points of coins, first 1 + 3
    states["winner"] = [0, -1, 1]
    states["token_at"][2, agriculture] = 3  # second: 4 points more
    events = GAME.statistics(states).events
    assert events["first_blue_tie"].tolist() == [True, False, False]
    assert events["shared"].tolist() == [False, True, False]
    assert events["second_civilian"].tolist() == [False, False, True]


def test_bad_arguments() -> None:
    with pytest.raises(OptionError, match="at least 2"):
        statistics.collect(GAME, [make_agent("random", GAME)] * 2, 1, 0)
    with pytest.raises(OptionError, match="needs 2 agents"):
        statistics.collect(GAME, [make_agent("random", GAME)], 10, 0)
