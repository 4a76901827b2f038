"""Tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table


def evaluation_table(rows: Sequence[dict[str, Any]], title: str) -> Table:
    """The results of `evaluate.as_json`, a row for each opponent."""
    table = Table(title=title, title_justify="left")
    table.add_column("against")
    for heading in ("games", "win rate", "95 % interval", "seat 0 / 1", "points", "endings won"):
        table.add_column(heading, justify="right")
    table.add_column("endings lost", justify="right")
    table.add_column("decisions/s", justify="right")
    for row in rows:
        low, high = row["interval_95"]
        seats = row["win_rate_by_seat"]
        table.add_row(
            row["opponent"],
            f"{row['games']:,}",
            f"{100 * row['win_rate']:.1f} %",
            f"{100 * low:.1f} - {100 * high:.1f}",
            f"{100 * seats[0]:.1f} / {100 * seats[1]:.1f}",
            f"{row['points'][0]:.1f} : {row['points'][1]:.1f}",
            _endings(row, "won"),
            _endings(row, "lost"),
            f"{row['decisions_per_second']['agent']:,.0f}",
        )
    return table


def _endings(row: dict[str, Any], outcome: str) -> str:
    parts = [f"{count[outcome]} {name}" for name, count in row["endings"].items() if count[outcome]]
    return "\n".join(parts) or "-"


def time_table(seconds: dict[str, float]) -> Table:
    """Where a training run's time went."""
    total = sum(seconds.values()) or 1.0
    table = Table(title="time", title_justify="left")
    table.add_column("part")
    table.add_column("seconds", justify="right")
    table.add_column("share", justify="right")
    for part, value in seconds.items():
        table.add_row(part, f"{value:,.1f}", f"{100 * value / total:.1f} %")
    table.add_row("all", f"{total:,.1f}", "100.0 %", end_section=True)
    return table
