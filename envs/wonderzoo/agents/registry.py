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

AGENT_HELP = SCRIPTED | {
    "mcts:N": "tree search with N simulations a move; mcts:N,c=0.7,rollout=random,value=win "
    "(rollout=heuristic: no playouts; value=place: any place counts)",
    "checkpoint:FOLDER": "a trained policy (the folder's path alone will do)",
}


def make_agent(spec: str, game: Game) -> Agent:
    """The agent that ``spec`` names: a scripted one, or the folder of a checkpoint.

    Raises:
        AgentError: there is no such agent, or it can not play ``game``.
    """
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
    path = spec.removeprefix(_CHECKPOINT)
    if path == spec and not Path(path).exists() and "/" not in path:
        raise AgentError(
            f"there is no agent {spec!r}; choose from random, {', '.join(game.styles)}, mcts:N, "
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
