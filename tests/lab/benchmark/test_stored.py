"""The benchmark in brief: what is kept, and how runs are put together."""

import pytest

import graphdp_core as gdp
from graphdp_core.lab.benchmark.run import METHODS, Benchmark, chosen, run_benchmark
from graphdp_core.lab.benchmark.stored import as_plain, from_plain, is_private, keep, read, summary
from graphdp_core.params import Refused


@pytest.fixture(scope="module")
def done():
    methods = chosen(METHODS, ["Chung-Lu", "Top-m filter"], "method")
    return run_benchmark({"karate": gdp.load_graph("karate")}, methods, epsilons=[2.0], draws=3)


def cell(kept, method, query):
    """Mean error and spread."""
    return kept.table.set_index(["method", "query"]).loc[(method, query), ["error", "spread"]]


def test_what_is_kept_are_means_and_spreads(done, tmp_path):
    kept = keep(done, version=gdp.__version__, file=tmp_path / "stored" / "pgb.json")
    # nan is no value of its own: what is written again is the same text.
    assert as_plain(read(file=tmp_path / "stored" / "pgb.json")) == as_plain(kept)
    assert kept.draws["draws"].tolist() == [3, 3]
    assert (kept.methods, kept.epsilons) == (("Top-m filter", "Chung-Lu"), (2.0,))
    table = done.table[(done.table["method"] == "Chung-Lu") & (done.table["query"] == "edges")]
    error, spread = cell(kept, "Chung-Lu", "edges")
    assert error == pytest.approx(table["error"].mean(), rel=1e-2)
    assert spread == pytest.approx(table["error"].std(), rel=1e-2)


def test_a_query_without_a_value_is_nan(done):
    table = done.table.assign(error=done.table["error"].where(done.table["query"] != "diameter"))
    kept = from_plain(as_plain(summary(Benchmark(table), version="0")))
    assert kept.table["error"].isna().tolist() == (kept.table["query"] == "diameter").tolist()


def test_a_second_run_takes_the_place_of_what_it_measured_again(done, tmp_path):
    file = tmp_path / "pgb.json"
    renamed = done.table.replace({"graph": {"karate": "wiki-vote"}})
    refusal = ("wiki-vote", "1K series", 2.0, "too large.")
    keep(Benchmark(renamed, (refusal,)), version="1", file=file)
    again = renamed[renamed["method"] == "Chung-Lu"]
    again = again[again["draw"] < 2].assign(error=0.5)
    kept = keep(Benchmark(again), version="2", file=file)
    drawn = kept.draws[["method", "draws"]].itertuples(index=False, name=None)
    assert list(drawn) == [("Top-m filter", 3), ("Chung-Lu", 2)]
    assert cell(kept, "Chung-Lu", "edges")["error"] == 0.5
    assert kept.refused == (refusal,)
    assert kept.version == "2"


def test_what_the_benchmark_no_longer_has_is_dropped(done, tmp_path):
    file = tmp_path / "pgb.json"
    keep(done, version="1", file=file)  # karate is no graph of the benchmark
    other = done.table.replace({"graph": {"karate": "wiki-vote"}})
    assert keep(Benchmark(other), version="2", file=file).graphs == ("wiki-vote",)


def test_only_what_is_proved_counts_as_private(done):
    assert is_private("Private BTER")
    assert not is_private("2K as published, not private")


def test_nothing_kept_is_said(tmp_path):
    with pytest.raises(Refused, match="graphdp benchmark pgb --keep"):
        read(file=tmp_path / "pgb.json")
