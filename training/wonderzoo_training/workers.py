"""Playing the portions of many matches, over several processes if it takes long.

Who plays a portion changes nothing in it: the portions are fixed beforehand, every process plays
with one thread, and the results are put in the order of the plan.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from wonderzoo.agents.base import Agent
from wonderzoo.batch import Batch
from wonderzoo.errors import OptionError
from wonderzoo.game import Game
from wonderzoo_training.evaluate import MatchResult, play_games

_ALONE = 2.0  # seconds: what is done in this time needs no other process


@dataclass(frozen=True)
class Portion:
    """Some games of one match."""

    game: int  # index in the list of games
    agent: int  # index in the list of agents
    opponent: int
    numbers: np.ndarray  # of the games, see `play_games`


@dataclass
class Played:
    """The results of a plan's portions; None where one was not played."""

    results: list[MatchResult | None]
    interrupted: bool = False  # by Ctrl-C
    problem: str = ""  # why the rest could not be played


class _Table:
    """The games and agents, in the process that plays."""

    def __init__(self, games: Sequence[Game], agents: Sequence[Agent], seed: int) -> None:
        """Let every agent choose once: loading compiled code is no part of its speed."""
        self.games, self.agents, self.seed = games, agents, seed
        for game in games:
            first = Batch(game, 1, encoder=None).decisions(np.arange(1))
            for agent in agents:
                agent.act(first)

    def play(self, portion: Portion, progress: Callable[[int], None] | None = None) -> MatchResult:
        game = self.games[portion.game]
        agent, opponent = self.agents[portion.agent], self.agents[portion.opponent]
        return play_games(game, agent, opponent, portion.numbers, self.seed, progress=progress)


_table: _Table | Exception | None = None  # of a worker process


def _begin(path: str) -> None:
    """Start a worker with the games and agents that are pickled in a file of the parent's."""
    global _table
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    try:
        given = pickle.loads(Path(path).read_bytes())
        _one_thread()
        _table = _Table(*given)
    except Exception as error:  # raised where it can be told: with the first portion
        _table = error


def _end_with_the_parent() -> None:
    """A parent that is killed cannot end its workers, which would play on for nobody."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _one_thread() -> int:
    """Let torch, if it is here, use one thread; how many it had."""
    torch = sys.modules.get("torch")
    if torch is None:
        return 0
    before: int = torch.get_num_threads()
    torch.set_num_threads(1)
    return before


@contextlib.contextmanager
def _threads_as_before() -> Iterator[None]:
    before = _one_thread()
    try:
        yield
    finally:
        if before:
            sys.modules["torch"].set_num_threads(before)


def _work(portion: Portion) -> MatchResult:
    if isinstance(_table, Exception):
        raise _table
    assert _table is not None
    return _table.play(portion)


def play_portions(
    games: Sequence[Game],
    agents: Sequence[Agent],
    portions: Sequence[Portion],
    seed: int,
    *,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Played:
    """Play all portions; a Ctrl-C ends it, and what has been played is kept.

    Args:
        workers: processes; with more than one, ``agents`` must be picklable.
        progress: called with the number of games that have just ended.

    Raises:
        OptionError: ``workers`` is not positive, or an agent cannot be sent to another process.
        AgentError: an agent chose an illegal action.
    """
    if workers < 1:
        raise OptionError(f"workers={workers} is impossible; give at least 1")
    played = Played([None] * len(portions))
    try:
        with _threads_as_before():
            table = _Table(games, agents, seed)
            start = time.perf_counter()
            for number, portion in enumerate(portions):
                rest = range(number, len(portions))
                late = number > 0 and time.perf_counter() - start > _ALONE
                if late and workers > 1 and len(rest) > 1:
                    _play_elsewhere(table, portions, rest, workers, played, progress)
                    break
                played.results[number] = table.play(portion, progress)
    except KeyboardInterrupt:
        played.interrupted = True
    return played


def _play_elsewhere(
    table: _Table,
    portions: Sequence[Portion],
    rest: range,
    workers: int,
    played: Played,
    progress: Callable[[int], None] | None,
) -> None:
    try:
        pickled = pickle.dumps((table.games, table.agents, table.seed))
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise OptionError(
            f"an agent cannot be sent to another process ({error}); play with workers=1"
        ) from None
    others = set(multiprocessing.active_children())
    # A file, since a process that starts is not given more than a pipe holds before it reads; and
    # bytes, since torch would put tensors into shared memory.
    with tempfile.NamedTemporaryFile(prefix="wonderzoo-") as file:
        file.write(pickled)
        file.flush()
        pool = ProcessPoolExecutor(
            min(workers, len(rest)), multiprocessing.get_context("spawn"), _begin, (file.name,)
        )
        futures: dict[Future[MatchResult], int] = {}
        try:
            with _interrupts_held():  # the processes that start here never have any
                futures = {pool.submit(_work, portions[number]): number for number in rest}
            for future in as_completed(futures):
                played.results[futures[future]] = result = future.result()
                if progress is not None:
                    progress(result.games)
            pool.shutdown()
        except BrokenProcessPool:
            played.problem = "a worker process died (out of memory?); fewer workers need less"
        finally:
            for process in set(multiprocessing.active_children()) - others:
                process.kill()  # what it is playing would be thrown away
            pool.shutdown(wait=False, cancel_futures=True)
            for future, number in futures.items():
                if future.done() and not future.cancelled() and future.exception() is None:
                    played.results[number] = future.result()


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold back Ctrl-C for a moment; processes that start in it inherit that, for good."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
