"""The tree search, and the agents that stand beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from wonderzoo import make_game
from wonderzoo.agents import Decisions, GreedyAgent, MctsAgent, MctsOptions, RandomAgent, make_agent
from wonderzoo.batch import Batch
from wonderzoo.errors import AgentError
from wonderzoo.search import PLACE, WIN_SHARE, worth_of_places
from wonderzoo_training.evaluate import play_match

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("duel", {}),
    ("seven_wonders", {"num_players": 3}),
    ("seven_wonders", {"num_players": 5, "expansions": ["edifice"], "extra_wonders": ["Ur"]}),
]
SPECS = ["mcts:20", "mcts:20,rollout=heuristic", "mcts:20,value=place,c=1.5"]


def positions(name: str, options: dict[str, Any], steps: int, games: int = 24) -> Decisions:
    """Decisions in the middle of random games."""
    batch = Batch(make_game(name, **options), games, encoder=None, seed=steps)
    for _ in range(steps):
        batch.step(batch.random_actions())
    return batch.decisions(np.arange(games))


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_choices_are_legal_and_simulations_are_counted(
    name: str, options: dict[str, Any], spec: str
) -> None:
    for steps in (0, 13, 40):
        asked = positions(name, options, steps)
        agent = make_agent(spec, asked.game)
        assert isinstance(agent, MctsAgent)
        actions, visits = agent.search(asked)
        for i, count in enumerate(asked.counts):
            assert actions[i] in asked.ids[i, :count]
            assert not visits[i, count:].any()
            if count > 1:  # every simulation began with one of the legal actions
                assert visits[i, :count].sum() == 20
                assert visits[i, list(asked.ids[i]).index(actions[i])] == visits[i].max()
            else:
                assert not visits[i].any()


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_choice_does_not_depend_on_the_rest_of_the_batch(
    name: str, options: dict[str, Any]
) -> None:
    asked = positions(name, options, 11)
    agent = MctsAgent(MctsOptions(30))
    together = agent.act(asked)
    states = asked.states.copy()
    for i in range(0, 24, 5):
        one = slice(i, i + 1)
        alone = Decisions(asked.game, asked.states[one], asked.players[one], asked.ids[one],
                          asked.counts[one], asked.keys[one])  # fmt: skip
        assert agent.act(alone)[0] == together[i]
    assert states.tobytes() == asked.states.tobytes()  # and the games are left as they were


def with_winning_moves() -> Iterator[tuple[Decisions, list[set[int]]]]:
    """Decisions of Duel in which moves win at once, and these moves.

    The sixth symbol, or the last steps to the capital, within reach.
    """
    game = make_game("duel")
    batch = Batch(game, 400, encoder=None, seed=3)
    for _ in range(60):
        choosing = batch.decisions(np.flatnonzero(batch.players >= 0))
        wins: list[set[int]] = [set() for _ in range(len(choosing))]
        for i in range(len(choosing)):
            for action in choosing.ids[i, : choosing.counts[i]]:
                after = choosing.states[i : i + 1].copy()
                game.kernels.apply(after[0], int(choosing.players[i]), int(action))
                over = game.over_row(after[0])
                if over and over["ending"] != "civilian":  # supremacy, for the mover
                    wins[i].add(int(action))
        sure = [i for i, actions in enumerate(wins) if actions][:4]
        if sure:
            some = Decisions(game, choosing.states[sure], choosing.players[sure],
                             choosing.ids[sure], choosing.counts[sure],
                             choosing.keys[sure])  # fmt: skip
            yield some, [wins[i] for i in sure]
        batch.step(batch.random_actions())


def test_the_name_says_all_options() -> None:
    for spec in ("mcts:100", "mcts:100,c=2.0,rollout=heuristic", "mcts:9,value=place"):
        assert MctsAgent(MctsOptions.parse(spec)).name == spec


def test_a_winning_move_is_found() -> None:
    found = asked = 0
    for some, wins in with_winning_moves():
        _, visits = MctsAgent(MctsOptions(400)).search(some)
        for row, ids, good in zip(visits, some.ids, wins, strict=True):
            # where all moves win in all simulations, they are simulated as often
            best = max(row[k] for k in range(len(ids)) if int(ids[k]) in good)
            found += int(best >= row.max() - 1)
        asked += len(wins)
    assert asked >= 8 and found >= 0.9 * asked


def test_the_search_sees_no_hidden_card() -> None:
    """Positions that differ in hidden cards alone: the choices are alike, not the true best."""
    game = make_game("duel")
    asked = positions("duel", {}, 12, games=200)
    redrawn = asked.states.copy()
    game.kernels.resample_many(redrawn, asked.players, np.arange(200, dtype=np.uint64))
    twin = Decisions(game, redrawn, asked.players, asked.ids, asked.counts, asked.keys)
    agent = MctsAgent(MctsOptions(200, rollout="heuristic"))
    other = Decisions(game, asked.states, asked.players, asked.ids, asked.counts,
                      asked.keys + np.uint64(1))  # fmt: skip
    base = agent.act(asked)
    by_hidden, by_chance = ((agent.act(d) == base).mean() for d in (twin, other))
    assert abs(by_hidden - by_chance) < 0.15


@pytest.mark.parametrize(
    ("places", "share", "place"),
    [
        ([1, 2], [1, 0], [1, 0]),
        ([1.5, 1.5], [0.5, 0.5], [0.5, 0.5]),
        ([2, 1, 3], [0, 1, 0], [0.5, 1, 0]),
        ([1.5, 4, 1.5, 3], [0.5, 0, 0.5, 0], [5 / 6, 0, 5 / 6, 1 / 3]),
    ],
)
def test_the_worth_of_places(places: list[float], share: list[float], place: list[float]) -> None:
    out = np.zeros(len(places))
    for value, wanted in ((WIN_SHARE, share), (PLACE, place)):
        worth_of_places(np.array(places, dtype=np.float64), value, out)
        assert out == pytest.approx(wanted)


@pytest.mark.parametrize(
    "spec",
    ["mcts:", "mcts:0", "mcts:-3", "mcts:x", "mcts:99999999", "mcts:10,c", "mcts:10,c=x",
     "mcts:10,c=-1", "mcts:10,c=nan", "mcts:10,depth=3", "mcts:10,rollout=best", "mcts:10,value=x",
     "mcts:10,c=1,c=2"],
)  # fmt: skip
def test_wrong_searches_are_one_line(spec: str) -> None:
    with pytest.raises(AgentError) as caught:
        make_agent(spec, make_game("duel"))
    assert repr(spec) in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_every_style_of_a_game_is_an_agent(name: str, options: dict[str, Any]) -> None:
    game = make_game(name, **options)
    asked = positions(name, options, 9)
    for style in game.styles:
        agent = make_agent(style, game)
        assert agent.name == style and isinstance(agent, GreedyAgent)
        legal = asked.masks[np.arange(len(asked)), agent.act(asked)]
        assert legal.all()
    with pytest.raises(AgentError, match="no agent 'guilds'"):
        make_agent("guilds", make_game("duel"))


def test_specialists_play_to_their_aim() -> None:
    """Each ends more games its way, or collects more of its kind, than greedy does."""
    duel = make_game("duel")
    greedy = make_agent("greedy", duel)
    for style in ("military", "science"):
        mine, theirs = (
            play_match(duel, make_agent(name, duel), greedy, 600, 4) for name in (style, "greedy")
        )
        won = [sum(e == style and r == 1 for e, r in zip(m.endings, m.results, strict=True))
               for m in (mine, theirs)]  # fmt: skip
        assert won[0] > 1.4 * won[1] + 10
    base = make_game("seven_wonders")
    columns = {"military": "military", "science": "green", "civilian": "blue", "guilds": "purple"}
    plain = play_match(base, make_agent("greedy", base), make_agent("greedy", base), 600, 4)
    for style, column in columns.items():
        result = play_match(base, make_agent(style, base), make_agent("greedy", base), 600, 4)
        i = base.score_columns.index(column)
        assert result.categories[:, 0, i].mean() > plain.categories[:, 0, i].mean() + 1, style


def test_search_beats_random_players() -> None:
    for name, options in GAMES[:2]:
        game = make_game(name, **options)
        result = play_match(game, make_agent("mcts:50", game), RandomAgent(), 60, 1)
        assert result.win_rate > 0.85


@pytest.mark.slow
def test_the_published_ladder_of_duel() -> None:
    """MCTS-300 beats a decent heuristic about 80 %, five times the simulations the base too."""
    game = make_game("duel")
    result = play_match(game, make_agent("mcts:300", game), make_agent("greedy", game), 400, 5)
    assert result.interval()[1] > 0.75 and result.win_rate > 0.7
    result = play_match(game, make_agent("mcts:500", game), make_agent("mcts:100", game), 400, 5)
    assert result.interval()[1] > 0.75 and result.win_rate > 0.7
