"""README and docs say what is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.seven_wonders.play import RULINGS
from wonderzoo import GAMES, make_game
from wonderzoo.agents import make_agent
from wonderzoo.layouts import markdown
from wonderzoo_training.ratings import ladders
from wonderzoo_training.tournament import one_against_others, play_tournaments, summary

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
SAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("number", range(len(SAMPLES)))
def test_a_sample_of_the_readme_runs(number: int) -> None:
    exec(compile(SAMPLES[number], f"README sample {number}", "exec"), {})


def test_the_sample_of_evaluation_runs() -> None:
    (sample,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs" / "evaluation.md").read_text(), re.DOTALL
    )
    exec(compile(sample, "sample of evaluation.md", "exec"), {"__name__": "sample"})


def test_there_is_a_short_sample_of_each_interface() -> None:
    assert len(SAMPLES) == 4
    assert all(len(sample.strip().splitlines()) <= 15 for sample in SAMPLES)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_is_that_of_the_code(name: str) -> None:
    assert (ROOT / "docs" / f"{name}.md").read_text() == markdown(make_game(name))


def test_the_page_of_rulings_names_tests_and_options_that_exist() -> None:
    page = (ROOT / "docs" / "rulings.md").read_text()
    sources = (ROOT / "tests" / "seven_wonders").glob("test_*.py")
    tests = set(
        re.findall(r"^def (test_\w+)", "\n".join(map(Path.read_text, sources)), re.MULTILINE)
    )
    named = set(re.findall(r"`(test_\w+)`", page))
    assert len(named) > 10 and named <= tests
    game = make_game("seven_wonders")
    options = re.findall(r'`(\w+)="([\w ]+)"`', page)
    assert options and all(value in game.option_values[name] for name, value in options)
    assert "`seventh_participates=false`" in page
    for name in RULINGS:
        assert f"`{game.option_values[name][0]}`" in page  # the default


def test_the_page_of_rulings_names_the_unsettled_values() -> None:
    page = (ROOT / "docs" / "rulings.md").read_text()
    rows = re.findall(r"^\| ([\w ]+) \| [^|]+ \| (\w+) \| (\w+) \|$", page, re.MULTILINE)
    rows = [row for row in rows if row[1] != "default" and "ruling" not in row[0]]
    data = tomllib.loads((ROOT / "envs/wonderzoo/seven_wonders/edifices.toml").read_text())
    unsettled = {row["name"] for row in data["edifice"] if "unsettled" in row}
    assert {row[0] for row in rows} == unsettled
    for name, default, other in rows:
        (edifice,) = (row for row in data["edifice"] if row["name"] == name)
        assert re.search(rf"\b{other}\b", str(edifice["unsettled"]))
        assert re.search(rf"\b{default}\b", str({k: v for k, v in edifice.items()
                                                   if k in edifice["unsettled"]}))  # fmt: skip


def test_the_tables_of_the_readme_are_those_of_the_code() -> None:
    game = make_game("duel")
    first = 0
    for _, size, _ in game.action_blocks:
        last = first + size - 1
        assert re.search(rf"^\| {first}( - {last}|, {last})? \|", README, re.MULTILINE)
        first += size
    at = 0
    for block in game.encoder("flat").blocks:
        assert f"| {at} - {at + block.size - 1} |" in README
        at += block.size


def test_every_command_of_the_readme_exists() -> None:
    from typer.main import get_command

    from wonderzoo_training.cli import app

    named = set(re.findall(r"^wonderzoo (\w+)", README, re.MULTILINE))
    assert named == set(get_command(app).commands)  # type: ignore[attr-defined]


def test_nothing_names_a_place_outside_the_repository() -> None:
    absolute = re.compile(r"(?<![\w.])/(work|home|root|tmp|usr)/")
    for path in ROOT.rglob("*"):
        if path.suffix in {".py", ".md", ".toml", ".yaml", ".txt"} and ".venv" not in path.parts:
            found = absolute.search(path.read_text())
            assert found is None or path.name == Path(__file__).name, path


def test_the_page_of_evaluation_names_the_keys_of_the_json() -> None:
    page = (ROOT / "docs" / "evaluation.md").read_text().partition("## The JSON")[2]
    game = make_game("duel")
    agents = [make_agent(name, game) for name in ("random", "greedy")]
    (result,) = play_tournaments([game], agents, 10, 0, pairs=lambda _: one_against_others(2, 2))
    table = summary(result)
    keys = set(table) | set(table["agents"][0]) | set(table["matches"][0]) | set(table["seats"])
    named = set(re.findall(r"`([a-z][a-z_0-9]*)`", page))
    assert keys <= named
    assert named - keys == {"tournament", "evaluate", "tables", "null", "act", "name"}


def test_the_page_of_opponents_has_the_ladder() -> None:
    page = (ROOT / "docs" / "opponents.md").read_text()
    rows = re.findall(r"^\| `([\w:]+)` \|((?: +[\d -]* +\|)+)$", page, re.MULTILINE)
    shown = {name: [cell.strip() for cell in cells.split("|")[:-1]] for name, cells in rows}
    for column, ladder in enumerate(ladders()):
        for name, rung in ladder.rungs.items():
            assert shown[name][column] == f"{rung.elo:.0f}", (ladder.game, name)
