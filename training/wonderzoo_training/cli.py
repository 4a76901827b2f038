"""The command line: ``wonderzoo train | evaluate | tournament | record | replay | ...``."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from typer.exceptions import TyperException

from wonderzoo import __version__
from wonderzoo.agents import AGENT_HELP
from wonderzoo.errors import RecordError, WonderzooError
from wonderzoo_training import cli_matches, report
from wonderzoo_training.cli_options import (
    Agents,
    AsJson,
    GameName,
    GameOptions,
    Players,
    Seed,
    chosen_game,
    games_progress,
    seated_agents,
)

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
        raise typer.Exit(cli_matches.INTERRUPTED)


app.command()(cli_matches.evaluate)
app.command()(cli_matches.tournament)


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
            report.show(Console(), [report.score_table(over, record.seats)])
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

    played = chosen_game(game, option, players)
    seated = seated_agents(agents, played, "random")
    written = 0
    try:
        with (
            open(out, "w", encoding="utf-8") as handle,
            games_progress(games, "recording") as progress,
        ):
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

    played = chosen_game(game, option, players)
    seated = seated_agents(agents, played, "random")
    with games_progress(games, "playing") as progress:
        result = collect(played, seated, games, seed, progress=progress)
    if json_:
        print(json.dumps(result))
    else:
        names = " against ".join(agent.name for agent in seated)
        title = f"{played.title}, {games:,} games: {names}"
        report.show(Console(), [report.statistics_table(result, title)])


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

    result = benchmark(chosen_game(game, option, players), seconds)
    if json_:
        print(json.dumps(result))
    else:
        report.show(Console(), [report.benchmark_table(result, f"{game}, one core")])


@app.command()
def agents() -> None:
    """List the agents that can be named, and how strong they are."""
    from wonderzoo_training.ratings import ladders

    table = Table()
    table.add_column("agent", no_wrap=True)
    table.add_column("what it does")
    for name, text in AGENT_HELP.items():
        table.add_row(escape(name), escape(text))
    report.show(Console(), [table, report.ladder_table(ladders())])


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


def main() -> None:
    """Run a command; what is wrong with its input is one line on standard error."""
    try:
        code = app(args=_many_agents(sys.argv[1:]) or ["--help"], standalone_mode=False)
        if code == cli_matches.INTERRUPTED:  # what typer makes of Ctrl-C
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is ending already
    print("stopped", file=sys.stderr)
    sys.exit(cli_matches.INTERRUPTED)


def _fail(message: str, code: int = 1) -> None:
    print("error: " + " ".join(message.split()), file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
