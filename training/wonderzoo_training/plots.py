"""Pictures of a tournament's or an evaluation's summary (see `tournament.summary`)."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from wonderzoo_training.report import labels
from wonderzoo_training.tournament import win_rates

Summary = dict[str, Any]

# The score sheet's categories in the colors of the cards.
_COLORS = {
    "military": "#c0392b",
    "blue": "#2e6fb7",
    "green": "#3d9a50",
    "yellow": "#e3b023",
    "guilds": "#7d4fa3",
    "purple": "#7d4fa3",
    "wonder": "#b08d57",
    "wonders": "#b08d57",
    "tokens": "#4fb0ae",
    "coins": "#9a9a9a",
    "edifice": "#7a5230",
}
_ENDINGS = {"civilian": "#2e6fb7", "military": "#c0392b", "science": "#3d9a50"}
_INK, _ACCENT, _FAINT = "#222222", "#2e6fb7", "#dddddd"
_LONGEST = 28  # characters of a name


def _names(names: list[str]) -> list[str]:
    """Names that fit beside a plot: long ones without their middle."""
    short = labels(list(dict.fromkeys(names)))
    half = (_LONGEST - 1) // 2
    return [
        name if len(name) <= _LONGEST else f"{name[:half]}…{name[-half:]}"
        for name in (short[name] for name in names)
    ]


def _played(summary: Summary) -> list[dict[str, Any]]:
    return [row for row in summary["agents"] if row["games"]]


def _clean(ax: Axes) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(colors=_INK, labelsize=8)


def draw_win_matrix(ax: Axes, summary: Summary) -> None:
    """Wins of each agent (row) at the table of each other (column)."""
    names = [row["agent"] for row in summary["agents"]]
    met = win_rates(summary)
    rates = np.array([[met.get((one, other), np.nan) for other in names] for one in names])
    colors = colormaps["RdYlBu"].with_extremes(bad="#f2f2f2")
    ax.imshow(rates, cmap=colors, vmin=0, vmax=2 / summary["players"])
    for i, j in np.argwhere(~np.isnan(rates)):
        far = abs(rates[i, j] * summary["players"] / 2 - 0.5) > 0.35
        color = "white" if far else _INK
        ax.text(j, i, f"{100 * rates[i, j]:.0f}", ha="center", va="center", color=color, fontsize=8)
    ax.set_xticks(range(len(names)), _names(names), rotation=40, ha="right")
    ax.set_yticks(range(len(names)), _names(names))
    ax.tick_params(labelsize=8, length=0)
    ax.spines[:].set_visible(False)
    of = "" if summary["players"] == 2 else f" at a table of {summary['players'] - 1} of the column"
    ax.set_title(f"wins of the row's agent{of}, %", fontsize=10, loc="left")


def draw_elo(ax: Axes, summary: Summary) -> None:
    """Ratings with their 95 % intervals; hollow: rungs of the frozen ladder."""
    rows = [row for row in summary["agents"] if row["elo"] is not None]
    rows.sort(key=lambda row: row["elo"])  # the best at the top
    for y, row in enumerate(rows):
        low, high = row["elo_interval_95"]
        color = _INK if row["on_ladder"] else _ACCENT
        ax.plot([low, high], [y, y], color=color, lw=2, solid_capstyle="round")
        fill = "white" if row["on_ladder"] else color
        ax.plot(row["elo"], y, "o", color=color, markerfacecolor=fill, ms=6)
        ax.annotate(
            f"{row['elo']:.0f}", (row["elo"], y), (0, 6), textcoords="offset points",
            ha="center", fontsize=7, color=_INK,
        )  # fmt: skip
    ax.set_yticks(range(len(rows)), _names([row["agent"] for row in rows]))
    ax.set_ylim(-0.6, len(rows) - 0.2)
    ax.grid(axis="x", color=_FAINT, lw=0.6)
    ax.set_axisbelow(True)
    _clean(ax)
    note = "hollow: frozen" if any(row["on_ladder"] for row in rows) else summary["elo_scale"]
    ax.set_title(f"Elo with 95 % intervals ({note})", fontsize=10, loc="left")


def draw_categories(ax: Axes, summary: Summary) -> None:
    """Mean points by category, stacked; what costs points lies left of zero."""
    rows = _played(summary)
    names = _names([row["agent"] for row in rows])
    bars = [(name, row["categories"]) for name, row in zip(names, rows, strict=True)]
    if summary["people"]:
        bars.append(("people", summary["people"]["categories"]))
    columns = [c for c in bars[0][1] if c != "total"]
    columns = [c for c in columns if any(sheet.get(c, 0) for _, sheet in bars)]
    y = np.arange(len(bars))[::-1]
    right, left = np.zeros(len(bars)), np.zeros(len(bars))
    for column in columns:
        values = np.array([sheet.get(column, 0.0) for _, sheet in bars])
        start = np.where(values >= 0, right, left)
        ax.barh(y, values, 0.7, left=start, label=column, color=_COLORS[column])
        right += np.maximum(values, 0)
        left += np.minimum(values, 0)
    for place, end, (_, sheet) in zip(y, right, bars, strict=True):
        ax.text(end + 0.5, place, f"{sheet['total']:.1f}", va="center", fontsize=8, color=_INK)
    ax.axvline(0, color=_INK, lw=0.8)
    ax.set_xlim(min(left.min(), 0) * 1.1, right.max() * 1.12)
    ax.set_yticks(y, [name for name, _ in bars])
    ax.legend(fontsize=7, frameon=False, ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.08))
    _clean(ax)
    ax.set_title("points by category", fontsize=10, loc="left")


def draw_endings(ax: Axes, summary: Summary) -> None:
    """How each agent's games ended: won to the right, lost to the left, in % of its games."""
    rows = _played(summary)
    endings = sorted({ending for row in rows for ending in row["endings"]})
    y = np.arange(len(rows))[::-1]
    for side, sign in (("won", 1), ("lost", -1)):
        start = np.zeros(len(rows))
        for ending in endings:
            counts = [row["endings"].get(ending, {}).get(side, 0) for row in rows]
            share = 100 * np.array(counts) / [row["games"] for row in rows]
            ax.barh(
                y, sign * share, 0.7, left=sign * start, color=_ENDINGS.get(ending, "#888888"),
                alpha=1.0 if side == "won" else 0.45, label=ending if side == "won" else None,
            )  # fmt: skip
            start += share
    ax.axvline(0, color=_INK, lw=0.8)
    ax.set_xlim(-104, 104)
    ax.set_xticks([-100, -50, 0, 50, 100], ["100", "50", "0", "50", "100"])
    ax.set_yticks(y, _names([row["agent"] for row in rows]))
    ax.set_xlabel("lost   |   won, % of its games", fontsize=8)
    ax.legend(fontsize=7, frameon=False, ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.16))
    _clean(ax)
    ax.set_title("how the games ended", fontsize=10, loc="left")


def draw_seats(ax: Axes, summary: Summary) -> None:
    """What each seat wins over all games, with its interval, beside the even share."""
    rates = 100 * np.array(summary["seats"]["win_rate"])
    limits = 100 * np.array(summary["seats"]["interval_95"])
    seats = np.arange(len(rates))
    errors = np.abs(limits.T - rates)
    ax.errorbar(seats, rates, errors, fmt="o", color=_ACCENT, capsize=3)
    ax.axhline(100 / len(rates), color=_INK, lw=0.8, ls="--")
    ax.set_xticks(seats, [f"seat {seat}" for seat in seats])
    ax.set_xlim(-0.5, len(rates) - 0.5)
    ax.grid(axis="y", color=_FAINT, lw=0.6)
    _clean(ax)
    ax.set_title("wins by seat, %, all games (dashed: even)", fontsize=10, loc="left")


def draw_rates(ax: Axes, summary: Summary) -> None:
    """The win rate of the first agent against each of the others, with its interval."""
    matches = summary["matches"]
    y = np.arange(len(matches))[::-1]
    rates = 100 * np.array([match["win_rate"] for match in matches])
    limits = 100 * np.array([match["interval_95"] for match in matches])
    errors = np.clip(np.abs(limits.T - rates), 0, None)
    ax.errorbar(rates, y, xerr=errors, fmt="o", color=_ACCENT, capsize=3)
    for rate, place in zip(rates, y, strict=True):
        ax.annotate(f"{rate:.1f}", (rate, place), (0, 6), textcoords="offset points", ha="center",
                    fontsize=7, color=_INK)  # fmt: skip
    ax.axvline(100 / summary["players"], color=_INK, lw=0.8, ls="--")
    ax.set_xlim(-3, 103)
    ax.set_ylim(-0.6, len(matches) - 0.4)
    ax.set_yticks(y, _names([match["opponent"] for match in matches]))
    ax.grid(axis="x", color=_FAINT, lw=0.6)
    _clean(ax)
    ax.set_title("wins against, % (dashed: even)", fontsize=10, loc="left")


Draw = Callable[[Axes, Summary], None]


def plots_of(summary: Summary) -> list[tuple[str, Draw]]:
    """The plots that say something of this summary: (what it shows, how it is drawn)."""
    if not summary["matches"]:
        return []
    one = summary["kind"] == "evaluation"
    plots: list[tuple[str, Draw]] = [
        ("win rates", draw_rates) if one else ("win matrix", draw_win_matrix)
    ]
    if any(row["elo"] is not None for row in summary["agents"]):
        plots.append(("Elo", draw_elo))
    plots.append(("points by category", draw_categories))
    if any(ending != "points" for row in _played(summary) for ending in row["endings"]):
        plots.append(("endings", draw_endings))
    plots.append(("seats", draw_seats))
    return plots


def _height(summary: Summary) -> float:
    return 1.8 + 0.32 * max(len(summary["agents"]), 4)


def svg(draw: Draw, summary: Summary) -> str:
    """One plot as an SVG element that can stand inside a page."""
    figure = Figure(figsize=(6.4, _height(summary)), layout="constrained")
    draw(figure.add_subplot(), summary)
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    return text[text.index("<svg") :]


def png(summaries: list[Summary], titles: list[str]) -> bytes:
    """All plots of all summaries as one picture, a row of two each."""
    rows: list[tuple[str, list[tuple[Draw, Summary]]]] = []
    for summary, title in zip(summaries, titles, strict=True):
        drawn = [(draw, summary) for _, draw in plots_of(summary)]
        for at in range(0, len(drawn), 2):
            rows.append(("" if at else title, drawn[at : at + 2]))
    heights = [_height(pair[0][1]) + (0.4 if title else 0) for title, pair in rows]
    figure = Figure(figsize=(13, sum(heights)), layout="constrained")
    parts = figure.subfigures(len(rows), 1, height_ratios=heights, squeeze=False)
    for part, (title, pair) in zip(parts[:, 0], rows, strict=True):
        if title:
            part.suptitle(title, fontsize=12, x=0.01, ha="left")
        axes = part.subplots(1, 2)
        for ax, (draw, summary) in zip(axes, pair, strict=False):
            draw(ax, summary)
        for ax in axes[len(pair) :]:
            ax.set_axis_off()
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
    return buffer.getvalue()
