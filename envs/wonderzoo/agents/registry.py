"""Agents by name, as the command line and the environments take them."""

from __future__ import annotations

from pathlib import Path

from wonderzoo.agents.base import Agent
from wonderzoo.agents.scripted import GreedyAgent, RandomAgent
from wonderzoo.errors import AgentError
from wonderzoo.game import Game

SCRIPTED: dict[str, type[RandomAgent] | type[GreedyAgent]] = {
    "random": RandomAgent,
    "greedy": GreedyAgent,
}
_CHECKPOINT = "checkpoint:"

AGENT_HELP = {
    "random": "picks uniformly among the legal actions",
    "greedy": "looks one move ahead with the game's heuristic",
    "checkpoint:FOLDER": "a trained policy (the folder's path alone will do)",
}


def make_agent(spec: str, game: Game) -> Agent:
    """The agent that ``spec`` names: a scripted one, or the folder of a checkpoint.

    Raises:
        AgentError: there is no such agent, or it can not play ``game``.
    """
    if spec in SCRIPTED:
        return SCRIPTED[spec]()
    path = spec.removeprefix(_CHECKPOINT)
    if path == spec and not Path(path).exists() and "/" not in path:
        raise AgentError(
            f"there is no agent {spec!r}; choose from {', '.join(SCRIPTED)}, "
            "or give the folder of a checkpoint"
        )
    try:
        from wonderzoo_training.checkpoint import load_agent
    except ImportError as error:
        raise AgentError(
            f"to play the checkpoint {path!r}, install the training extra: "
            f"pip install 'wonderzoo[train]' ({error})"
        ) from None
    agent: Agent = load_agent(path, game)
    return agent
