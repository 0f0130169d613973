"""Expected errors of counts: against releases, and the published figures on ego-Facebook."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import graphdp_core as gdp
from graphdp_core.experiment import count_errors
from graphdp_core.experiment.count_errors import expected_errors, flip_deviation
from graphdp_core.graphs.graph import Graph

KARATE = gdp.load_graph("karate")
WAYS = {"Global sensitivity": "global", "Ladder": "ladder", "Smooth sensitivity": "smooth"}


@pytest.mark.sample
@pytest.mark.parametrize(("count", "k"), [("triangles", 2), ("stars", 3), ("k_triangles", 2)])
def test_expected_errors_are_those_of_releases(count, k):
    """Means of 600 draws; each fails with probability below 1e-6 but for the heavy tail of t."""
    expected = expected_errors(KARATE, count, k, np.array([0.5]))
    true = gdp.analysis("subgraph_counts", count=count, k=k).run(KARATE, rng=None).values[0]
    for way, noise in WAYS.items():
        made = gdp.mechanism("private_count", count=count, k=k, noise=noise)
        rng = np.random.default_rng(1)
        drawn = [made.release(KARATE, epsilon=0.5, rng=rng).values[0] for _ in range(600)]
        errors = np.abs(np.array(drawn) - true) / true
        spread = errors.std() / 600**0.5
        assert abs(errors.mean() - expected[way][0]) < 5 * spread + 0.02 * expected[way][0]


@pytest.mark.parametrize("count", ["edges", "triangles", "stars"])
def test_corrected_counts_of_flipped_graphs_are_unbiased_with_the_known_spread(count):
    """1,000 releases: mean within 5 standard errors, deviation within 15%."""
    analysis = gdp.analysis("subgraph_counts", count=count)
    flip, rng = gdp.mechanism("edge_flip"), np.random.default_rng(3)
    values = np.array(
        [
            analysis.run(flip.release(KARATE, epsilon=2.0, rng=rng), rng=rng).values[0]
            for _ in range(1_000)
        ]
    )
    deviation = flip_deviation(KARATE, count, 2, 2.0)
    true = analysis.run(KARATE, rng=rng).values[0]
    assert abs(values.mean() - true) < 5 * deviation / 1_000**0.5
    assert values.std() == pytest.approx(deviation, rel=0.15)


def test_nothing_counted_has_no_error():
    assert expected_errors(Graph.from_edges(5, []), "triangles", 2, np.array([1.0])) == {}


@pytest.mark.long
def test_the_table_of_ego_facebook(data_dir):
    """Mean relative errors at epsilon .1, .5 and 1; what a benchmark prints is below 1e-4."""
    graph = gdp.load_graph("ego-facebook")
    values = expected_errors(graph, "triangles", 2, np.array([0.1, 0.5, 1.0]))
    assert values["Ladder"] == pytest.approx([0.0041, 0.00075, 0.00038], rel=0.02)
    assert values["Smooth sensitivity"] == pytest.approx([0.0026, 0.00051, 0.00026], rel=0.02)
    assert values["Global sensitivity"] == pytest.approx([0.025, 0.005, 0.0025], rel=0.02)


ROWS = pd.DataFrame(
    [("small", 30, "1K series", "Epidemic", 0.4, 0.04, 0.5, 0.1),
     ("middle", 100, "1K series", "Epidemic", 0.4, -0.02, 1.0, 0.02),
     ("large", 1000, "1K series", "Epidemic", 0.4, 0.0, 1.0, 0.04),
     ("huge", 9000, "1K series", "Epidemic", 0.4, 0.4, 1.0, 0.4),
     ("small", 30, "edgeFlip", "Epidemic", 0.4, 0.0, 0.25, 0.2)],
    columns=["graph", "n", "release", "question", "true", "model", "same at 4", "off at 4"],
)  # fmt: skip


@pytest.fixture
def kept(monkeypatch):
    monkeypatch.setattr(count_errors, "measured", lambda: ROWS)
    monkeypatch.setattr(count_errors, "dataset", lambda id: SimpleNamespace(title=id.title()))


def test_the_models_error_is_told_of_the_public_graphs_nearest_in_size(kept):
    """Nothing but the number of nodes is asked for: the huge graph's error is left out."""
    assert count_errors.model_sentence(gdp.mechanism("dk_series"), 60, 3.5) == (
        "On the 3 public graphs nearest in number of nodes (Small, Middle, Large) an epidemic "
        "reaches from 2% fewer to 4% more of all nodes at ε = 20: that is the model; at ε = 4, "
        "with its noise, it is off by 2% to 10%."
    )
    assert "to 40% more" in count_errors.model_sentence(gdp.mechanism("dk_series"), 10**4, 3.5)
    flips = count_errors.model_sentence(gdp.mechanism("edge_flip"), 60, 3.5)
    assert "reaches as many at ε = 20; at ε = 4, with its noise, it is off by 20%." in flips


def test_without_a_measurement_nothing_is_said(kept, monkeypatch):
    other = gdp.mechanism("dk_series", series="2k_as_published")
    assert count_errors.model_sentence(other, 60, 1.0) == ""
    assert count_errors.model_sentence(gdp.mechanism("pamst"), 60, 1.0) == ""
    monkeypatch.setattr(count_errors, "measured", lambda: None)
    assert count_errors.model_sentence(gdp.mechanism("dk_series"), 60, 1.0) == ""
    assert count_errors.decisions_kept(1.0)[1].empty
    assert count_errors.model_range("1K series") == ""


def test_a_missing_file_is_no_measurement(monkeypatch, tmp_path):
    monkeypatch.setattr(count_errors, "FILE", tmp_path / "none.json")
    assert count_errors.measured.__wrapped__() is None


def test_decisions_are_means_over_graphs_at_the_nearest_epsilon(kept):
    stop, shares = count_errors.decisions_kept(5.0)
    assert stop == 4.0
    assert shares.loc["1K series", "Epidemic"] == pytest.approx(3.5 / 4)
    assert count_errors.model_range("1K series") == "−2% to +40%"
