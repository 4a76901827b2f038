"""Checkpoints: a folder that can be played without unpickling anything, and resumed exactly.

``policy.safetensors``, ``config.yaml`` and ``meta.json`` are all that playing needs;
``trainer.zip`` (JSON, arrays and safetensors) is for resuming. A checkpoint is written beside the
old one and takes its place by renaming, so that a kill at any moment leaves a whole one.
"""

from __future__ import annotations

import fcntl
import io
import json
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from safetensors.torch import save as save_tensors

from wonderzoo.errors import WonderzooError
from wonderzoo.game import Game
from wonderzoo.games import make_game
from wonderzoo_training.config import ConfigError, TrainConfig, dump_config, parse_config
from wonderzoo_training.network import NetworkAgent, PolicyNetwork
from wonderzoo_training.network_search import NetworkSearchOptions, SearchingNetworkAgent

FORMAT = "wonderzoo-checkpoint-1"
POLICY, CONFIG, META, TRAINER = "policy.safetensors", "config.yaml", "meta.json", "trainer.zip"
_OWN = (POLICY, CONFIG, META, TRAINER)


class CheckpointError(WonderzooError):
    """A checkpoint that is missing, damaged, or made for something else."""


def write_checkpoint(
    folder: Path,
    config: TrainConfig,
    network: PolicyNetwork,
    meta: dict[str, Any],
    trainer: bytes | None,
) -> None:
    """Write a checkpoint in the place of the one in ``folder``, all or nothing."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = folder.with_name(f"{folder.name}.tmp-{os.getpid()}")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    files = {
        POLICY: save_tensors({k: v.contiguous().cpu() for k, v in network.state_dict().items()}),
        CONFIG: dump_config(config).encode(),
        META: (json.dumps(meta, indent=2) + "\n").encode(),
    }
    if trainer is not None:
        files[TRAINER] = trainer
    for name, content in files.items():
        with open(fresh / name, "wb") as handle:
            handle.write(content)
            handle.flush()
            os.fsync(handle.fileno())
    previous = _previous(folder)
    shutil.rmtree(previous, ignore_errors=True)
    if folder.exists():
        for path in folder.iterdir():  # what a user has put there stays
            if path.name not in _OWN:
                path.rename(fresh / path.name)
        folder.rename(previous)
    fresh.rename(folder)
    shutil.rmtree(previous, ignore_errors=True)


def _previous(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.tmp-previous")


def recover(folder: Path) -> None:
    """Undo a kill between the two renames of `write_checkpoint`, and drop half-written folders.

    For the process that writes the checkpoint; who only reads uses `_whole`.
    """
    if not folder.exists() and _previous(folder).exists():
        _previous(folder).rename(folder)
    for leftover in folder.parent.glob(f"{folder.name}.tmp-*"):
        shutil.rmtree(leftover, ignore_errors=True)


def _whole(folder: Path) -> Path:
    """Where the checkpoint is to be read: for a moment, or after a kill, beside its place."""
    return _previous(folder) if not folder.exists() and _previous(folder).exists() else folder


def prepare(folder: Path) -> None:
    """Make sure that a run can write its checkpoint to ``folder``, before it begins."""
    recover(folder)
    if folder.exists() and not (folder.is_dir() and (folder / META).exists()):
        if not folder.is_dir() or any(folder.iterdir()):
            raise CheckpointError(f"{folder} is there and no checkpoint; choose another output")
    check_writable(folder.parent, "output")


def check_writable(folder: Path, key: str) -> None:
    """Make the folder if it is missing, and raise unless files can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise CheckpointError(
            f"cannot write to {folder} ({error.strerror}); choose another {key}"
        ) from None


def set_aside(folder: Path) -> Path | None:
    """Move an existing folder out of a new run's way; where it is now."""
    if not folder.exists():
        return None
    number = 1
    while (moved := folder.with_name(f"{folder.name}.old-{number}")).exists():
        number += 1
    folder.rename(moved)
    return moved


def _read(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except FileNotFoundError:
        raise CheckpointError(
            f"{folder} is no checkpoint: it has no {name}; train one with 'wonderzoo train'"
        ) from None
    except OSError as error:
        raise CheckpointError(f"cannot read {folder / name}: {error.strerror}") from None


def read_meta(folder: Path) -> dict[str, Any]:
    """``meta.json``, checked."""
    folder = _whole(folder)
    if not folder.is_dir():
        raise CheckpointError(
            f"there is no checkpoint {folder}; train one with 'wonderzoo train' or check the path"
        )
    content = _read(folder, META)
    try:
        meta = json.loads(content)
    except ValueError:
        raise CheckpointError(f"{folder / META} is damaged: not valid JSON") from None
    if not isinstance(meta, dict) or meta.get("format") != FORMAT:
        raise CheckpointError(f"{folder / META} is not of the format {FORMAT!r}")
    wanted = ("game", "options", "encoder", "steps", "finished")
    missing = [key for key in wanted if key not in meta]
    if missing:
        raise CheckpointError(f"{folder / META} is damaged: {missing[0]!r} is missing")
    return meta


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Let no two runs write the same checkpoint: a lock beside it, gone with the process."""
    lock = folder.absolute().parent / f".{folder.name}.lock"
    with open(lock, "w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CheckpointError(
                f"another run is writing {folder}; wait for it or choose another output"
            ) from None
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)


def read_config(folder: Path) -> TrainConfig:
    """``config.yaml``, checked."""
    folder = _whole(folder)
    try:
        text = _read(folder, CONFIG).decode()
        return parse_config(text, str(folder / CONFIG))
    except (ConfigError, UnicodeDecodeError) as error:
        raise CheckpointError(f"{folder / CONFIG} is damaged: {error}") from None


def load_network(folder: str | Path, game: Game | None = None) -> tuple[PolicyNetwork, TrainConfig]:
    """The network of a checkpoint, and its configuration.

    Raises:
        CheckpointError: missing, damaged, of another game than ``game``, or made for another
            layout of observations or actions than this version has.
    """
    folder = _whole(Path(folder))
    meta = read_meta(folder)
    config = read_config(folder)
    if (meta["game"], meta["encoder"]) != (config.game, config.encoder):
        raise CheckpointError(f"{folder} is damaged: {META} and {CONFIG} do not belong together")
    if game is not None and game.name != config.game:
        raise CheckpointError(f"{folder} plays {config.game}, not {game.name}")
    own = make_game(config.game, **config.options)
    check_layout(folder, meta, layout(own, config.encoder))
    network = PolicyNetwork(own, config.encoder, config.network.hidden)
    weights = _tensors(_read(folder, POLICY), folder / POLICY)
    try:
        network.load_state_dict(weights)
    except RuntimeError:
        raise CheckpointError(f"{folder / POLICY} does not fit the network of {CONFIG}") from None
    if not all(bool(torch.isfinite(value).all()) for value in weights.values()):
        raise CheckpointError(f"{folder / POLICY} is damaged: it holds values that are not finite")
    return network.eval(), config


def check_layout(folder: Path, meta: dict[str, Any], wanted: dict[str, str]) -> None:
    """Raise unless the checkpoint was made for the layouts that this version has."""
    for key, value in wanted.items():
        if meta.get(key) != value:
            raise CheckpointError(
                f"{folder} was made for another layout ({key} {meta.get(key)}, this version has "
                f"{value}); train it anew or use the version of wonderzoo that made it"
            )


def layout(game: Game, encoder: str) -> dict[str, str]:
    """What a policy depends on; kept in ``meta.json`` and compared when loading."""
    return {
        "encoder_layout": game.encoder(encoder).layout_hash,
        "actions_layout": game.actions_hash,
    }


def load_agent(folder: str | Path, game: Game, *, likeliest: bool = True) -> NetworkAgent:
    """A checkpoint as an agent that takes the likeliest action, or draws from its policy."""
    network, config = load_network(folder, game)
    return NetworkAgent(network, config.encoder, str(Path(folder)), likeliest=likeliest)


def load_searching_agent(
    folder: str | Path, game: Game, search: str, spec: str
) -> SearchingNetworkAgent:
    """A checkpoint as the guide of a tree search.

    Args:
        search: ``N`` or ``N,c=...`` (see `NetworkSearchOptions`).
        spec: the whole of what was given, for messages.
    """
    options = NetworkSearchOptions.parse(spec, search)
    network, config = load_network(folder, game)
    name = f"{Path(folder)}+mcts:{search}"
    return SearchingNetworkAgent(network, config.encoder, config.reward, options, name)


def _tensors(content: bytes, where: object) -> dict[str, torch.Tensor]:
    try:
        return load_tensors(content)
    except (SafetensorError, ValueError, KeyError):
        raise CheckpointError(f"{where} is damaged or truncated") from None


# --- trainer.zip: named JSON texts, arrays and tensors; nothing that runs code on loading ---


def pack(
    values: dict[str, Any], arrays: dict[str, np.ndarray], tensors: dict[str, torch.Tensor]
) -> bytes:
    """One zip file of a JSON text, arrays (``.npy``) and tensors (safetensors)."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("values.json", json.dumps(values))
        for name, array in arrays.items():
            content = io.BytesIO()
            np.save(content, array, allow_pickle=False)
            archive.writestr(f"arrays/{name}.npy", content.getvalue())
        contiguous = {k: v.detach().contiguous().cpu() for k, v in tensors.items()}
        archive.writestr("tensors.safetensors", save_tensors(contiguous))
    return buffer.getvalue()


def unpack(
    folder: Path,
) -> tuple[dict[str, Any], dict[str, np.ndarray], dict[str, torch.Tensor]]:
    """What `pack` put into a checkpoint's ``trainer.zip``."""
    path = folder / TRAINER
    if folder.is_dir() and not path.exists():
        raise CheckpointError(
            f"{folder} has no {TRAINER}: it can be played but not resumed; start a new run"
        )
    content = _read(folder, TRAINER)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            values = json.loads(archive.read("values.json"))
            arrays = {
                name.removeprefix("arrays/").removesuffix(".npy"): np.load(
                    io.BytesIO(archive.read(name)), allow_pickle=False
                )
                for name in archive.namelist()
                if name.startswith("arrays/")
            }
            tensors = _tensors(archive.read("tensors.safetensors"), path)
    except (zipfile.BadZipFile, zlib.error, ValueError, KeyError, EOFError):
        raise CheckpointError(f"{path} is damaged or truncated; resume from another one") from None
    return values, arrays, tensors
