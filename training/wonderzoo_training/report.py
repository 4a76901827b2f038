"""Tables and columns for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.measure import Measurement
from rich.progress import ProgressColumn, Task
from rich.table import Table
from rich.text import Text

from wonderzoo.games import GAMES
from wonderzoo_training.ratings import Ladder
from wonderzoo_training.tournament import win_rates

_WIDEST = 10_000  # columns of a table that is measured
_FOLD = 20  # characters of a name that stay together


class Speed(ProgressColumn):
    """A progress bar's speed."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self.unit = unit

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} {self.unit}" if speed else "", style="progress.data.speed")


def _table(*, tight: bool = False) -> Table:
    padding = (0, 1, 0, 0) if tight else (0, 1)
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=padding)


def _titled(title: str, table: Table) -> Group:
    """A table's own title would be wrapped at the table's width."""
    return Group(Text(title, style="bold"), table)


def labels(names: Sequence[str]) -> dict[str, str]:
    """Names for tables and plots: of paths the shortest ends that tell them apart."""
    short = {}
    for name in names:
        parts = name.split("/")
        ends = ["/".join(parts[-count:]) for count in range(1, len(parts) + 1)]
        others = [other for other in names if other != name]
        short[name] = next(
            (end for end in ends if not any(f"/{other}".endswith(f"/{end}") for other in others)),
            name,
        )
    return short


def show(console: Console, tables: Iterable[RenderableType]) -> None:
    """Print tables whole: where they do not fit, in lines that are longer than the terminal's.

    A figure that is cut short would be another figure.
    """
    for table in tables:
        for part in table.renderables if isinstance(table, Group) else [table]:
            for column in part.columns if isinstance(part, Table) else []:
                if column.no_wrap:
                    column.min_width = max(
                        cell_len(line)
                        for cell in (column.header, *column.cells)
                        for line in str(cell).splitlines() or [""]
                    )
        options = console.options.update(max_width=_WIDEST)
        needed = Measurement.get(console, options, table).minimum
        width = console.width
        console.width = max(needed, width)
        console.print(table)
        console.width = width


def _add_names(table: Table, heading: str, names: Iterable[str]) -> None:
    """A column of names: long ones may be folded, but not to shreds."""
    longest = max(map(len, names), default=0)
    table.add_column(heading, min_width=min(max(longest, 8), _FOLD), overflow="fold")


def evaluation_table(rows: Sequence[dict[str, Any]], title: str) -> Group:
    """The results of `evaluate.as_json`, a row for each opponent, and how the games ended."""
    several = len({row["players"] for row in rows}) > 1 or rows[0]["players"] > 2
    names = labels(list({row["opponent"]: None for row in rows}))
    table = _table()
    _add_names(table, "against", names.values())
    for heading in (*(["seats"] if several else []), "win rate", "95 % interval", "1st", "last"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("points", justify="right", no_wrap=True)
    for row in rows:
        low, high = row["interval_95"]
        first, *_, last = row["win_rate_by_seat"]
        table.add_row(
            escape(names[row["opponent"]]),
            *([str(row["players"])] if several else []),
            f"{100 * row['win_rate']:.1f} %",
            f"{100 * low:.1f} - {100 * high:.1f}",
            f"{100 * first:.1f} %",
            f"{100 * last:.1f} %",
            f"{row['points'][0]:.1f} : {row['points'][1]:.1f}",
        )
    played = sorted({row["games"] for row in rows})
    games = f"{played[0]:,}" if len(played) == 1 else f"{played[0]:,} - {played[-1]:,}"
    above = Text(f"{title}: {games} games against each", style="bold")
    endings = sorted({name for row in rows for name in row["endings"]})
    if endings == ["points"]:
        return Group(above, table)
    ends = _table()
    _add_names(ends, "games won-lost by ending", names.values())
    for name in endings:
        ends.add_column(name, justify="right", no_wrap=True)
    ends.add_column("shared", justify="right", no_wrap=True)
    for row in rows:
        counts = [row["endings"].get(name, {"won": 0, "lost": 0}) for name in endings]
        ends.add_row(
            escape(names[row["opponent"]]),
            *(f"{count['won']} - {count['lost']}" for count in counts),
            str(sum(count["shared"] for count in row["endings"].values())),
        )
    return Group(above, table, ends)


def summary_tables(summary: dict[str, Any]) -> list[Group]:
    """The tables of a `tournament.summary`, those that have something to say."""
    if not summary["matches"]:
        return []
    tables = [_agents_table(summary)]
    if summary["kind"] == "tournament":
        tables.append(_win_matrix(summary))
    tables += [_categories_table(summary), _seats_table(summary)]
    if summary["kind"] == "tournament" and summary["players"] == 2:
        tables.append(_endings_table(summary))
    return tables


def sizes_table(summaries: Sequence[dict[str, Any]]) -> Group:
    """The first agent of evaluations at tables of several sizes, a row for each."""
    table = _table()
    for heading in ("seats", "Elo", "95 %", "wins", "95 %", "points", "decisions/s"):
        table.add_column(heading, justify="right", no_wrap=True)
    for summary in summaries:
        if summary["matches"]:
            table.add_row(str(summary["players"]), *_agent_cells(summary["agents"][0]))
    return _titled(f"over all its opponents ({scale_note(summaries)})", table)


def percent(rate: float | None, digits: int = 1) -> str:
    """A rate for a table; nothing if it is not known."""
    return "" if rate is None else f"{100 * rate:.{digits}f} %"


def between(limits: Sequence[float | None] | None, factor: float = 1.0, digits: int = 1) -> str:
    """An interval for a table; nothing if it is not known."""
    if limits is None or limits[0] is None or limits[1] is None:
        return ""
    return f"{factor * limits[0]:.{digits}f} - {factor * limits[1]:.{digits}f}"


def _played(summary: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for row in summary["agents"] if row["games"]]


def _plus_minus(value: float, limits: Sequence[float | None]) -> str:
    """A value with half the width of its interval."""
    if limits[0] is None or limits[1] is None:
        return f"{value:.1f}"
    return f"{value:.1f} ± {(limits[1] - limits[0]) / 2:.1f}"


def _agent_cells(row: dict[str, Any]) -> list[str]:
    """Elo, its interval, wins, their interval, points, decisions/s."""
    speed = row["decisions_per_second"]
    return [
        "" if row["elo"] is None else f"{row['elo']:.0f}" + "*" * row["on_ladder"],
        between(row["elo_interval_95"], digits=0),
        percent(row["win_rate"]),
        between(row["interval_95"], 100),
        _plus_minus(row["points"], row["points_interval_95"]),
        "" if speed is None else f"{speed:,.0f}",
    ]


def scale_note(summaries: Sequence[dict[str, Any]]) -> str:
    """What the ratings are relative to."""
    if any(row["on_ladder"] for summary in summaries for row in summary["agents"]):
        return "* a rung of the frozen ladder"
    return f"Elo: {summaries[0]['elo_scale']}"


def _agents_table(summary: dict[str, Any]) -> Group:
    table = _table(tight=True)
    rows = _played(summary)
    names = labels([row["agent"] for row in rows])
    _add_names(table, "agent", names.values())
    for heading in ("Elo", "95 %", "wins", "95 %", "points", "decisions/s"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(escape(names[row["agent"]]), *_agent_cells(row))
    return _titled(f"agents ({scale_note([summary])})", table)


def _win_matrix(summary: dict[str, Any]) -> Group:
    """Row against column, numbered to keep the columns narrow."""
    names = [row["agent"] for row in _played(summary)]
    short = labels(names)
    rates = win_rates(summary)
    table = _table()
    table.add_column("", justify="right", no_wrap=True)
    _add_names(table, "wins of the row, %", short.values())
    for number in range(len(names)):
        table.add_column(str(number + 1), justify="right", no_wrap=True)
    for number, name in enumerate(names):
        cells = [
            f"{100 * rates[name, other]:.1f}" if (name, other) in rates else "-" for other in names
        ]
        table.add_row(str(number + 1), escape(short[name]), *cells)
    several = summary["players"] > 2
    note = f" (alone at a table of {summary['players'] - 1} of the column's)" if several else ""
    return _titled(f"win matrix{note}", table)


def _categories_table(summary: dict[str, Any]) -> Group:
    rows = _played(summary)
    names = labels([row["agent"] for row in rows])
    people = summary["people"]
    sheets = [row["categories"] for row in rows] + ([people["categories"]] if people else [])
    columns = [c for c in sheets[0] if any(sheet.get(c) for sheet in sheets)]
    table = _table(tight=True)
    _add_names(table, "points", names.values())
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            escape(names[row["agent"]]), *(f"{row['categories'][c]:.1f}" for c in columns)
        )
    if people:
        table.add_section()
        cells = [
            f"{people['categories'][c]:.1f}" if c in people["categories"] else "" for c in columns
        ]
        table.add_row("people", *cells)
    note = f" (people: {people['games']:,} games)" if people else ""
    return _titled(f"points by category{note}", table)


def _seats_table(summary: dict[str, Any]) -> Group:
    seats = range(summary["players"])
    names = labels([row["agent"] for row in _played(summary)])
    table = _table()
    _add_names(table, "wins by seat", names.values())
    for seat in seats:
        table.add_column(f"seat {seat}", justify="right", no_wrap=True)
    for row in _played(summary):
        if any(rate is not None for rate in row["win_rate_by_seat"]):
            table.add_row(escape(names[row["agent"]]), *map(percent, row["win_rate_by_seat"]))
    table.add_section()
    table.add_row("whoever has it", *map(percent, summary["seats"]["win_rate"]))
    if summary["players"] <= 4:
        table.add_row("95 %", *(between(limits, 100) for limits in summary["seats"]["interval_95"]))
    return _titled("seats", table)


def _endings_table(summary: dict[str, Any]) -> Group:
    rows = _played(summary)
    names = labels([row["agent"] for row in rows])
    endings = sorted({ending for row in rows for ending in row["endings"]})
    table = _table()
    _add_names(table, "games won - lost", names.values())
    for ending in endings:
        table.add_column(ending, justify="right", no_wrap=True)
    for row in rows:
        counts = [row["endings"].get(ending, {"won": 0, "lost": 0}) for ending in endings]
        table.add_row(
            escape(names[row["agent"]]), *(f"{c['won']:,} - {c['lost']:,}" for c in counts)
        )
    return _titled("endings", table)


def ladder_table(ladders: Sequence[Ladder]) -> Group:
    """The frozen ratings of all games, a row for each rung, a column for each table."""
    table = _table(tight=True)
    table.add_column("Elo", no_wrap=True)
    for ladder in ladders:
        title = GAMES[ladder.game].title
        table.add_column(f"{title}\n{ladder.players} seats", justify="right", min_width=9)
    best: dict[str, float] = {}
    for ladder in ladders:
        for name, rung in ladder.rungs.items():
            best[name] = max(best.get(name, -np.inf), rung.elo)
    for name in sorted(best, key=lambda name: -best[name]):
        rungs = [ladder.rungs.get(name) for ladder in ladders]
        table.add_row(name, *("" if rung is None else f"{rung.elo:.0f}" for rung in rungs))
    return _titled("the frozen ladder (default options)", table)


def score_table(over: Mapping[str, Any], seats: Sequence[str]) -> Group:
    """The points by category at the end of a replayed game, a column for each seat."""
    if "ranking" in over:
        first = [seat for seat, place in enumerate(over["ranking"]) if place == 1]
    else:
        first = [] if over["winner"] is None else [over["winner"]]
    result = "shared"
    if len(first) == 1:
        result = f"{seats[first[0]]} (seat {first[0]}) wins"
    table = _table()
    table.add_column("points")
    for name in seats:
        table.add_column(escape(name), justify="right")
    for column in over["scores"][0]:
        if column == "total":
            table.add_section()
        table.add_row(column, *(str(sheet[column]) for sheet in over["scores"]))
    return _titled(f"{over.get('ending', 'points')} ending: {result}", table)


def statistics_table(result: Mapping[str, Any], title: str) -> Group:
    """Means with their standard errors, then how often what happened."""
    table = _table()
    table.add_column("a game's")
    table.add_column("mean", justify="right")
    table.add_column("standard error", justify="right")
    deviations = result.get("sd", {})
    if deviations:
        table.add_column("standard deviation", justify="right")
    for key, mean in result["mean"].items():
        spread = [f"{deviations[key]:.3f}"] if deviations else []
        table.add_row(key.replace("_", " "), f"{mean:.3f}", f"{result['se'][key]:.3f}", *spread)
    table.add_section()
    for key, group in result.get("groups", {}).items():
        table.add_row(key, f"{group['mean']:.3f}", f"{group['se']:.3f}", f"{group['sd']:.3f}")
    table.add_section()
    for key, rate in result["rate"].items():
        error = (rate * (1 - rate) / result["games"]) ** 0.5
        table.add_row(key.replace("_", " "), f"{100 * rate:.2f} %", f"{100 * error:.2f} %")
    return _titled(title, table)


def benchmark_table(result: Mapping[str, float], title: str) -> Group:
    """The figures of `wonderzoo.benchmark`."""
    texts = {
        "batch_obs": ("native batch, masks and observations", "{:,.0f} decisions/s"),
        "batch": ("native batch, masks only", "{:,.0f} decisions/s"),
        "aec": ("AEC loop through env()", "{:,.0f} steps/s"),
        "playouts": ("random playouts", "{:,.0f} games/s"),
        "simulations": ("simulations of mcts:100", "{:,.0f} /s"),
        "bytes_per_game": ("memory of a game", "{:,.0f} bytes"),
        "cold_compile_seconds": ("import and compile everything, cold", "{:.1f} s"),
        "warm_import_seconds": ("import and first step, compiled", "{:.2f} s"),
    }
    table = _table()
    table.add_column("")
    table.add_column("measured", justify="right")
    for key, value in result.items():
        name, form = texts[key]
        table.add_row(name, form.format(value))
    return _titled(title, table)


def time_table(seconds: dict[str, float]) -> Group:
    """Where a training run's time went."""
    total = sum(seconds.values()) or 1.0
    table = _table()
    table.add_column("part")
    table.add_column("seconds", justify="right")
    table.add_column("share", justify="right")
    for part, value in seconds.items():
        table.add_row(part, f"{value:,.1f}", f"{100 * value / total:.1f} %")
    table.add_section()
    table.add_row("all", f"{total:,.1f}", "100.0 %")
    return _titled("where the time went", table)
