"""Measure the frozen ladder anew and write ``training/wonderzoo_training/ladder.toml``.

Run it only when rules or scripted agents change: ratings measured against another ladder cannot be
compared. ``python benchmarks/ladder.py`` takes about an hour on two cores.
"""

from __future__ import annotations

import os
from pathlib import Path

from wonderzoo import make_game
from wonderzoo.agents import make_agent
from wonderzoo_training.ratings import ANCHOR, ORIGIN
from wonderzoo_training.tournament import all_against_all, play_tournaments, ratings_of

OUT = Path(__file__).parents[1] / "training" / "wonderzoo_training" / "ladder.toml"
SEED = 20_261_201
SEARCHERS = {("duel", 2): ["mcts:100", "mcts:300", "mcts:1000"]}
SEARCHERS["seven_wonders", 3] = ["mcts:100", "mcts:300"]
GAMES = {True: 400, False: 2000}  # of each match, by whether a searcher is among the agents


def measure(name: str, players: int) -> str:
    """One ladder as a table of the TOML file."""
    game = make_game(name, **({"num_players": players} if name == "seven_wonders" else {}))
    searchers = SEARCHERS.get((name, players), [])
    names = ["random", *game.styles, *searchers]
    games = GAMES[bool(searchers)]
    (tournament,) = play_tournaments(
        [game],
        [make_agent(agent, game) for agent in names],
        games,
        SEED,
        pairs=lambda table: all_against_all(len(names), table.num_players),
        workers=os.cpu_count() or 1,
    )
    if tournament.partial:
        raise SystemExit("stopped; the ladder stays as it was")
    ratings = ratings_of(tournament, None)
    rows = [(agent, rating) for agent, rating in zip(names, ratings, strict=True) if rating]
    rows.sort(key=lambda row: row[1].elo)
    rungs = "".join(
        f'"{agent}" = [{rating.elo:.0f}, {rating.interval[0]:.0f}, {rating.interval[1]:.0f}]\n'
        for agent, rating in rows
    )
    return (
        f'[[ladder]]\ngame = "{name}"\nplayers = {players}\n'
        f"games = {games}  # of each match\n"
        f"[ladder.rungs]  # Elo and its 95 % interval\n{rungs}"
    )


if __name__ == "__main__":
    tables = [("duel", 2), *(("seven_wonders", players) for players in range(3, 8))]
    text = [
        "# Frozen ratings of scripted agents and of the tree search, under the default options;\n"
        f"# {ANCHOR} is {ORIGIN:.0f}. Made by benchmarks/ladder.py (seed {SEED}).\n"
    ]
    for name, players in tables:
        text.append(measure(name, players))
        print(text[-1], flush=True)
    OUT.write_text("\n".join(text), encoding="utf-8")
