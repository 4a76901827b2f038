"""The tree search with a network's policy and values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.agents import guided_reference as reference
from tests.agents.test_mcts import GAMES, positions, with_winning_moves
from wonderzoo import make_game
from wonderzoo.agents import Decisions, RandomAgent, make_agent
from wonderzoo.agents.guided import Infer, guided_search, search_trees
from wonderzoo.agents.registry import checkpoint_folder
from wonderzoo.errors import AgentError, WonderzooError
from wonderzoo.guided_search import NO_NODE
from wonderzoo.kernels import RANK, SCORE, WIN
from wonderzoo_training.evaluate import play_match
from wonderzoo_training.network_search import SearchingNetworkAgent

DUEL = "checkpoints/duel_quick"
SEVEN = "checkpoints/seven_wonders_quick"
TABLES = [*GAMES, ("seven_wonders", {"num_players": 7})]


def searched(
    asked: Decisions, infer: Infer, simulations: int = 24, c: float = 1.0, **more: Any
) -> tuple[np.ndarray, np.ndarray]:
    more = {"encoder": "flat", "scheme": WIN} | more
    return guided_search(asked, infer, simulations=simulations, exploration=c, **more)


def some(asked: Decisions, which: Any) -> Decisions:
    parts = (asked.states, asked.players, asked.ids, asked.counts, asked.keys)
    return Decisions(asked.game, *(part[which] for part in parts))


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_choices_are_legal_and_simulations_are_counted(name: str, options: dict[str, Any]) -> None:
    for steps in (0, 13, 40):
        asked = positions(name, options, steps)
        before = asked.states.copy()
        actions, visits = searched(asked, reference.hashed(asked.game))
        assert asked.states.tobytes() == before.tobytes()
        for i, count in enumerate(asked.counts):
            assert actions[i] in asked.ids[i, :count]
            assert not visits[i, count:].any()
            # The first simulation evaluates the root, and all deals have the same options there.
            assert visits[i].sum() == (23 if count > 1 else 0)
            assert visits[i, list(asked.ids[i]).index(actions[i])] == visits[i].max()


@pytest.mark.parametrize(("name", "options"), TABLES)
@pytest.mark.parametrize("scheme", [WIN, RANK, SCORE])
def test_it_is_puct_as_described(name: str, options: dict[str, Any], scheme: int) -> None:
    """Visits and choices are those of the plain Python search, to the end of games too."""
    late = {"duel": 66, "seven_wonders": 17 * options.get("num_players", 3) + 1}[name]
    finished = 0
    for steps in (10, late):
        asked = positions(name, options, steps, games=4)
        asked = some(asked, asked.players >= 0)
        infer = reference.hashed(asked.game, 20.0 if scheme == SCORE else 1.0)
        actions, visits = searched(asked, infer, 40, 1.5, scheme=scheme)
        for i in np.flatnonzero(asked.counts > 1):
            children, ended = reference.search(asked, i, infer, 40, 1.5, scheme)
            finished += ended
            wanted = [children[int(a)].visits for a in asked.ids[i, : asked.counts[i]]]
            assert visits[i, : asked.counts[i]].tolist() == wanted
            best = max(children, key=lambda a: (children[a].visits, children[a].value))
            assert actions[i] == best
    assert finished  # results are backed up as well as values


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_choice_does_not_depend_on_the_rest_of_the_batch(
    name: str, options: dict[str, Any]
) -> None:
    asked = positions(name, options, 11)
    infer = reference.hashed(asked.game)
    together, visits = searched(asked, infer)
    for i in range(0, 24, 5):
        alone, counted = searched(some(asked, slice(i, i + 1)), infer)
        assert alone[0] == together[i] and (counted[0] == visits[i]).all()


@pytest.mark.parametrize(("name", "options"), GAMES[:2])
def test_growing_trees_and_small_slices_change_nothing(name: str, options: dict[str, Any]) -> None:
    asked = positions(name, options, 11)
    infer = reference.hashed(asked.game)
    base = searched(asked, infer, 60, first_nodes=4096)
    for more in ({"first_nodes": 1}, {"first_nodes": 37}, {"at_once": 5}):
        for one, other in zip(base, searched(asked, infer, 60, **more), strict=True):
            assert (one == other).all()


def test_the_network_is_asked_in_the_shape_of_its_encoder() -> None:
    asked = positions("duel", {}, 11)
    shape = asked.game.encoder("entities").shape
    shapes = set()

    def infer(observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        shapes.add(observations.shape[1:])
        return reference.hashed(asked.game)(observations)

    _, visits = searched(asked, infer, encoder="entities")
    assert shapes == {shape} and len(shape) == 2 and visits.any()


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_whose_decisions_are_nodes(name: str, options: dict[str, Any]) -> None:
    """In a simultaneous game the searching seat's alone; in Duel both seats'."""
    asked = positions(name, options, 11)
    asked = some(asked, asked.counts > 1)
    roots = (asked.states, asked.players, asked.keys)
    infer = reference.hashed(asked.game)
    trees, _ = search_trees(asked.game, roots, infer, "flat", (200, 1.0, WIN))
    both = 0
    for i, player in enumerate(asked.players):
        movers = set()
        left = [0]
        while left:
            node = left.pop()
            child = trees.child[i, node]
            visits = 0
            while child != NO_NODE:
                movers.add(int(trees.mover[i, child]))
                visits += trees.visits[i, child]
                left.append(child)
                child = trees.sibling[i, child]
            assert visits <= trees.visits[i, node] or node == 0
        assert player in movers
        both += len(movers) > 1
    assert both == 0 if asked.game.simultaneous else both == len(asked)


def test_a_winning_move_is_found_without_a_network_to_point_at_it() -> None:
    found = asked = 0
    for choosing, wins in with_winning_moves():
        actions, _ = searched(choosing, reference.ignorant(choosing.game), 200)
        found += sum(int(a) in good for a, good in zip(actions, wins, strict=True))
        asked += len(wins)
    assert asked >= 8 and found >= 0.9 * asked


def test_each_seat_of_duel_plays_for_itself() -> None:
    """A network that sees only how far the pawn stands, from the observing seat."""
    game = make_game("duel")
    columns = game.encoder("flat").blocks[-1].columns
    pawn = columns.index("pawn towards their capital / 9") - len(columns)
    asked = positions("duel", {}, 30, games=300)
    asked = some(asked, asked.counts > 1)
    assert len(set(asked.players.tolist())) == 2
    gained = {}
    for sign in (1, -1):

        def infer(observations: np.ndarray, sign: int = sign) -> tuple[np.ndarray, np.ndarray]:
            logits, _ = reference.ignorant(game)(observations)
            return logits, sign * observations[:, pawn]

        actions, _ = searched(asked, infer, 100, 0.3)
        after = asked.states.copy()
        for i, action in enumerate(actions):
            game.kernels.apply(after[i], int(asked.players[i]), int(action))
        seen = (some(asked, slice(None)).observe()[:, pawn], _seen(game, after, asked)[:, pawn])
        for seat in (0, 1):
            mine = asked.players == seat
            gained[sign, seat] = float((seen[1] - seen[0])[mine].mean())
    for seat in (0, 1):
        assert gained[1, seat] > gained[-1, seat] + 0.02


def _seen(game: Any, states: np.ndarray, asked: Decisions) -> np.ndarray:
    return Decisions(game, states, asked.players, asked.ids, asked.counts, asked.keys).observe()


@pytest.mark.parametrize(("folder", "table"), [(DUEL, GAMES[0]), (SEVEN, GAMES[1])])
def test_one_simulation_is_the_plain_policy(folder: str, table: tuple[str, dict[str, Any]]) -> None:
    game = make_game(table[0], **table[1])
    plain, search = (make_agent(spec, game) for spec in (folder, f"{folder}+mcts:1"))
    for steps in (0, 9, 25, 40):
        asked = positions(*table, steps)
        assert (plain.act(asked) == search.act(asked)).all()


def test_the_search_sees_no_hidden_card() -> None:
    """Positions that differ in hidden cards alone are judged as alike as by chance."""
    game = make_game("duel")
    agent = make_agent(f"{DUEL}+mcts:100", game)
    asked = positions("duel", {}, 12, games=200)
    redrawn = asked.states.copy()
    game.kernels.resample_many(redrawn, asked.players, np.arange(200, dtype=np.uint64))
    twin = Decisions(game, redrawn, asked.players, asked.ids, asked.counts, asked.keys)
    other = Decisions(game, asked.states, asked.players, asked.ids, asked.counts,
                      asked.keys + np.uint64(1))  # fmt: skip
    base = agent.act(asked)
    by_hidden, by_chance = ((agent.act(d) == base).mean() for d in (twin, other))
    assert abs(by_hidden - by_chance) < 0.12


def test_it_plays_whole_games() -> None:
    for folder, (name, options) in ((DUEL, GAMES[0]), (SEVEN, GAMES[1])):
        game = make_game(name, **options)
        agent = make_agent(f"checkpoint:{folder}+mcts:8,c=1.5", game)
        assert isinstance(agent, SearchingNetworkAgent) and agent.options.c == 1.5
        assert agent.name == f"{folder}+mcts:8,c=1.5"
        assert play_match(game, agent, RandomAgent(), 12, 1).win_rate > 0.6


def test_search_makes_the_policy_stronger() -> None:
    game = make_game("duel")
    result = play_match(game, make_agent(f"{DUEL}+mcts:64", game), make_agent(DUEL, game), 100, 3)
    assert result.win_rate > 0.6


@pytest.mark.parametrize(
    "search",
    ["", "0", "-3", "x", "99999999", "10,c", "10,c=x", "10,c=-1", "10,c=nan", "10,depth=3",
     "10,c=1,c=2", "10,rollout=random", "10,value=win", "10,value"],
)  # fmt: skip
def test_wrong_searches_are_one_line(search: str) -> None:
    spec = f"checkpoint:{DUEL}+mcts:{search}"
    with pytest.raises(AgentError) as caught:
        make_agent(spec, make_game("duel"))
    assert repr(spec) in str(caught.value) and "\n" not in str(caught.value)
    assert ("does not apply" in str(caught.value)) == ("rollout" in search or "value" in search)


def test_a_search_with_no_checkpoint_is_one_line() -> None:
    for spec, game, words in (
        ("checkpoints/none+mcts:5", "duel", "there is no checkpoint checkpoints/none"),
        (f"{DUEL}+mcts:5", "seven_wonders", "plays duel, not seven_wonders"),
    ):
        with pytest.raises(WonderzooError, match=words):
            make_agent(spec, make_game(game))


def test_the_folder_that_an_agent_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for spec, folder in (
        (DUEL, DUEL),
        (f"checkpoint:{DUEL}", DUEL),
        (f"{DUEL}+mcts:50", DUEL),
        (f"checkpoint:{DUEL}+mcts:50,c=2", DUEL),
        ("checkpoint:absent", "absent"),
        ("absent+mcts:3", "absent"),
    ):
        assert checkpoint_folder(spec) == Path(folder)
    for spec in ("random", "greedy", "mcts:300", "mcts:300,c=1", "nobody"):
        assert checkpoint_folder(spec) is None
    odd = tmp_path / "run+mcts:3"
    odd.symlink_to(Path(DUEL).absolute())
    assert checkpoint_folder(str(odd)) == odd
    assert checkpoint_folder(f"{odd}+mcts:4") == odd
    assert make_agent(str(odd), make_game("duel")).name == str(odd)
    monkeypatch.chdir(Path(DUEL).parent)
    assert checkpoint_folder("duel_quick+mcts:4") == Path("duel_quick")
