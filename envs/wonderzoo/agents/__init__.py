"""Players: the `Agent` protocol, and the scripted ones that fit every game."""

from __future__ import annotations

from wonderzoo.agents.base import Agent, Decisions
from wonderzoo.agents.mcts import MctsAgent, MctsOptions
from wonderzoo.agents.registry import AGENT_HELP, make_agent
from wonderzoo.agents.scripted import GreedyAgent, RandomAgent

__all__ = [
    "AGENT_HELP",
    "Agent",
    "Decisions",
    "GreedyAgent",
    "MctsAgent",
    "MctsOptions",
    "RandomAgent",
    "make_agent",
]
