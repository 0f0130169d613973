"""The benchmark in brief: what is kept, and the document made of it."""

from pathlib import Path

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.benchmark import METHODS, Benchmark, chosen, run_benchmark
from graphdp_core.experiment.benchmark_stored import FILE, document, keep, read, summary
from graphdp_core.params import Refused

DOCUMENT = Path(gdp.__file__).parents[1] / "docs" / "benchmark.md"


@pytest.fixture(scope="module")
def done():
    methods = chosen(METHODS, ["Chung-Lu", "Top-m filter"], "method")
    return run_benchmark({"karate": gdp.load_graph("karate")}, methods, epsilons=[2.0], draws=2)


def test_what_is_kept_is_read_again(done, tmp_path):
    kept = keep(done, version=gdp.__version__, file=tmp_path / "stored" / "pgb.json")
    assert read(file=tmp_path / "stored" / "pgb.json") == kept
    assert kept["draws"] == {"Chung-Lu": 2, "Top-m filter": 2}
    assert kept["releases"] == 4
    means = {row[1]: row[3:] for row in kept["errors"]}
    table = done.table[(done.table["method"] == "Chung-Lu") & (done.table["query"] == "edges")]
    edges = means["Chung-Lu"][kept["queries"].index("edges")]
    assert edges == pytest.approx(table["error"].mean(), rel=1e-2)


def test_the_document_has_all_wins_and_all_queries(done, tmp_path):
    text = document(keep(done, version=gdp.__version__, file=tmp_path / "pgb.json"))
    assert "| Chung-Lu |" in text
    assert text.count("\n| Triangles |") == 1
    assert "4 releases, 2 draws each" in text


def test_what_is_not_private_takes_no_part(done):
    table = done.table.replace({"method": {"Chung-Lu": "2K as published, not private"}})
    found = summary(Benchmark(table, ()), version="0")
    assert set(found["wins"]) == {"Top-m filter"}
    assert "| 2K as published, not private |" in document(found)


def test_nothing_kept_is_said(tmp_path):
    with pytest.raises(Refused, match="graphdp benchmark pgb --keep"):
        read(file=tmp_path / "pgb.json")


@pytest.mark.skipif(not FILE.is_file(), reason="no run is stored")
def test_the_document_is_made_of_the_stored_run():
    assert DOCUMENT.read_text(encoding="utf-8") == document(read())
