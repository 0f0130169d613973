"""How the app is served: a demo, who may frame it, and the memory of its caches."""

import os

import pytest

from graphdp_core import serving
from graphdp_core.cli.commands import main
from graphdp_core.data import DATASETS, dataset, load_graph
from graphdp_core.experiment.cells import default_store_path
from graphdp_core.intake import GraphFileError
from pages.server.server import policy


def test_nothing_is_a_demo_that_does_not_say_so(monkeypatch):
    monkeypatch.delenv(serving.DEMO, raising=False)
    monkeypatch.delenv(serving.FRAMES, raising=False)
    assert not serving.is_demo()
    assert policy().endswith("; frame-ancestors 'self'")


def test_hosts_that_are_named_may_frame_the_app(monkeypatch):
    monkeypatch.setenv(serving.FRAMES, " https://example.org  *.example.net:8443 localhost")
    wanted = "; frame-ancestors 'self' https://example.org *.example.net:8443 localhost"
    assert policy().endswith(wanted)


@pytest.mark.parametrize(
    ("variable", "nonsense"),
    [
        (serving.DEMO, "yes"),
        (serving.FRAMES, "*"),
        (serving.FRAMES, "https://a.org;script-src"),
        (serving.FRAMES, "https://a.org,https://b.org"),
        (serving.FRAMES, "https://a.org/page"),
        (serving.FRAMES, "'none'"),
        (serving.FRAMES, "ftp://a.org"),
        (serving.MEMORY, "lots"),
        (serving.MEMORY, "-1GB"),
        (serving.MEMORY, "800"),
        (serving.MEMORY, "0.01GB"),
        (serving.MEMORY, "1e9MB"),
    ],
)
def test_nonsense_ends_the_start_in_one_line(monkeypatch, capsys, variable, nonsense):
    monkeypatch.setenv(variable, nonsense)
    assert main(["run"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"graphdp run: {variable} must ")
    assert said.count("\n") == 1
    assert nonsense.split()[-1] in said


@pytest.mark.parametrize(
    ("said", "size"), [("800MB", 800_000_000), (" 1.5 gb ", 1_500_000_000), ("", None)]
)
def test_a_size_is_read_as_people_write_it(monkeypatch, said, size):
    monkeypatch.setenv(serving.MEMORY, said)
    monkeypatch.delenv(serving.DEMO, raising=False)
    assert serving.memory_limit() == size


def test_a_demo_has_a_limit_that_who_runs_it_may_change(monkeypatch):
    monkeypatch.setenv(serving.DEMO, "1")
    monkeypatch.delenv(serving.MEMORY, raising=False)
    assert serving.memory_limit() == 800_000_000
    monkeypatch.setenv(serving.MEMORY, "300 MB")
    assert serving.memory_limit() == 300_000_000


def test_run_demo_says_so_to_the_app(monkeypatch):
    monkeypatch.setenv(serving.DEMO, "0")
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    seen = []
    monkeypatch.setattr(
        "runpy.run_module", lambda *words, **more: seen.append(os.environ[serving.DEMO])
    )
    monkeypatch.setattr("sys.argv", [])
    assert main(["run", "--demo"]) == 0
    assert seen == ["1"]


def test_a_demo_keeps_no_file_and_fetches_none(monkeypatch, tmp_path):
    monkeypatch.setenv(serving.DEMO, "1")
    monkeypatch.setenv("GRAPHDP_STORE", str(tmp_path / "cells.sqlite"))
    assert default_store_path() == ":memory:"
    for info in DATASETS:
        assert info.available() == info.bundled
        assert not info.can_be_fetched
    with pytest.raises(GraphFileError, match="not available"):
        load_graph("polblogs")
    with pytest.raises(GraphFileError, match="karate"):
        dataset("polblogs").fetch()
    assert list(tmp_path.iterdir()) == []
