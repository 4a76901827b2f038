"""The ids under which Gymnasium and PettingZoo make the games: ``wonderzoo/Duel-v0``."""

from __future__ import annotations

import gymnasium
import pettingzoo

from wonderzoo.games import GAMES


def env_id(game: str) -> str:
    """``wonderzoo/Duel-v0`` for "duel", ``wonderzoo/SevenWonders-v0`` for "seven_wonders"."""
    return f"wonderzoo/{game.title().replace('_', '')}-v0"


def register_all() -> None:
    """Register every game, once; called when ``wonderzoo`` is imported.

    The entry points are texts, so no adapter is imported before an environment is made.
    """
    for game in GAMES:
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game),
                entry_point="wonderzoo.adapters.single_agent:single_agent_env",
                vector_entry_point="wonderzoo.adapters.vector:single_agent_vector_env",
                kwargs={"game": game},
            )
        if hasattr(pettingzoo, "register") and env_id(game) not in pettingzoo.aec_registry:
            module = f"wonderzoo.{game}_v0"
            pettingzoo.register("aec", env_id(game), entry_point=f"{module}:env")
            pettingzoo.register("parallel", env_id(game), entry_point=f"{module}:parallel_env")
