"""Tables and columns for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group
from rich.markup import escape
from rich.progress import ProgressColumn, Task
from rich.table import Table
from rich.text import Text


class Speed(ProgressColumn):
    """A progress bar's speed."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self.unit = unit

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} {self.unit}" if speed else "", style="progress.data.speed")


def _table() -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False)


def _titled(title: str, table: Table) -> Group:
    """A table's own title would be wrapped at the table's width."""
    return Group(Text(title, style="bold"), table)


def evaluation_table(rows: Sequence[dict[str, Any]], title: str) -> Group:
    """The results of `evaluate.as_json`, a row for each opponent, and how the games ended."""
    several = len({row["players"] for row in rows}) > 1 or rows[0]["players"] > 2
    table = _table()
    table.add_column("against", min_width=8, overflow="fold")
    for heading in (*(["seats"] if several else []), "win rate", "95 % interval", "1st", "last"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("points", justify="right", no_wrap=True)
    for row in rows:
        low, high = row["interval_95"]
        first, *_, last = row["win_rate_by_seat"]
        table.add_row(
            escape(row["opponent"]),
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
    ends.add_column("games won-lost by ending", min_width=8, overflow="fold")
    for name in endings:
        ends.add_column(name, justify="right", no_wrap=True)
    ends.add_column("shared", justify="right", no_wrap=True)
    for row in rows:
        counts = [row["endings"].get(name, {"won": 0, "lost": 0}) for name in endings]
        ends.add_row(
            escape(row["opponent"]),
            *(f"{count['won']} - {count['lost']}" for count in counts),
            str(sum(count["shared"] for count in row["endings"].values())),
        )
    return Group(above, table, ends)


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
