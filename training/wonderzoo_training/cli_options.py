"""What the commands share: their common options, and how these become games and agents."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml
from rich.console import Console

from wonderzoo.agents import Agent, make_agent
from wonderzoo.errors import OptionError
from wonderzoo.game import Game
from wonderzoo.games import GAMES, make_game
from wonderzoo_training import report
from wonderzoo_training.yaml_values import load_yaml

GameName = Annotated[str, typer.Argument(help=f"the game: {', '.join(GAMES)}")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="an option of the game, as key=value; can be repeated"),
]
Players = Annotated[
    int | None, typer.Option(help="how many sit at a table; short for -o num_players=N")
]
Seed = Annotated[
    int, typer.Option(min=0, max=2**63 - 1, help="one seed gives the same games again")
]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON instead of a table")]
Agents = Annotated[
    list[str] | None,
    typer.Option(help="one agent for each seat: a name (see 'wonderzoo agents') or a checkpoint"),
]


def chosen_game(name: str, options: list[str] | None, players: int | None = None) -> Game:
    """The game with the options of the command line."""
    chosen: dict[str, Any] = {} if players is None else {"num_players": players}
    if players is not None and name in GAMES and "num_players" not in GAMES[name].option_values:
        others = [other for other, game in GAMES.items() if "num_players" in game.option_values]
        raise OptionError(
            f"{name} has no option 'num_players' (--players); choose the game {', '.join(others)}"
        )
    for option in options or []:
        key, equals, value = option.partition("=")
        if not equals:
            raise OptionError(f"{option!r} is no option; write key=value")
        if key in chosen:
            raise OptionError(f"the option {key!r} is given twice")
        try:
            chosen[key] = load_yaml(value)
        except yaml.YAMLError:
            raise OptionError(f"{option[:80]!r}: the value is not valid YAML") from None
    return make_game(name, **chosen)


def seated_agents(names: list[str] | None, game: Game, default: str) -> list[Agent]:
    """An agent for each seat."""
    names = names or [default] * game.num_players
    if len(names) != game.num_players:
        raise OptionError(f"{game.name} needs {game.num_players} agents; {len(names)} given")
    return [make_agent(name, game) for name in names]


@contextmanager
def games_progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A progress bar with speed and time left, on standard error so that output can be piped."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        report.Speed("games/s"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.advance(task, done)


def check_can_write(path: Path) -> None:
    """Raise an `OptionError` if a file cannot be written: better before the games than after."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise OptionError(f"cannot write {path}: there is no folder {folder}")
    try:
        if path.exists():
            path.open("a").close()
        else:
            tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}") from None
