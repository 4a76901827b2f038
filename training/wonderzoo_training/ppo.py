"""PPO self-play: sb3-contrib's MaskablePPO on the native batch, against a league."""

from __future__ import annotations

import itertools
import platform
import signal
import threading
import time
from types import FrameType
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat
from stable_baselines3.common.utils import LinearSchedule, set_random_seed

import wonderzoo
from wonderzoo.adapters.sb3 import SB3VecEnv
from wonderzoo.agents.registry import make_agent
from wonderzoo.errors import WonderzooError
from wonderzoo.games import make_game
from wonderzoo.learner import LearnerBatch
from wonderzoo.learner_group import LearnerGroup
from wonderzoo.rng import derive
from wonderzoo_training import checkpoint, report
from wonderzoo_training.config import ConfigError, TrainConfig
from wonderzoo_training.evaluate import as_json, play_match
from wonderzoo_training.league import League
from wonderzoo_training.network import NetworkAgent, PolicyNetwork
from wonderzoo_training.policy import CompactRolloutBuffer, SelfPlayPolicy
from wonderzoo_training.resume import pack_trainer, restore_trainer

PARTS = ("environment", "opponents", "inference", "update", "evaluation and checkpoints")


class TimedVecEnv(SB3VecEnv):
    """Measures the time spent in the environment, and counts results by opponent."""

    def __init__(self, learner: LearnerBatch | LearnerGroup) -> None:
        super().__init__(learner)
        self.seconds = 0.0
        self.results: dict[str, list[float]] = {}  # opponent -> rewards since the last look

    def step_wait(self) -> Any:
        start = time.perf_counter()
        result = super().step_wait()
        learner = self.learner
        ended = np.flatnonzero(learner.dones)
        if len(ended):
            rewards, seats = learner.rewards, learner.final_seats
            assigned = learner.final_assigned
            for i in ended:
                for seat, other in enumerate(assigned[i]):
                    if seat != seats[i] and other >= 0:
                        name = learner.opponents[other].name.split()[0]
                        self.results.setdefault(name, []).append(float(rewards[i]))
        self.seconds += time.perf_counter() - start
        return result

    def env_method(self, *args: Any, **kwargs: Any) -> Any:
        start = time.perf_counter()
        result = super().env_method(*args, **kwargs)
        self.seconds += time.perf_counter() - start
        return result


class Trainer:
    """One training run: all that a checkpoint must hold, and the loop over updates."""

    def __init__(self, config: TrainConfig, console: Console | None = None) -> None:
        self.config = config
        self.console = console or Console()
        if config.threads:
            torch.set_num_threads(config.threads)
        self.games = config.games()
        self.game = self.games[0]
        self._evaluators = [make_agent(name, self.game) for name in config.evaluation.opponents]
        set_random_seed(config.seed)
        self.network = PolicyNetwork(self.game, config.encoder, config.network.hidden)
        self.network.to(_device(config.device))
        self.league = League(config.opponents, self.game, self.network, config.encoder, config.seed)
        self.learner = self._make_learner()
        self.env = TimedVecEnv(self.learner)
        self.model = _make_model(config, self.env, self.network)
        self.evaluations: list[dict[str, Any]] = []
        self.seconds = dict.fromkeys(PARTS, 0.0)
        self._stop_asked = False

    def _make_learner(self) -> LearnerBatch | LearnerGroup:
        """The games, shared out evenly among the table sizes."""
        config = self.config
        tables = len(self.games)
        parts = [
            LearnerBatch(
                game,
                config.num_games // tables + (number < config.num_games % tables),
                self.league.agents,
                weights=self.league.weights(),
                seed=int(derive(np.uint64(config.seed), number)),
                encoder=config.encoder,
                reward=config.reward,
            )
            for number, game in enumerate(self.games)
        ]
        return parts[0] if tables == 1 else LearnerGroup(parts)

    @property
    def steps(self) -> int:
        """Decisions of the learner so far."""
        return int(self.model.num_timesteps)

    # --- the loop ---

    def run(self, stop_at: int | None = None) -> dict[str, Any]:
        """Train until ``total_steps`` (or ``stop_at``), evaluate, and return the meta data.

        The first Ctrl-C stops after the update under way and saves; a second one stops at once.
        """
        config, model = self.config, self.model
        end = min(config.total_steps, stop_at or config.total_steps)
        outputs: list[KVWriter] = [TensorBoardOutputFormat(str(config.log_folder))]
        model.set_logger(Logger(str(config.log_folder), outputs))
        _, callback = model._setup_learn(config.total_steps, reset_num_timesteps=False)
        model._total_timesteps = config.total_steps
        next_checkpoint = self.steps + config.checkpoint_every
        next_evaluation = (self.steps // config.evaluation.every + 1) * config.evaluation.every
        handlers = self._catch_interrupts()
        try:
            with self._progress() as progress:
                task = progress.add_task(config.name, total=end, completed=self.steps, note="")
                while self.steps < end and not self._stop_asked:
                    self._update(callback)
                    progress.update(task, completed=min(self.steps, end), note=self._log())
                    if self.steps >= next_evaluation and self.steps < config.total_steps:
                        next_evaluation += config.evaluation.every
                        self._evaluate(config.evaluation.games)
                    if self.steps >= next_checkpoint:
                        next_checkpoint = self.steps + config.checkpoint_every
                        self.save()
            meta = self.save()
            finished = False
            if self.steps >= config.total_steps:
                rows = self._evaluate(config.evaluation.final_games)
                if rows:
                    title = f"{config.name} after {self.steps:,} steps"
                    report.show(self.console, [report.evaluation_table(rows, title)])
                    finished = True
                    meta = self.save(finished=True)
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
        self.console.print(report.time_table(self.seconds))
        verb = "finished" if finished else "stopped"
        resume = "" if finished else "; go on with the same command and --resume"
        self.console.print(
            f"\n{verb} at {self.steps:,} steps; the checkpoint is in {config.folder}{resume}",
            highlight=False,
            soft_wrap=True,
        )
        return meta | {"interrupted": self._stop_asked}

    def _update(self, callback: BaseCallback) -> None:
        """One rollout and one PPO update; times are booked by part."""
        model, config = self.model, self.config
        environment, opponents = self.env.seconds, self.learner.opponent_seconds
        start = time.perf_counter()
        model.collect_rollouts(self.env, callback, model.rollout_buffer, model.n_steps)
        collected = time.perf_counter()
        model._update_current_progress_remaining(self.steps, config.total_steps)
        model.train()
        environment = self.env.seconds - environment
        opponents = self.learner.opponent_seconds - opponents
        self.seconds["environment"] += environment - opponents
        self.seconds["opponents"] += opponents
        self.seconds["inference"] += collected - start - environment
        self.seconds["update"] += time.perf_counter() - collected
        if not bool(torch.isfinite(self.network.value.weight).all()):
            raise TrainingError(
                f"the weights are no longer finite at {self.steps:,} steps; the last checkpoint "
                f"in {config.folder} is sound: try a lower ppo.learning_rate"
            )
        if self.league.update(self.steps):
            self.learner.set_weights(self.league.weights())

    def _log(self) -> str:
        """Write TensorBoard's values; what the progress bar shows."""
        logger = self.model.logger
        notes = []
        for name, rewards in sorted(self.env.results.items()):
            logger.record(f"rollout/reward_against_{name}", float(np.mean(rewards)))
            notes.append(f"{name[:4]} {np.mean(rewards):+.1f}")
        self.env.results.clear()
        for part, value in self.seconds.items():
            logger.record(f"time/{part}", value)
        logger.dump(self.steps)
        return " ".join(notes)

    def _go_on(self, games: int) -> None:
        if self._stop_asked:
            raise _StopError

    def _evaluate(self, games: int) -> list[dict[str, Any]]:
        """Play the opponents of the configuration; nothing if a stop was asked meanwhile."""
        start = time.perf_counter()
        evaluation = self.config.evaluation
        agent = NetworkAgent(self.network, self.config.encoder, self.config.name, likeliest=True)
        rows = []
        for game, (name, opponent) in itertools.product(
            self.games, zip(evaluation.opponents, self._evaluators, strict=True)
        ):
            try:
                result = play_match(
                    game, agent, opponent, games, evaluation.seed, progress=self._go_on
                )
            except _StopError:
                return []
            rows.append(as_json(result, game.score_columns))
            table = f"{name}_{game.num_players}p" if len(self.games) > 1 else name
            self.model.logger.record(f"evaluation/win_rate_{table}", result.win_rate)
            points = float(result.points[:, 0].mean())
            self.model.logger.record(f"evaluation/points_{table}", points)
        self.model.logger.dump(self.steps)
        self.evaluations.append({"steps": self.steps, "matches": rows})
        wins = []
        for name in evaluation.opponents:
            rates = [f"{100 * r['win_rate']:.1f}" for r in rows if r["opponent"] == name]
            wins.append(f"{', '.join(rates)} % against {name}")
        tables = [str(game.num_players) for game in self.games]
        where = f" (tables of {', '.join(tables)})" if len(tables) > 1 else ""
        line = f"{self.steps:,} steps: wins {'; '.join(wins)}{where}"
        self.console.print(line, highlight=False, soft_wrap=True)
        self.seconds[PARTS[-1]] += time.perf_counter() - start
        return rows

    def _progress(self) -> Progress:
        return Progress(
            TextColumn("{task.percentage:3.0f} %"),
            BarColumn(bar_width=20),
            report.Speed("steps/s"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
            console=self.console,
            disable=not self.console.is_terminal,
        )

    def _catch_interrupts(self) -> dict[int, Any]:
        def handle(number: int, frame: FrameType | None) -> None:
            if self._stop_asked:
                raise KeyboardInterrupt
            self._stop_asked = True
            self.console.print("stopping after this update (again to stop at once) ...")

        if threading.current_thread() is not threading.main_thread():
            return {}  # signals can be caught in the main thread only
        return {n: signal.signal(n, handle) for n in (signal.SIGINT, signal.SIGTERM)}

    # --- saving and resuming ---

    def save(self, *, finished: bool = False) -> dict[str, Any]:
        """Write the checkpoint; return its meta data."""
        start = time.perf_counter()
        config = self.config
        meta = {
            "format": checkpoint.FORMAT,
            "game": config.game,
            "options": self.game.options,
            "encoder": config.encoder,
            **checkpoint.layout(self.game, config.encoder),
            "state_layout": self.game.state_hash,
            "steps": self.steps,
            "finished": finished,
            "seed": config.seed,
            "versions": {
                "wonderzoo": wonderzoo.__version__,
                "python": platform.python_version(),
                "torch": torch.__version__,
                "numpy": np.__version__,
            },
            "seconds": dict(self.seconds),
            "evaluations": list(self.evaluations),
        }
        checkpoint.write_checkpoint(config.folder, config, self.network, meta, pack_trainer(self))
        self.seconds[PARTS[-1]] += time.perf_counter() - start
        return meta


class TrainingError(WonderzooError):
    """A run that cannot go on."""


class _StopError(Exception):
    """A stop was asked in the middle of an evaluation."""


def _device(name: str) -> torch.device:
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError):
        raise ConfigError(f"device={name!r} is not to be had here; try device=cpu") from None
    return device


def _make_model(config: TrainConfig, env: SB3VecEnv, network: PolicyNetwork) -> MaskablePPO:
    ppo = config.ppo
    first, final = ppo.learning_rate, ppo.final_learning_rate
    if final is None:
        final = first
    return MaskablePPO(
        SelfPlayPolicy,
        env,
        learning_rate=LinearSchedule(first, final, 1.0),
        n_steps=ppo.rollout_steps,
        batch_size=ppo.batch_size,
        n_epochs=ppo.epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value,
        max_grad_norm=ppo.max_grad_norm,
        rollout_buffer_class=CompactRolloutBuffer,
        policy_kwargs={"network": network},
        device=config.device,
    )


# What the state of a run depends on; the rest may change when it is resumed.
_FIXED = ("game", "options", "table_sizes", "encoder", "reward", "seed", "num_games", "network")


def _check_same_run(config: TrainConfig, saved: TrainConfig, meta: dict[str, Any]) -> None:
    game = make_game(saved.game, **saved.options)
    wanted = checkpoint.layout(game, saved.encoder) | {"state_layout": game.state_hash}
    checkpoint.check_layout(config.folder, meta, wanted)
    different = [key for key in _FIXED if getattr(config, key) != getattr(saved, key)]
    if config.opponents.past_slots != saved.opponents.past_slots:
        different.append("opponents.past_slots")
    if list(config.opponents.scripted) != list(saved.opponents.scripted):
        different.append("opponents.scripted")
    if different:
        raise checkpoint.CheckpointError(
            f"cannot resume {config.folder}: it was trained with another {different[0]!r}; "
            f"use {config.folder / checkpoint.CONFIG}, or start a new run"
        )


def train(
    config: TrainConfig,
    *,
    resume: bool = False,
    stop_at: int | None = None,
    console: Console | None = None,
) -> dict[str, Any]:
    """Run a configuration from its start, or from where its checkpoint is.

    A checkpoint of an earlier run in the same folder is set aside, never overwritten.

    Returns:
        The meta data of the checkpoint written at the end.
    """
    console = console or Console()
    if not config.folder.name:
        raise checkpoint.CheckpointError(f"{config.folder} is no new folder; choose another output")
    checkpoint.check_writable(config.folder.parent, "output")
    checkpoint.check_writable(config.log_folder.parent, "log")
    with checkpoint.only_writer(config.folder):
        try:
            return _train(config, resume, stop_at, console)
        except RuntimeError as error:
            if "allocate" in str(error):  # torch's way to say so
                raise MemoryError from None
            raise


def _train(
    config: TrainConfig, resume: bool, stop_at: int | None, console: Console
) -> dict[str, Any]:
    if resume:
        checkpoint.recover(config.folder)
        meta = checkpoint.read_meta(config.folder)
        _check_same_run(config, checkpoint.read_config(config.folder), meta)
        trainer = Trainer(config, console)
        restore_trainer(trainer, config.folder)
        console.print(f"resuming {config.name} at {trainer.steps:,} steps", highlight=False)
        if meta["finished"] and trainer.steps >= config.total_steps:
            console.print("nothing to do: the run has reached its total_steps already")
            return meta | {"interrupted": False}
    else:
        checkpoint.prepare(config.folder)
        trainer = Trainer(config, console)
        for folder in (config.folder, config.log_folder):
            moved = checkpoint.set_aside(folder)
            if moved is not None:
                console.print(f"the earlier {folder} is now {moved}", highlight=False)
    parameters = sum(p.numel() for p in trainer.network.parameters())
    console.print(
        f"{trainer.game.title}: {config.num_games} games at once, "
        f"{parameters:,} weights, observations of {trainer.game.encoder(config.encoder).size} "
        f"numbers, {trainer.game.num_actions} actions",
        highlight=False,
    )
    return trainer.run(stop_at)
