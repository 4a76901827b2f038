"""Configurations: every wrong key or value is one clear line."""

from __future__ import annotations

from pathlib import Path

import pytest

from wonderzoo_training.config import ConfigError, dump_config, load_config, parse_config

CONFIGS = sorted((Path(__file__).parents[2] / "configs").glob("*.yaml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_shipped_configurations_are_valid(path: Path) -> None:
    config = load_config(path)
    assert config.name == path.stem
    assert parse_config(dump_config(config), "dumped") == config


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: x\nlerning_rate: 1", "unknown key 'lerning_rate'"),
        ("name: x\nppo: {lerning_rate: 1}", "'ppo.lerning_rate'; did you mean 'learning_rate'"),
        ("name: x\nppo: {epochs: 0}", "ppo.epochs=0 is impossible: input should be greater than"),
        ("name: x\nppo: {epochs: many}", "ppo.epochs='many' is impossible"),
        ("name: x\nppo: {learning_rate: .nan}", "ppo.learning_rate=nan is impossible"),
        ("name: x\nppo: 3", "ppo=3 is impossible"),
        ("name: a/b", "name='a/b' is impossible"),
        ("game: duel", "the key 'name' is missing"),
        ("name: x\ngame: chess", "no game 'chess'"),
        ("name: x\noptions: {tied_start: never}", "tied_start='never'"),
        ("name: x\noptions: {tide: 1}", "no option 'tide'"),
        ("name: x\nencoder: pixels", "no encoder 'pixels'"),
        ("name: x\nopponents: {scripted: {genius: 1}}", "no scripted agent 'genius'"),
        ("name: x\nopponents: {current: 0, past: 0, scripted: {}}", "all shares are 0"),
        ("name: x\nopponents: {current: -1}", "opponents.current=-1 is impossible"),
        ("name: x\nevaluation: {final_games: 0}", "evaluation.final_games=0 is impossible"),
        ("name: x\ntable_sizes: [3]", "no option 'num_players'"),
        ("name: x\ngame: seven_wonders\ntable_sizes: [8]", "num_players=8 is impossible"),
        ("name: [", "not valid YAML"),
        ("name: a\nname: b", "the key 'name' stands twice"),
        ("name: x\nnum_games: 13\nppo: {rollout_steps: 5, batch_size: 64}", "last batch of 1"),
        ("name: x\nevaluation: {seed: 18446744073709551616}", "evaluation.seed="),
        ("- 1", "must be a mapping"),
        ("", "must be a mapping"),
    ],
)
def test_what_is_wrong_is_named_in_one_line(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(text, "file.yaml")
    assert message in str(caught.value)
    assert str(caught.value).startswith("file.yaml")
    assert "\n" not in str(caught.value)


def test_overrides() -> None:
    config = parse_config("name: x", "x", ["ppo.epochs=7", "network.hidden=[8, 8]", "game=duel"])
    assert config.ppo.epochs == 7
    assert config.network.hidden == (8, 8)
    for wrong in ("epochs", "=3", "name.x=3", "ppo.epochs=["):
        with pytest.raises(ConfigError):
            parse_config("name: x", "x", [wrong])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        load_config(tmp_path / "none.yaml")
    (tmp_path / "binary.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not text"):
        load_config(tmp_path / "binary.yaml")
    with pytest.raises(ConfigError, match="directory"):
        load_config(tmp_path)
