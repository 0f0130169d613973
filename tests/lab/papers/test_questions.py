"""Three studies of questions: measures on small graphs, and stored rows among each other."""

import math
import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.conclusions import QUESTIONS
from graphdp_core.experiment.count_errors import STOPS
from graphdp_core.experiment.opinion import STUDIED
from graphdp_core.experiment.recognition import recognition
from graphdp_core.lab.papers.questions import (
    ALL,
    LaterConclusions,
    LaterNames,
    LaterPlans,
    _told,
    standing_out,
)
from graphdp_core.lab.papers.stored import read

DOCS = Path(gdp.__file__).parents[1] / "docs"
PAGES = {LaterNames: "recognition", LaterConclusions: "conclusions", LaterPlans: "conclusions"}


@pytest.mark.parametrize("share", [0.0, 0.05, 0.3])
def test_who_stands_out_is_counted_pair_by_pair(share):
    graph = gdp.generate("erdos_renyi", n=40, p=0.2, seed=3)
    beside = [set(graph.adjacency()[[v]].indices.tolist()) for v in range(graph.n)]
    triangles = [
        sum(b in beside[a] for a, b in combinations(sorted(friends), 2)) for friends in beside
    ]
    out = 0
    for v in range(graph.n):
        near = [
            u for u in range(graph.n)
            if abs(len(beside[u]) - len(beside[v])) <= share * len(beside[v])
            and abs(triangles[u] - triangles[v]) <= share * triangles[v]
        ]  # fmt: skip
        out += near == [v]
    assert standing_out(graph, share) == out / graph.n


@pytest.fixture(scope="module")
def names(data_dir):
    return LaterNames(repeats=2, graphs=2).run().rows


@pytest.mark.long
def test_what_is_recognised_is_what_the_command_counts_and_names_off_keeps_all(names):
    karate = gdp.load_graph("karate")
    row = names[(names["graph"] == "karate") & (names["release"] == "names off")].iloc[0]
    count = recognition(karate, draws=2)
    assert row["unique"] == pytest.approx(count.unique["circle"], abs=1e-4)
    assert row["90% and ten names"] == pytest.approx(count["ties"].share, abs=1e-4)
    assert row["kept"] == 1.0
    flips = names[(names["graph"] == "karate") & (names["epsilon"] == 1.0)].iloc[0]
    assert flips["kept"] < 0.8
    assert flips["ties and triangles"] < 0.2 < row["ties and triangles"]


@pytest.mark.long
def test_the_last_row_of_a_release_is_the_mean_of_its_graphs(names):
    for rows in (names, read("later-names").table.rows):
        columns = ["unique", "90% and ten names", "kept"]
        is_mean = rows["graph"] == ALL
        means, said = (
            some.groupby(["release", "epsilon"], dropna=False)[columns].mean()
            for some in (rows[~is_mean], rows[is_mean])
        )
        assert said.index.equals(means.index)
        assert said.to_numpy() == pytest.approx(means.to_numpy(), abs=2e-4)


def test_an_officer_s_table_names_the_day_of_the_stored_study():
    assert read("later-names").date == STUDIED


def test_errors_of_a_question_follow_from_its_draws():
    draws = {
        e: [{"hubs": 1.0, "hubs_number": 0.5}, {"hubs": 0.0, "hubs_number": 0.9}] for e in STOPS[1:]
    }
    true, sampling, model, *rest = _told(draws, "hubs", 0.4, 0.02)
    same, number, off = rest[:6], rest[6:12], rest[12:]
    assert (true, sampling, model) == (0.4, 0.02, 0.3)
    assert math.isnan(same[0])
    assert math.isnan(number[0])
    assert same[1:] == [0.5] * 5
    assert number[1:] == [0.7] * 5
    assert off[1:] == [0.3] * 5, "the median of .1 and .5"


def test_conclusions_that_are_stored_have_one_truth_and_flips_no_model_error():
    rows = read("later-conclusions").table.rows
    assert set(rows["question"]) == {one.name for one in QUESTIONS}
    assert rows.groupby(["graph", "question"])["true"].nunique().max() == 1
    flips = rows[rows["release"] == "edgeFlip"]
    assert flips["model"].abs().max() <= 0.01
    model = rows["number at 20"] - rows["true"]
    assert np.allclose(rows["model"], model, atol=2e-3, equal_nan=True)
    practice = rows[rows["release"].str.startswith("k-anonymous")]
    assert practice["same at 1"].equals(practice["same at 20"]), "no epsilon is read"


@pytest.mark.long
def test_a_small_run_of_conclusions_says_which_rule_it_met():
    made = LaterConclusions(repeats=2, graphs=1)
    table = made.run()
    assert set(table.rows["graph"]) == {"karate"}
    assert len(table.rows) == 9 * 8
    assert table.notes[0].startswith("Not met by this run."), "one graph has one nearest model"


def test_a_width_by_a_public_law_is_met_to_the_digit():
    rows = read("later-plans").table.rows
    exact = rows[(rows["law"] == "exact") & rows["off"].notna()]
    assert len(exact) > 40
    assert exact["off"].abs().max() <= 0.1
    others = rows[rows["law"] == "by public graphs"]
    assert len(others) > 40
    assert others["inside"].mean() >= 0.9


@pytest.mark.parametrize("kind", PAGES, ids=lambda kind: kind.id)
def test_a_page_of_the_documents_has_the_tables_of_the_stored_run(kind):
    """What `graphdp reproduce ID --markdown` prints stands between its mark and the end's."""
    kept = read(kind.id)
    text = (DOCS / f"{PAGES[kind]}.md").read_text(encoding="utf-8")
    between = re.search(rf"<!-- {kind.id} -->\n(.*?)\n<!-- end -->", text, re.DOTALL)
    assert between
    assert between[1] == kind(**kept.parameters).markdown(kept.table.rows)
