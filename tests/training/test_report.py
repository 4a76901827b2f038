"""Tables, plots and pages of results: whole, self-contained, and true to the figures."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image
from rich.console import Console

from wonderzoo import make_game
from wonderzoo.agents import make_agent
from wonderzoo.errors import OptionError
from wonderzoo_training import plots, report
from wonderzoo_training.page import write_report
from wonderzoo_training.tournament import (
    all_against_all,
    one_against_others,
    play_tournaments,
    summary,
    win_rates,
)


def summary_of(name: str, *agents: str, evaluation: bool = False, **options: Any) -> dict[str, Any]:
    game = make_game(name, **options)
    (result,) = play_tournaments(
        [game],
        [make_agent(agent, game) for agent in agents],
        40,
        5,
        pairs=lambda table: (
            one_against_others(len(agents), table.num_players)
            if evaluation
            else all_against_all(len(agents), table.num_players)
        ),
    )
    return summary(result, evaluation=evaluation)


@pytest.fixture(scope="module")
def summaries() -> dict[str, dict[str, Any]]:
    return {
        "duel": summary_of("duel", "random", "greedy", "military"),
        "duel, one": summary_of("duel", "greedy", "random", "science", evaluation=True),
        "table": summary_of("seven_wonders", "random", "greedy", edition="first"),
        "table, one": summary_of("seven_wonders", "greedy", "random", evaluation=True),
        "table of 7": summary_of("seven_wonders", "greedy", "random", num_players=7),
    }


WHICH = ["duel", "duel, one", "table", "table, one", "table of 7"]


def printed(summary: dict[str, Any], width: int) -> str:
    stream = io.StringIO()
    report.show(Console(file=stream, width=width), report.summary_tables(summary))
    return stream.getvalue()


@pytest.mark.parametrize("which", WHICH)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_tables_are_whole_at_any_width(
    which: str, width: int, summaries: dict[str, dict[str, Any]]
) -> None:
    text = printed(summaries[which], width)
    if width >= 80 and which != "table of 7":
        assert all(len(line) <= width for line in text.splitlines())
    for row in summaries[which]["agents"]:
        assert row["agent"] in text
        assert f"{row['elo']:.0f}" in text
        assert f"{100 * row['win_rate']:.1f} %" in text
    assert "…" not in text  # nothing is cut short
    assert ("people" in text) == (which == "table")


def row_of(text: str, title: str, name: str) -> list[str]:
    """The words of the row that begins with a name in the table under a title."""
    lines = text[text.index(title) :].splitlines()
    return next(line.split() for line in lines[2:] if name in line.split()[:2])


def test_each_figure_stands_in_its_row_and_column(summaries: dict[str, dict[str, Any]]) -> None:
    duel = summaries["duel"]
    text = printed(duel, 120)
    order = [row["agent"] for row in duel["agents"]]
    rates = win_rates(duel)
    for number, row in enumerate(duel["agents"]):
        name = row["agent"]
        cells = row_of(text, "win matrix", name)[2:]
        assert cells == [
            "-" if other == name else f"{100 * rates[name, other]:.1f}" for other in order
        ], number
        cells = row_of(text, "seats", name)
        assert cells[1::2] == [f"{100 * rate:.1f}" for rate in row["win_rate_by_seat"]]
        header = row_of(text, "points by category", "points")
        cells = row_of(text, "points by category", name)
        for column, cell in zip(header[1:], cells[1:], strict=True):
            assert cell == f"{row['categories'][column]:.1f}"
        cells = row_of(text, "endings", name)
        first = row["endings"][sorted(row["endings"])[0]]
        assert cells[1:4] == [str(first["won"]), "-", str(first["lost"])]
    whoever = row_of(text, "seats", "whoever")
    assert whoever[3::2] == [f"{100 * rate:.1f}" for rate in duel["seats"]["win_rate"]]


def test_each_mark_of_a_plot_stands_at_its_agent(summaries: dict[str, dict[str, Any]]) -> None:
    duel, one = summaries["duel"], summaries["duel, one"]
    rows = {row["agent"]: row for row in duel["agents"]}
    order = list(rows)

    def drawn(draw: plots.Draw, summary: dict[str, Any]) -> Axes:
        ax = Figure().add_subplot()
        draw(ax, summary)
        return ax

    def at(ax: Axes) -> dict[float, str]:
        return {
            float(tick): label.get_text()
            for tick, label in zip(ax.get_yticks(), ax.get_yticklabels(), strict=True)
        }

    ax = drawn(plots.draw_win_matrix, duel)
    assert [label.get_text() for label in ax.get_xticklabels()] == order
    for text in ax.texts:
        x, y = map(int, text.get_position())
        assert at(ax)[y] == order[y]
        assert text.get_text() == f"{100 * win_rates(duel)[order[y], order[x]]:.0f}"
    ax = drawn(plots.draw_elo, duel)
    spans = [line for line in ax.lines if len(line.get_xdata()) == 2]
    assert len(spans) == 3
    for span in spans:
        row = rows[at(ax)[float(span.get_ydata()[0])]]
        assert list(span.get_xdata()) == pytest.approx(row["elo_interval_95"])
    ax = drawn(plots.draw_categories, duel)
    _, names = ax.get_legend_handles_labels()
    for name, container in zip(names, ax.containers, strict=True):
        for bar in container:
            row = rows[at(ax)[round(bar.get_y() + bar.get_height() / 2, 6)]]
            assert bar.get_width() == pytest.approx(row["categories"][name])
    ax = drawn(plots.draw_rates, one)
    met = {match["opponent"]: match["win_rate"] for match in one["matches"]}
    for note in ax.texts:
        x, y = note.xy
        assert x == pytest.approx(100 * met[at(ax)[float(y)]])
    ax = drawn(plots.draw_seats, duel)
    (points, _, _) = ax.containers[0]
    assert list(points.get_ydata()) == pytest.approx(
        [100 * rate for rate in duel["seats"]["win_rate"]]
    )
    ax = drawn(plots.draw_endings, duel)
    for container in ax.containers:
        for bar in container:
            if bar.get_width() < 0:  # lost games lie left of zero
                row = rows[at(ax)[round(bar.get_y() + bar.get_height() / 2, 6)]]
                shares = [
                    -100 * counts["lost"] / row["games"] for counts in row["endings"].values()
                ]
                assert min(abs(bar.get_width() - share) for share in shares) < 1e-6


@pytest.mark.parametrize("which", WHICH)
def test_every_plot_shows_the_figures(which: str, summaries: dict[str, dict[str, Any]]) -> None:
    shown = dict(plots.plots_of(summaries[which]))
    ends = {"endings"} if which.startswith("duel") else set()
    first = "win rates" if "one" in which else "win matrix"
    assert set(shown) == {first, "Elo", "points by category", "seats"} | ends
    for what, draw in shown.items():
        ax = Figure().add_subplot()
        draw(ax, summaries[which])
        texts = {text.get_text() for text in ax.texts}
        rows = summaries[which]["agents"]
        if what == "Elo":
            assert texts == {f"{row['elo']:.0f}" for row in rows}
        elif what == "points by category":
            assert {f"{row['points']:.1f}" for row in rows} <= texts
            # the bars are the categories: their widths add up to the totals
            widths = sum(bar.get_width() for bar in ax.patches)
            sheets = [row["categories"] for row in rows]
            sheets += [summaries[which]["people"]["categories"]] if which == "table" else []
            assert widths == pytest.approx(sum(sheet["total"] for sheet in sheets), abs=0.05)
        elif what == "win matrix":
            met = summaries[which]["matches"]
            assert {f"{100 * match['win_rate']:.0f}" for match in met} <= texts
        elif what == "endings":
            played = [row["endings"].values() for row in rows]
            won = [100 * sum(c["won"] for c in e) / sum(map(sum, (c.values() for c in e)))
                   for e in played]  # fmt: skip
            right = sum(bar.get_width() for bar in ax.patches if bar.get_width() > 0)
            assert right == pytest.approx(sum(won))


def test_a_page_needs_no_other_file(summaries: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_report(path, "a <b> & c", [summaries["duel"], summaries["table"]])
    page = path.read_text()
    assert "a &lt;b&gt; &amp; c" in page
    assert not re.search(r'(src|href)="(?!#|data:)', page.replace("xlink:href", "href"))
    assert page.count("<svg") == 5 + 4
    for start in re.finditer("<svg", page):
        ET.fromstring(page[start.start() : page.index("</svg>", start.start()) + 6])
    for row in summaries["duel"]["agents"]:
        assert f"<td>{row['agent']}</td><td>{row['elo']:.0f}" in page
    assert "People: means of 4,504 games" in page
    assert "<td>people</td><td>5.6</td><td>3.6</td>" in page  # military, coins
    assert "Partial" not in page


def test_ids_of_plots_on_one_page_do_not_clash(
    summaries: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    """Two clip paths of one name: the second plot would be cut by the first one's frame."""
    path = tmp_path / "report.html"
    write_report(path, "title", [summaries["duel"]])
    ids: dict[str, set[str]] = {}
    for found in re.finditer(r'<clipPath id="(\w+)">(.*?)</clipPath>', path.read_text(), re.DOTALL):
        ids.setdefault(found[1], set()).add(found[2])
    assert ids and all(len(shapes) == 1 for shapes in ids.values())


def test_a_picture_has_a_row_for_each_two_plots(
    summaries: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    path = tmp_path / "report.png"
    write_report(path, "title", [summaries["duel"]])
    with Image.open(path) as image:
        pixels = np.asarray(image.convert("L"))
        assert image.width > 1000
    thirds = np.array_split(pixels, 3)
    assert all((third < 128).mean() > 0.001 for third in thirds)  # something is drawn in each


def test_a_partial_result_says_so(summaries: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    partial = summaries["duel"] | {"partial": True, "games_planned": 3000}
    write_report(path, "title", [partial])
    assert "Partial: stopped after 120 of 3,000 games" in path.read_text()
    nothing = {"partial": True, "matches": [], "agents": []}
    with pytest.raises(OptionError, match="no game was played"):
        write_report(path, "title", [nothing])


def test_labels_are_short_and_different() -> None:
    names = ["checkpoints/duel_quick", "greedy", "runs/a", "x/a+mcts:50"]
    assert list(report.labels(names).values()) == ["duel_quick", "greedy", "a", "a+mcts:50"]
    same = ["old/agent", "new/agent", "greedy"]
    assert list(report.labels(same).values()) == same
    deep = ["/a/b/x1/run", "/a/b/x2/run", "runs/z"]
    assert list(report.labels(deep).values()) == ["x1/run", "x2/run", "z"]
    assert list(report.labels(["run", "a/run"]).values()) == ["run", "a/run"]
