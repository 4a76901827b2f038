"""The compilation cache: found again by the next process, never stale, out of a user's way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import wonderzoo

PACKAGE = Path(wonderzoo.__file__).parent

PLAY = """
import numba
from wonderzoo import make_game
from wonderzoo.batch import Batch
game = make_game("duel")
batch = Batch(game, 4, seed=1, encoder=None)
for _ in range(60):
    batch.step(batch.random_actions())
print(int(batch.states["coins"].sum()))
k = game.kernels
print(sum(len(f.stats.cache_misses) for f in (k.step, k.refresh, k.deal_many)))
print(repr(numba.config.CACHE_DIR))
"""


def run(code: str, package: Path, cache: Path, **extra: str) -> list[str]:
    env = os.environ | {"PYTHONPATH": str(package.parent), "WONDERZOO_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env | extra, capture_output=True, text=True, check=True
    )
    return [*done.stdout.splitlines(), done.stderr]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, list[str]]:
    """A copy of the package that has played once: its folder, its cache, what it printed."""
    folder = tmp_path_factory.mktemp("copy")
    package = folder / "wonderzoo"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    return package, folder / "cache", run(PLAY, package, folder / "cache")


def test_the_first_process_compiles_and_says_so_in_one_line(
    copied: tuple[Path, Path, list[str]],
) -> None:
    _, misses, _, stderr = copied[2]
    assert int(misses) == 3
    assert stderr.count("compiling") == 1
    assert stderr.count("\n") == 1


def test_the_next_process_compiles_nothing(copied: tuple[Path, Path, list[str]]) -> None:
    package, cache, first = copied
    played, misses, _, stderr = run(PLAY, package, cache)
    assert (played, misses, stderr) == (first[0], "0", "")


def test_an_edited_card_or_rule_can_not_run_old_code(
    copied: tuple[Path, Path, list[str]],
) -> None:
    """The edited file is not the file of any kernel that is called from outside."""
    package, cache, first = copied
    cards = package / "duel" / "cards.toml"
    original = cards.read_text()
    cards.write_text(original.replace("coins = 6", "coins = 60"))
    assert run(PLAY, package, cache)[0] != first[0]
    cards.write_text(original)
    rules = package / "duel" / "effects.py"
    original = rules.read_text()
    rules.write_text(original.replace("-= min(coins,", "-= 0 * min(coins,"))
    assert run(PLAY, package, cache)[0] != first[0]
    rules.write_text(original)
    assert run(PLAY, package, cache)[:2] == [first[0], "0"]


def test_numba_settings_are_left_alone(copied: tuple[Path, Path, list[str]]) -> None:
    package, cache, first = copied
    assert first[2] == "''"
    assert not list(package.rglob("*.nbi"))
    code = PLAY + (
        "import numpy as np\n"
        "@numba.njit(cache=False)\n"
        "def mine(x): return x + 1\n"
        "print(type(mine._cache).__name__)"
    )
    assert run(code, package, cache)[3] == "NullCache"


def test_a_cache_that_can_not_be_written_does_no_harm(
    copied: tuple[Path, Path, list[str]], tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert run(PLAY, copied[0], blocked)[0] == copied[2][0]


def test_old_versions_are_dropped(copied: tuple[Path, Path, list[str]]) -> None:
    package, cache, _ = copied
    for number in range(9):
        (cache / f"old{number}").mkdir()
    init = package / "__init__.py"
    original = init.read_text()
    init.write_text(original + "\n# edited\n")
    run("from wonderzoo.compiled import cache_folder; cache_folder()", package, cache)
    init.write_text(original)
    assert len(list(cache.iterdir())) == 5


def test_the_generator_is_splitmix64() -> None:
    """The first outputs for seed 1234567, as published with the algorithm."""
    from wonderzoo.rng import below, derive, mix, next_word

    record = np.zeros(1, dtype=np.dtype((np.record, [("rng", np.uint64)])))[0]
    record.rng = 1234567
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [int(next_word(record)) for _ in range(3)] == expected
    assert len({int(mix(np.uint64(i))) for i in range(1000)}) == 1000
    assert len({int(derive(np.uint64(5), i)) for i in range(1000)}) == 1000
    draws = [below(np.uint64(derive(np.uint64(9), i)), 7) for i in range(7000)]
    counts = np.bincount(draws, minlength=7)
    assert set(draws) == set(range(7))
    assert ((counts - 1000) ** 2 / 1000).sum() < 22.5  # chi-square, 6 degrees, p = 0.001


def test_the_package_needs_no_torch() -> None:
    code = (
        "import sys, wonderzoo, wonderzoo.duel_v0, wonderzoo.agents, wonderzoo.records\n"
        "heavy = {'torch', 'matplotlib', 'stable_baselines3', 'pygame', 'PIL', 'typer', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
