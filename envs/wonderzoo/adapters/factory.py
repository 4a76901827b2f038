"""The functions of a PettingZoo module, made from a game: ``env`` and its companions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from wonderzoo.adapters.aec import OrderedTurnEnv, TurnEnv
from wonderzoo.adapters.parallel import RoundEnv
from wonderzoo.errors import OptionError
from wonderzoo.game import Game

# the arguments of `TableEnv`; all others are options of the game
TABLE_ARGUMENTS = (
    "render_mode",
    "encoder",
    "obs_format",
    "obs_key",
    "reward",
    "strict",
    "max_cycles",
)


class Functions(NamedTuple):
    """What a module such as ``wonderzoo.duel_v0`` exports."""

    env: Callable[..., OrderedTurnEnv]
    raw_env: Callable[..., TurnEnv]
    parallel_env: Callable[..., RoundEnv]


def split_arguments(
    game: type[Game], given: Mapping[str, Any], known: tuple[str, ...]
) -> tuple[Game, dict[str, Any]]:
    """Make the game from its options among ``given``; the game and the other arguments.

    Raises:
        OptionError: an argument is none of ``known`` and no option of the game.
    """
    options = {name: value for name, value in given.items() if name not in known}
    for name in options:
        if name not in game.option_values:
            raise OptionError(
                f"there is no argument {name!r}; choose from {', '.join(known)} "
                f"or the options of {game.name}: {', '.join(game.option_values)}"
            )
    return game(**options), {name: value for name, value in given.items() if name in known}


def pettingzoo_functions(game: type[Game]) -> Functions:
    """The three functions for a game, to be the names of the module ``wonderzoo.<game>_v0``.

    All take the same keyword arguments: those of `TurnEnv` and the options of the game.
    """

    def raw_env(**arguments: Any) -> TurnEnv:
        """The AEC environment itself, a `TurnEnv`."""
        made, rest = split_arguments(game, arguments, TABLE_ARGUMENTS)
        return TurnEnv(made, **rest)

    def env(**arguments: Any) -> OrderedTurnEnv:
        """The AEC environment, with PettingZoo's check of the order of calls around it."""
        return OrderedTurnEnv(raw_env(**arguments))

    def parallel_env(**arguments: Any) -> RoundEnv:
        """The parallel environment, a `RoundEnv`."""
        made, rest = split_arguments(game, arguments, TABLE_ARGUMENTS)
        return RoundEnv(made, **rest)

    functions = Functions(env, raw_env, parallel_env)
    for name, function in functions._asdict().items():  # so that they pickle by reference
        function.__module__, function.__qualname__ = f"wonderzoo.{game.name}_v0", name
    return functions
