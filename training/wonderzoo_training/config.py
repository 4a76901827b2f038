"""The configuration of a training run: a YAML file, checked key by key."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from wonderzoo.agents.registry import SCRIPTED
from wonderzoo.errors import WonderzooError
from wonderzoo.game import Game
from wonderzoo.games import make_game
from wonderzoo_training.yaml_values import load_yaml


class _StrictLoader(yaml.SafeLoader):
    """YAML in which a key can stand only once in a mapping."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if key in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key!r} stands twice", key_node.start_mark
                )
            seen.add(key)
        return super().construct_mapping(node, deep)


class ConfigError(WonderzooError):
    """A configuration with an unknown key, a wrong value, or no file."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Share = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1)]


Width = Annotated[int, Field(ge=1, le=65_536)]


class NetworkConfig(_Section):
    """The shape of the policy and value network."""

    hidden: tuple[Width, ...] = Field(
        (256, 256), min_length=1, max_length=32
    )  # units of the shared trunk's layers


class PPOConfig(_Section):
    """The parameters of PPO, named as in the paper (Schulman et al., 2017)."""

    rollout_steps: Count = 64  # decisions of each game between two updates
    batch_size: int = Field(4096, ge=2)
    epochs: Count = 2
    learning_rate: float = Field(5e-4, gt=0, allow_inf_nan=False)
    final_learning_rate: float | None = Field(None, gt=0)  # linear from one to the other
    gamma: float = Field(1.0, gt=0, le=1)
    gae_lambda: float = Field(0.95, ge=0, le=1)
    clip: float = Field(0.2, gt=0)
    entropy: float = Field(0.01, ge=0)
    value: float = Field(0.5, ge=0)
    max_grad_norm: float = Field(0.5, gt=0)


class OpponentsConfig(_Section):
    """Who plays the other seats: the share of games of each kind."""

    current: Share = 0.5  # the policy as it is now
    past: Share = 0.3  # earlier selves
    scripted: dict[str, Share] = Field(default_factory=lambda: {"greedy": 0.1, "random": 0.1})
    past_slots: Count = 4  # earlier selves kept at a time
    past_every: Count = 200_000  # steps between two of them

    @model_validator(mode="after")
    def _some_share(self) -> OpponentsConfig:
        unknown = [name for name in self.scripted if name not in SCRIPTED]
        if unknown:
            raise ValueError(
                f"there is no scripted agent {unknown[0]!r}; choose from {', '.join(SCRIPTED)}"
            )
        if self.current + self.past + sum(self.scripted.values()) <= 0:
            raise ValueError("all shares are 0; give at least one opponent a share")
        return self


class EvaluationConfig(_Section):
    """Games against fixed opponents, on the way and at the end."""

    every: Count = 500_000  # steps between two evaluations on the way
    games: Count = 200  # of each of them, rounded up to whole deals
    final_games: Count = 1000
    opponents: tuple[str, ...] = Field(("random", "greedy"), min_length=1)
    seed: int = Field(1_000_003, ge=0, lt=2**63)  # of the deals


class TrainConfig(_Section):
    """A whole training run."""

    name: str = Field(pattern=r"^[A-Za-z0-9_.-]+$")
    game: str = "duel"
    options: dict[str, Any] = Field(default_factory=dict)
    table_sizes: tuple[Count, ...] = ()  # train at tables of several sizes at once
    seed: int = Field(0, ge=0, lt=2**32)
    output: str = ""  # the checkpoint's folder; checkpoints/NAME if empty
    log: str = ""  # TensorBoard's folder; runs/NAME if empty
    total_steps: Count = 1_000_000  # decisions of the learner
    num_games: int = Field(512, ge=1, le=1_000_000)  # played at once
    encoder: str = "flat"
    reward: Literal["win", "rank", "score"] = "win"
    threads: int = Field(0, ge=0, le=1024)  # of torch; 0: as torch chooses
    device: str = "cpu"
    checkpoint_every: Count = 250_000  # steps
    network: NetworkConfig = NetworkConfig()
    ppo: PPOConfig = PPOConfig()
    opponents: OpponentsConfig = OpponentsConfig()
    evaluation: EvaluationConfig = EvaluationConfig()

    @model_validator(mode="after")
    def _game_fits(self) -> TrainConfig:
        for game in self.games():
            game.encoder(self.encoder)
        if len(set(self.table_sizes)) < len(self.table_sizes):
            raise ValueError("table_sizes holds a size twice")
        if self.table_sizes and "num_players" in self.options:
            raise ValueError("give table_sizes or options.num_players, not both")
        if len(self.table_sizes) > self.num_games:
            raise ValueError("num_games must be at least the number of table_sizes")
        # MaskablePPO normalises the advantages of each batch; those of a batch of 1 are NaN.
        if self.num_games * self.ppo.rollout_steps % self.ppo.batch_size == 1:
            raise ValueError(
                "num_games * ppo.rollout_steps leaves a last batch of 1; change ppo.batch_size"
            )
        if self.num_games * self.ppo.rollout_steps < 2:
            raise ValueError("num_games * ppo.rollout_steps must be at least 2")
        return self

    def games(self) -> list[Game]:
        """The game at each of the table sizes; one if none are given."""
        if not self.table_sizes:
            return [make_game(self.game, **self.options)]
        return [
            make_game(self.game, **(self.options | {"num_players": size}))
            for size in self.table_sizes
        ]

    @property
    def folder(self) -> Path:
        return Path(self.output or f"checkpoints/{self.name}")

    @property
    def log_folder(self) -> Path:
        return Path(self.log or f"runs/{self.name}")


def load_config(path: str | Path, overrides: Sequence[str] = ()) -> TrainConfig:
    """Read a YAML file and ``key=value`` overrides (``ppo.epochs=3``).

    Raises:
        ConfigError: in one line, what is wrong and what would be right.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise ConfigError(f"cannot read the configuration {path}: {reason}") from None
    return parse_config(text, str(path), overrides)


def parse_config(text: str, source: str, overrides: Sequence[str] = ()) -> TrainConfig:
    """As `load_config`, from the text of the file."""
    try:
        data = load_yaml(text, _StrictLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f" line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or "cannot be parsed"
        raise ConfigError(f"{source}{line}: not valid YAML: {problem}") from None
    if not isinstance(data, dict):
        raise ConfigError(f"{source}: not a configuration; it must be a mapping of keys to values")
    for override in overrides:
        _override(data, override)
    try:
        return TrainConfig.model_validate(data)
    except ValidationError as error:
        raise ConfigError(f"{source}: {_explain(error)}") from None


def dump_config(config: TrainConfig) -> str:
    """The whole configuration as YAML, defaults included."""
    text: str = yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False)
    return text


def _override(data: dict[str, Any], override: str) -> None:
    key, equals, value = override.partition("=")
    if not equals or not key:
        raise ConfigError(f"{override!r} is no override; write key=value, for example ppo.epochs=3")
    *sections, last = key.split(".")
    for section in sections:
        data = data.setdefault(section, {})
        if not isinstance(data, dict):
            raise ConfigError(f"{override!r}: {section!r} is no section of the configuration")
    try:
        data[last] = load_yaml(value)
    except yaml.YAMLError:
        raise ConfigError(f"{override!r}: the value is not valid YAML") from None


def _explain(error: ValidationError) -> str:
    """The first problem in one line, with the nearest known key for an unknown one."""
    problem = error.errors()[0]
    where = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        section: Any = TrainConfig
        for part in problem["loc"][:-1]:
            section = section.model_fields[part].annotation
        known = list(section.model_fields)
        close = difflib.get_close_matches(str(problem["loc"][-1]), known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"known keys: {', '.join(known)}"
        return f"unknown key {where!r}; {hint}"
    message = problem["msg"].removeprefix("Value error, ")
    if problem["type"] == "missing":
        return f"the key {where!r} is missing"
    if isinstance(problem["input"], dict) or not where:
        return f"{where}: {message}" if where else message
    return f"{where}={problem['input']!r} is impossible: {message[0].lower()}{message[1:]}"
