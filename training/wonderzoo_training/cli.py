"""The command line: ``wonderzoo train | evaluate | record | replay | stats | bench | agents``."""

from __future__ import annotations

import itertools
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
import yaml
from rich.console import Console
from rich.table import Table
from typer.exceptions import TyperException

from wonderzoo import __version__
from wonderzoo.agents import AGENT_HELP, Agent, make_agent
from wonderzoo.errors import OptionError, RecordError, WonderzooError
from wonderzoo.game import Game
from wonderzoo.games import GAMES, make_game
from wonderzoo_training import report
from wonderzoo_training.yaml_values import load_yaml

app = typer.Typer(
    help="7 Wonders for reinforcement learning: train, evaluate, record, replay.",
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _many_agents(words: list[str]) -> list[str]:
    """``--agents A B`` as the parser wants it: ``--agents A --agents B``."""
    expanded: list[str] = []
    collecting = False
    for word in words:
        if word.startswith("-"):
            collecting = word == "--agents"
            if collecting:
                continue
        elif collecting:
            expanded.append("--agents")
        expanded.append(word)
    return expanded


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


def _game(name: str, options: list[str] | None, players: int | None = None) -> Game:
    chosen: dict[str, Any] = {} if players is None else {"num_players": players}
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


def _agents(names: list[str] | None, game: Game, default: str) -> list[Agent]:
    names = names or [default] * game.num_players
    if len(names) != game.num_players:
        raise OptionError(f"{game.name} needs {game.num_players} agents; {len(names)} given")
    return [make_agent(name, game) for name in names]


@contextmanager
def _progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
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


@app.command()
def train(
    config: Annotated[Path, typer.Argument(help="a YAML file, see configs/")],
    overrides: Annotated[
        list[str] | None, typer.Argument(help="key=value, for example ppo.epochs=3")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="go on where the run's checkpoint is")
    ] = False,
    stop_at: Annotated[
        int | None, typer.Option(min=1, help="stop and save after this many steps")
    ] = None,
) -> None:
    """Train an agent by self-play as a configuration says."""
    from wonderzoo_training.config import load_config

    loaded = load_config(config, overrides or [])
    from wonderzoo_training.ppo import train as run

    meta = run(loaded, resume=resume, stop_at=stop_at)
    if meta["interrupted"]:
        raise typer.Exit(130)


@app.command()
def evaluate(
    agent: Annotated[str, typer.Argument(help="the agent: a name or a checkpoint's folder")],
    opponents: Annotated[list[str], typer.Argument(help="one or more agents to play against")],
    games: Annotated[
        int, typer.Option(min=2, help="games against each, rounded up to whole deals")
    ] = 1000,
    seed: Seed = 0,
    game: Annotated[
        str | None, typer.Option(help="the game; default: the checkpoint's, else duel")
    ] = None,
    players: Players = None,
    option: GameOptions = None,
    json_: AsJson = False,
    out: Annotated[Path | None, typer.Option(help="also write the JSON to this file")] = None,
) -> None:
    """Play an agent against tables of others: the same deals in every seating, 95 % intervals."""
    from wonderzoo_training.evaluate import as_json, play_match, whole_deals

    if out is not None:
        _check_can_write(out)
    tables = _tables_for([agent, *opponents], game, option, players)
    played = tables[0]
    player = make_agent(agent, played)
    others = [make_agent(name, played) for name in opponents]
    rows = []
    total = sum(whole_deals(table, games) for table in tables) * len(others)
    with _progress(total, "playing") as progress:
        for table, other in itertools.product(tables, others):
            result = play_match(table, player, other, games, seed, progress=progress)
            rows.append({"options": table.options} | as_json(result, table.score_columns))
    common = {
        name: value
        for name, value in played.options.items()
        if all(table.options[name] == value for table in tables)
    }
    data = {"game": played.name, "options": common, "seed": seed, "matches": rows}
    if out is not None:
        out.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    if json_:
        print(json.dumps(data))
    else:
        Console().print(report.evaluation_table(rows, f"{agent}, {played.title}"))


def _check_can_write(path: Path) -> None:
    """Better before the games than after them."""
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


def _tables_for(
    agents: list[str], name: str | None, options: list[str] | None, players: int | None
) -> list[Game]:
    """The game that is asked for; else that of the first checkpoint, at its table sizes."""
    for agent in agents:
        folder = Path(agent.removeprefix("checkpoint:"))
        if (folder / "meta.json").exists():
            from wonderzoo_training.checkpoint import read_config

            trained = read_config(folder)
            if name not in (None, trained.game):
                break
            if options is None and players is None:
                return trained.games()
            asked = _game(trained.game, options, players)
            if all(asked != game for game in trained.games()):
                print(f"note: {folder} was trained with {trained.games()[0]}", file=sys.stderr)
            return [asked]
    return [_game(name or next(iter(GAMES)), options, players)]


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="a recorded game, or a file with one a line")],
    json_: AsJson = False,
    legal: Annotated[
        bool, typer.Option("--legal", help="also what could be chosen before each move")
    ] = False,
    number: Annotated[int, typer.Option(min=0, help="which line of the file, from 0")] = 0,
) -> None:
    """Replay a recorded game move by move and check it against the rules."""
    from wonderzoo.records import read_record
    from wonderzoo.records import replay as steps

    record = read_record(file, number)
    game = record.game
    over = None
    for step in steps(record, str(file)):
        row = game.table_row(step.state)
        over = game.over_row(step.state)
        if json_:
            line = {"move": step.number, "seat": step.seat, "action": step.text, **row}
            line["over"] = over
            if legal:
                line["legal"] = step.legal
            print(json.dumps(line))
        else:
            table = "  ".join(f"{key} {_short(row[key])}" for key in game.table_line)
            print(f"{step.number:3d}  seat {step.seat}  {step.text:<52s}  {table}")
            if legal:
                print(f"     of {', '.join(step.legal)}")
    if not json_:
        if over is None:
            print("the record ends before the game does")
        else:
            Console().print(report.score_table(over, record.seats))
    if record.scores and over is None:
        raise RecordError(f"{file}: it has scores, but its moves end before the game does")
    if record.scores and dict(record.scores) != over:
        raise RecordError(f"{file}: the scores in the record are not those of the game")


def _short(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


@app.command()
def record(
    game: GameName,
    out: Annotated[Path, typer.Option(help="the file to write, one record a line")],
    agents: Agents = None,
    games: Annotated[int, typer.Option(min=1)] = 1,
    seed: Seed = 0,
    players: Players = None,
    option: GameOptions = None,
) -> None:
    """Play games and save them, one record a line."""
    from wonderzoo.records import play_records

    played = _game(game, option, players)
    seated = _agents(agents, played, "random")
    written = 0
    try:
        with open(out, "w", encoding="utf-8") as handle, _progress(games, "recording") as progress:
            for game_record in play_records(played, seated, games, seed):
                handle.write(json.dumps(game_record.to_json()) + "\n")
                written += 1
                progress(1)
    finally:
        print(f"{written} games in {out}" + f" of the {games} asked for" * (written < games))


@app.command()
def stats(
    game: GameName,
    games: Annotated[int, typer.Option(min=2)] = 10_000,
    seed: Seed = 0,
    agents: Agents = None,
    players: Players = None,
    option: GameOptions = None,
    json_: AsJson = False,
) -> None:
    """Statistics of many games, with standard errors."""
    from wonderzoo.statistics import collect

    played = _game(game, option, players)
    seated = _agents(agents, played, "random")
    with _progress(games, "playing") as progress:
        result = collect(played, seated, games, seed, progress=progress)
    if json_:
        print(json.dumps(result))
    else:
        names = " against ".join(agent.name for agent in seated)
        Console().print(
            report.statistics_table(result, f"{played.title}, {games:,} games: {names}")
        )


@app.command()
def bench(
    game: GameName,
    seconds: Annotated[float, typer.Option(min=0.1, help="for each of the speeds")] = 5.0,
    players: Players = None,
    option: GameOptions = None,
    json_: AsJson = False,
) -> None:
    """Measure the engine and the environment on one core."""
    from wonderzoo.benchmark import benchmark

    result = benchmark(_game(game, option, players), seconds)
    if json_:
        print(json.dumps(result))
    else:
        Console().print(report.benchmark_table(result, f"{game}, one core"))


@app.command()
def agents() -> None:
    """List the agents that can be named."""
    table = Table()
    table.add_column("agent")
    table.add_column("what it does")
    for name, text in AGENT_HELP.items():
        table.add_row(name, text)
    Console().print(table)


def _version(show: bool) -> None:
    if show:
        print(f"wonderzoo {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    pass


_INTERRUPTED = 130


def main() -> None:
    """Run a command; what is wrong with its input is one line on standard error."""
    try:
        code = app(args=_many_agents(sys.argv[1:]) or ["--help"], standalone_mode=False)
        if code == _INTERRUPTED:  # what typer makes of Ctrl-C
            _stopped()
        sys.exit(code if isinstance(code, int) else 0)
    except TyperException as error:
        problem = error.format_message().rstrip(".")
        _fail(f"{problem}; see 'wonderzoo --help' or 'wonderzoo COMMAND --help'", 2)
    except WonderzooError as error:
        _fail(str(error))
    except BrokenPipeError:
        # The reader has gone (``| head``). Nothing more may be written, not even on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except MemoryError:
        _fail("there is not enough memory for this; ask for fewer games at once")
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        _fail(f"{name}{error.strerror or error}")
    except (KeyboardInterrupt, typer.Abort):
        _stopped()


def _stopped() -> NoReturn:
    print("stopped", file=sys.stderr)
    sys.exit(_INTERRUPTED)


def _fail(message: str, code: int = 1) -> None:
    print("error: " + " ".join(message.split()), file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
