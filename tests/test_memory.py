"""One budget for all caches: who counts, who gives way, and that nothing is lost by it."""

import gc

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core import memory, serving
from graphdp_core.experiment.cells import CELL_BYTES, Cell, CellKey, CellStore
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.memory import BUDGET, GONE, Box, Budget, share, size_of
from graphdp_core.stage import Stage
from pages.engine import scenario_cache
from pages.ground.background import ResultCache
from pages.ground.own_file import OwnFiles, Upload, UploadState
from pages.server.stages import Stages, name_of

PARTS = ("files", "stages", "cells", "computed")


@pytest.fixture
def budget(monkeypatch):
    """So little that of what is computed anew only the newest stays."""
    monkeypatch.setattr(BUDGET, "_most", 1.0)
    yield
    gc.collect()


def test_without_a_budget_nothing_is_counted(monkeypatch):
    monkeypatch.delenv(serving.MEMORY, raising=False)
    monkeypatch.delenv(serving.DEMO, raising=False)
    budget = Budget()
    boxes = [Box(np.zeros(1000), budget) for _ in range(10)]
    assert budget.total == 0
    assert all(box.look() is not GONE for box in boxes)
    assert all(share(part) == float("inf") for part in PARTS)


@pytest.mark.parametrize("demo", ["0", "1"])
def test_the_parts_make_up_the_whole(monkeypatch, demo):
    monkeypatch.setenv(serving.MEMORY, "1.5 GB")
    monkeypatch.setenv(serving.DEMO, demo)
    assert sum(map(share, PARTS)) == pytest.approx(1.5e9)
    assert all(share(part) > 0 for part in PARTS if part != "files")
    assert (share("files") == 0) == (demo == "1")


def test_what_was_used_longest_ago_gives_way():
    budget = Budget(most=10_500)
    first, second, third = (Box(bytes(3_000), budget) for _ in range(3))
    first.look()
    fourth = Box(bytes(3_000), budget)
    assert second.look() is GONE
    assert all(box.look() == bytes(3_000) for box in (first, third, fourth))
    second.fill(bytes(3_000))
    assert third.look() is not GONE or first.look() is not GONE
    assert budget.total <= 10_500


def test_who_goes_by_itself_is_counted_no_more():
    budget = Budget(most=1e6)
    boxes = [Box(bytes(3_000), budget) for _ in range(3)]
    before = budget.total
    del boxes[0]
    assert budget.total == pytest.approx(before * 2 / 3)
    boxes.clear()
    assert budget.total == 0


def test_a_size_is_that_of_the_arrays_in_it_each_counted_once():
    graph = gdp.generate("sbm", n=300, seed=0)
    one = size_of(graph)
    assert graph.edges.nbytes <= one < graph.edges.nbytes + 60_000
    assert size_of([graph] * 9) < one + 500
    names = tuple(str(number) for number in range(100_000))
    exact = sum(map(size_of, names))
    assert size_of(names) == pytest.approx(exact, rel=0.2)


def test_a_graph_cache_makes_again_what_was_taken_from_it(budget):
    cache, graph = GraphCache(size=5), gdp.load_graph("karate")
    made = []
    for key in ("a", "b", "a", "a"):
        cache.get(graph, key, lambda key=key: made.append(key) or bytes(500))
    assert made == ["a", "b", "a"]


def test_a_workshop_says_that_a_result_is_gone(budget):
    workshop = ResultCache()
    workshop._put("a", bytes(500))
    workshop._put("b", bytes(500))
    assert not workshop.has("a")
    assert workshop.get("a") is None
    assert workshop.get("b") == bytes(500)


def test_what_pages_have_computed_is_computed_again(budget):
    made = []
    for key in ("memory a", "memory b", "memory a", "memory a"):
        scenario_cache.get(key, lambda key=key: made.append(key) or bytes(500))
    assert made == ["memory a", "memory b", "memory a"]


def test_a_store_in_memory_lets_go_of_its_oldest_cells(monkeypatch):
    monkeypatch.setattr("graphdp_core.experiment.cells.share", lambda part: 3.0 * CELL_BYTES)
    store, keys = CellStore(), [CellKey("g", "m", "a", 1.0, 0, k, "1") for k in range(5)]
    for key in keys:
        store.put({key: Cell({"ari": 0.5})})
    assert store.missing(keys) == keys[:2]


def test_stages_and_own_files_keep_within_their_shares(monkeypatch):
    monkeypatch.setattr("pages.server.stages.share", lambda part: 1.0)
    monkeypatch.setattr("pages.ground.own_file.share", lambda part: 1.0)
    stages, files = Stages(), OwnFiles()
    for seed in range(2):
        stage = Stage(gdp.load_graph("karate"), gdp.mechanism("edge_flip"),
                      gdp.analysis("louvain"), seed=seed)  # fmt: skip
        stages.find(stages.open(stage), visitor="").make(name_of(3.0), lambda share, words="": None)
        files.keep("a secret", UploadState(Upload(f"{seed}.csv", b"1,2")))
    third = stages.open(Stage(gdp.load_graph("karate"), gdp.mechanism("edge_flip"),
                              gdp.analysis("louvain"), seed=2))  # fmt: skip
    assert list(stages._stages) == [third]
    assert [held.brought.name for held in files.of("a secret")] == ["1.csv"]


def test_the_shares_are_of_what_the_variable_says(monkeypatch):
    monkeypatch.setattr(memory, "memory_limit", lambda: 100)
    monkeypatch.setattr(memory, "is_demo", lambda: False)
    assert {part: share(part) for part in PARTS} == pytest.approx(
        {"files": 40, "stages": 10, "cells": 10, "computed": 40}
    )
