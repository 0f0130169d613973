"""The page made of the stored benchmark: its tables, its winners, and what takes no part."""

from pathlib import Path

import pandas as pd
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.graph_queries import QUERIES
from graphdp_core.lab.benchmark.document import document, tables
from graphdp_core.lab.benchmark.run import Benchmark
from graphdp_core.lab.benchmark.stored import FILE, Kept, read, summary

DOCS = Path(gdp.__file__).parents[1] / "docs"
UNPROVED = "2K as published, not private"


@pytest.fixture(scope="module")
def kept() -> Kept:
    rows = [
        ("ca-astroph", method, epsilon, draw, query, error + 0.1 * draw)
        for method, error in (("Private BTER", 0.2), ("Top-m filter", 0.6), (UNPROVED, 0.1))
        for epsilon in (0.5, 1.0)
        for draw in (0, 1)
        for query in QUERIES
    ]
    columns = ["graph", "method", "epsilon", "draw", "query", "error"]
    refused = tuple(("ca-astroph", "Chung-Lu", epsilon, "no.") for epsilon in (1.0, 0.5))
    return summary(Benchmark(pd.DataFrame(rows, columns=columns), refused), version="0")


def test_what_is_proved_wins_and_what_is_not_is_shown_and_never_wins(kept):
    text = document(kept)
    assert "| Private BTER | 14 | 14 |" in text
    assert "| Average clustering | Private BTER: 0.25 |" in text
    assert f"| {UNPROVED} | 14" not in text
    assert "as published: not differentially private" in text
    assert f"| {UNPROVED} | 0.15 ± 0.07 |" in tables(kept)


def test_every_query_has_a_table_and_a_refusal_one_line(kept):
    text = tables(kept)
    assert "Private BTER is off by 0.25, the next private method, Top-m filter, by 0.65" in text
    assert all(f"| {title} | ε = 0.5 | ε = 1 |" in text for title in list(QUERIES.values())[1:])
    assert "- Chung-Lu on ca-astroph at ε = 0.5, 1: no." in text
    assert "12 releases with 2 draws each" in document(kept)


@pytest.mark.long
@pytest.mark.skipif(not FILE.is_file(), reason="no run is stored")
def test_both_pages_are_made_of_the_stored_run():
    assert (DOCS / "benchmark.md").read_text(encoding="utf-8") == document(read())
    assert (DOCS / "benchmark_tables.md").read_text(encoding="utf-8") == tables(read())
