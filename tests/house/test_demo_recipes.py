"""The recipes for a demo say what the app reads, and what the container file does."""

import itertools
import re
import shlex
import tomllib
from pathlib import Path

import pytest
import yaml

from graphdp_core import serving

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "demo.md").read_text(encoding="utf-8")
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
VARIABLES = {serving.DEMO, serving.FRAMES, serving.MEMORY}


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.M | re.S)


def assignments():
    """By recipe, the variables that it sets."""
    words = shlex.split(blocks("sh")[0].replace("\\\n", " "))
    run = [after for word, after in itertools.pairwise(words) if word == "--env"]
    space = blocks("sh")[1].split()
    return {
        "container": dict(word.split("=", 1) for word in run),
        "space": dict(word.split("=", 1) for word in space),
        "cloud": tomllib.loads(blocks("toml")[0]),
    }


@pytest.mark.parametrize("recipe", ["container", "space", "cloud"])
def test_every_recipe_is_a_demo_that_starts(monkeypatch, recipe):
    said = assignments()[recipe]
    assert said.keys() <= VARIABLES
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    serving.check()
    assert serving.is_demo()


def test_the_table_names_every_variable_and_examples_that_hold(monkeypatch):
    rows = re.findall(r"^\| `(GRAPHDP_\w+)` \| (.*?) \|", TEXT, re.M)
    assert {name for name, _ in rows} == VARIABLES
    for name, said in rows:
        for value in re.findall(r"`([^`-]+)`", said):
            monkeypatch.setenv(name, value)
            serving.check()


def test_a_space_asks_at_the_port_where_the_container_listens():
    front = yaml.safe_load(blocks("yaml")[0].strip().strip("-"))
    assert front["sdk"] == "docker"
    assert str(front["app_port"]) in re.findall(r"^EXPOSE (\d+)$", CONTAINER, re.M)
    assert f"--server.port {front['app_port']}" in CONTAINER


def test_the_container_is_run_as_it_says_itself():
    said = re.search(r"^#   podman run (.*?)^# E", CONTAINER, re.M | re.S)[1]
    options = set(re.findall(r"--[\w-]+(?: [\w:./-]+)?", said.replace("\n#", " ")))
    assert options <= set(re.findall(r"--[\w-]+(?: [\w:./-]+)?", blocks("sh")[0]))
