"""Agents by name, as the command line and the environments take them."""

from __future__ import annotations

from pathlib import Path

from wonderzoo.agents.base import Agent
from wonderzoo.agents.mcts import MctsAgent, MctsOptions
from wonderzoo.agents.scripted import GreedyAgent, RandomAgent
from wonderzoo.errors import AgentError
from wonderzoo.game import Game

# the scripted agents: every game has the first two; the others are styles of its heuristic
SCRIPTED = {
    "random": "picks uniformly among the legal actions",
    "greedy": "looks one move ahead with the game's heuristic",
    "military": "greedy that arms: in Duel a rush with the conflict pawn",
    "science": "greedy that collects symbols: in Duel a rush for six of them",
    "civilian": "greedy that builds blue cards and wonders",
    "guilds": "greedy that builds up all resources, then guilds (7 Wonders)",
}
_CHECKPOINT = "checkpoint:"
_SEARCH = "+mcts:"

AGENT_HELP = SCRIPTED | {
    "mcts:N": "tree search with N simulations a move; mcts:N,c=0.7,rollout=random,value=win "
    "(rollout=heuristic: no playouts; value=place: any place counts)",
    "checkpoint:FOLDER": "a trained policy (the folder's path alone will do)",
    "checkpoint:FOLDER+mcts:N": "tree search with N simulations a move, guided by that policy; "
    "mcts:N,c=0.5: how much it explores",
}


def checkpoint_folder(spec: str) -> Path | None:
    """The folder of the checkpoint that ``spec`` names, alone or with a search.

    ``None`` if it names another agent or none; the folder need not be there.
    """
    if spec in SCRIPTED or spec.startswith("mcts:"):
        return None
    path, _ = _split(spec)
    if path == spec and not Path(path).exists() and "/" not in path:
        return None
    return Path(path)


def _split(spec: str) -> tuple[str, str | None]:
    """The path of a checkpoint, and the search behind it, if there is one."""
    path = spec.removeprefix(_CHECKPOINT)
    if _SEARCH not in path or Path(path).exists():
        return path, None
    path, _, search = path.rpartition(_SEARCH)
    return path, search


def make_agent(spec: str, game: Game) -> Agent:
    """The agent that ``spec`` names: a scripted one, a search, or the folder of a checkpoint.

    Raises:
        AgentError: there is no such agent, or it can not play ``game``.
    """
    if not spec.removeprefix(_CHECKPOINT):
        raise AgentError("the name of an agent is empty; 'wonderzoo agents' lists them")
    if spec == "random":
        return RandomAgent()
    if spec in game.styles:
        return GreedyAgent(spec)
    if spec in SCRIPTED:
        raise AgentError(
            f"{game.name} has no agent {spec!r}; choose from random, {', '.join(game.styles)}"
        )
    if spec.startswith("mcts:"):
        return MctsAgent(MctsOptions.parse(spec), spec)
    if checkpoint_folder(spec) is None:
        raise AgentError(
            f"there is no agent {spec!r}; choose from random, {', '.join(game.styles)}, mcts:N, "
            "or give the folder of a checkpoint"
        )
    path, search = _split(spec)
    try:
        from wonderzoo_training.checkpoint import load_agent, load_searching_agent
    except ImportError as error:
        raise AgentError(
            f"to play the checkpoint {path!r}, install the training extra: "
            f"pip install 'wonderzoo[train]' ({error})"
        ) from None
    agent: Agent
    if search is None:
        agent = load_agent(path, game)
    else:
        agent = load_searching_agent(path, game, search, spec)
    return agent
