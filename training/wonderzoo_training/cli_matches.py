"""The commands that play agents against each other: ``evaluate`` and ``tournament``."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer
from rich.console import Console

from wonderzoo.agents import make_agent
from wonderzoo.agents.registry import checkpoint_folder
from wonderzoo.errors import OptionError
from wonderzoo.game import Game
from wonderzoo.games import GAMES
from wonderzoo_training import report
from wonderzoo_training.cli_options import (
    AsJson,
    GameOptions,
    Players,
    Seed,
    check_can_write,
    chosen_game,
    games_progress,
)
from wonderzoo_training.evaluate import MOST_GAMES

INTERRUPTED = 130  # exit status

Games = Annotated[
    int,
    typer.Option(min=2, max=MOST_GAMES, help="games of each match, rounded up to whole deals"),
]
GameOfAgents = Annotated[
    str | None, typer.Option(help="the game; default: the first checkpoint's, else duel")
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, help="processes; default: one a core. It changes no result"),
]
Out = Annotated[Path | None, typer.Option(help="also write the JSON to this file")]
ReportFile = Annotated[
    Path | None,
    typer.Option("--report", help="write a page (.html) or a picture (.png) with plots"),
]


def evaluate(
    agent: Annotated[str, typer.Argument(help="the agent: a name or a checkpoint's folder")],
    opponents: Annotated[list[str], typer.Argument(help="one or more agents to play against")],
    games: Games = 1000,
    seed: Seed = 0,
    game: GameOfAgents = None,
    players: Players = None,
    option: GameOptions = None,
    workers: Workers = None,
    json_: AsJson = False,
    out: Out = None,
    report_file: ReportFile = None,
    elo: Annotated[
        bool,
        typer.Option(
            help="at tables of three and more also play each opponent at tables of the agent"
        ),
    ] = True,
) -> None:
    """Play an agent against tables of others: the same deals in every seating, 95 % intervals."""
    from wonderzoo_training.tournament import one_against_others

    _check_files(out, report_file)
    names = [agent, *opponents]
    tables = _tables_for(names, game, option, players)

    def pairs(table: Game) -> list[tuple[int, int]]:
        return one_against_others(len(names), table.num_players, both_roles=elo)

    summaries, problem, interrupted = _play(
        tables, names, games, seed, pairs, workers, evaluation=True
    )
    rows = [
        {"options": summary["options"]} | row for summary in summaries for row in summary["matches"]
    ]
    data = {
        "game": tables[0].name,
        "options": _common_options(tables),
        "seed": seed,
        "partial": any(summary["partial"] for summary in summaries),
        "matches": rows,
        "tables": [
            {key: value for key, value in summary.items() if key != "matches"}
            for summary in summaries
        ],
    }
    title = f"{agent}, {tables[0].title if len(tables) > 1 else _named(tables[0])}"
    shown = [report.evaluation_table(rows, title)] if rows else []
    shown += report.summary_tables(summaries[0]) if len(tables) == 1 else []
    shown += [report.sizes_table(summaries)] if rows and len(tables) > 1 else []
    _give(data, summaries, title, shown, json_=json_, out=out, report_file=report_file)
    _end(summaries, problem, interrupted)


def tournament(
    agents: Annotated[list[str], typer.Argument(help="two or more agents: names or checkpoints")],
    games: Games = 1000,
    seed: Seed = 0,
    game: GameOfAgents = None,
    players: Players = None,
    option: GameOptions = None,
    workers: Workers = None,
    json_: AsJson = False,
    out: Out = None,
    report_file: ReportFile = None,
) -> None:
    """Play all agents against all: win matrix, Elo on the ladder, 95 % intervals.

    At tables of three and more each agent plays alone at a table of each other.
    """
    from wonderzoo_training.tournament import all_against_all

    _check_files(out, report_file)
    if len(agents) < 2:
        raise OptionError("a tournament needs at least two agents")
    tables = _tables_for(agents, game, option, players)
    if len(tables) > 1:
        sizes = ", ".join(str(table.num_players) for table in tables[1:])
        print(f"note: at tables of {tables[0].num_players}; --players for {sizes}", file=sys.stderr)
        tables = tables[:1]

    def pairs(table: Game) -> list[tuple[int, int]]:
        return all_against_all(len(agents), table.num_players)

    (summary,), problem, interrupted = _play(
        tables, agents, games, seed, pairs, workers, evaluation=False
    )
    title = f"tournament, {_named(tables[0])}"
    shown = report.summary_tables(summary)
    _give(summary, [summary], title, shown, json_=json_, out=out, report_file=report_file)
    _end([summary], problem, interrupted)


def _named(table: Game) -> str:
    """A game and, if it has several, its table size."""
    sizes = "num_players" in table.options
    return f"{table.title}, {table.num_players} seats" if sizes else table.title


def _check_files(out: Path | None, report_file: Path | None) -> None:
    """What cannot be written is said before the games, not after them."""
    for path in (out, report_file):
        if path is not None:
            check_can_write(path)
    if report_file is None:
        return
    if report_file.suffix.lower() not in (".html", ".png"):
        raise OptionError(f"--report {report_file}: end the name in .html or .png")
    if out is not None and out.absolute() == report_file.absolute():
        raise OptionError(f"--out and --report are the same file, {out}; give them two names")


def _play(
    tables: list[Game],
    names: list[str],
    games: int,
    seed: int,
    pairs: Callable[[Game], list[tuple[int, int]]],
    workers: int | None,
    *,
    evaluation: bool,
) -> tuple[list[dict[str, Any]], str, bool]:
    """The summary of each table; what went wrong, or ""; whether it was stopped by Ctrl-C."""
    from wonderzoo_training.evaluate import whole_deals
    from wonderzoo_training.tournament import check_names, play_tournaments, summary

    agents = [make_agent(name, tables[0]) for name in names]
    if not evaluation:
        check_names([agent.name for agent in agents])
    _interrupt_once()
    total = sum(whole_deals(table, games) * len(pairs(table)) for table in tables)
    with games_progress(total, "playing") as progress:
        results = play_tournaments(
            tables,
            agents,
            games,
            seed,
            pairs=pairs,
            workers=workers or _cores(),
            progress=progress,
        )
    summaries = [summary(result, evaluation=evaluation) for result in results]
    return summaries, results[0].problem, results[0].interrupted


def _interrupt_once() -> None:
    """Let the first Ctrl-C end the games, and no second one the report of what was played."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _give(
    data: dict[str, Any],
    summaries: list[dict[str, Any]],
    title: str,
    shown: list[Any],
    *,
    json_: bool,
    out: Path | None,
    report_file: Path | None,
) -> None:
    """Print the results, then write them: a full disk must not cost what has been played."""
    reader_gone = False
    try:
        if json_:
            print(json.dumps(data), flush=True)
        else:
            report.show(Console(), shown)
            sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # ``| head`` (rich exits): write the files all the same
        reader_gone = True
    problems = []
    if out is not None:
        try:
            out.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
        except OSError as error:
            problems.append(f"cannot write {out}: {error.strerror}")
    if report_file is not None:
        from wonderzoo_training.page import write_report

        try:
            write_report(report_file, title, summaries)
            if not json_ and not reader_gone:
                print(f"the report is in {report_file}")
        except OSError as error:
            problems.append(f"cannot write {report_file}: {error.strerror}")
        except OptionError as error:  # there is nothing to draw
            print(error, file=sys.stderr)
    if problems:
        raise OptionError("; ".join(problems))
    if reader_gone:
        raise BrokenPipeError


def _end(summaries: list[dict[str, Any]], problem: str, interrupted: bool) -> None:
    """Say on standard error what is missing, and set the exit status."""
    if not problem and not interrupted:
        return
    played = sum(summary["games_played"] for summary in summaries)
    planned = sum(summary["games_planned"] for summary in summaries)
    print(f"partial: {played:,} of {planned:,} games were played", file=sys.stderr)
    if not interrupted:
        print(f"error: {problem}", file=sys.stderr)
    raise typer.Exit(INTERRUPTED if interrupted else 1)


def _common_options(tables: list[Game]) -> dict[str, Any]:
    """The options that all tables share."""
    return {
        name: value
        for name, value in tables[0].options.items()
        if all(table.options[name] == value for table in tables)
    }


def _tables_for(
    agents: list[str], name: str | None, options: list[str] | None, players: int | None
) -> list[Game]:
    """The game that is asked for; else that of the first checkpoint, at its table sizes."""
    for agent in agents:
        folder = checkpoint_folder(agent)
        if folder is not None and (folder / "meta.json").exists():
            from wonderzoo_training.checkpoint import read_config

            trained = read_config(folder)
            if name not in (None, trained.game):
                break
            if options is None and players is None:
                return trained.games()
            asked = chosen_game(trained.game, options, players)
            if all(asked != game for game in trained.games()):
                print(f"note: {folder} was trained with {trained.games()[0]}", file=sys.stderr)
            return [asked]
    return [chosen_game(name or next(iter(GAMES)), options, players)]
