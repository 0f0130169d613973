"""Recognition as an analysis: an attack beside the others, measured alike and never published."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.recognition import TELLS_WHO
from graphdp_core.experiment.compare import ANALYSIS_SEED
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.recognition import right_by_ties
from graphdp_core.params import Refused
from graphdp_core.plots.kinds.drawn import marked_words
from graphdp_core.results import Recognised
from graphdp_core.stage import Stage
from graphdp_core.trust.contents import data_files

KARATE = gdp.load_graph("karate")
GROUPS = gdp.generate("sbm", n=200, seed=1)
RECOGNITION = gdp.analysis("recognition")
FLIP = gdp.mechanism("edge_flip")


def compared(mechanism="edge_flip", epsilon=4.0, graph=GROUPS, **settings):
    return gdp.compare(
        graph, gdp.mechanism(mechanism), gdp.analysis("recognition", **settings), epsilon=epsilon
    )


def test_one_attack_stands_behind_the_analysis_and_the_plain_call():
    c = compared()
    alone = right_by_ties(
        GROUPS, c.release, ties_known=0.9, named=10, seed=0,
        knowing=np.random.default_rng(ANALYSIS_SEED),
    )  # fmt: skip
    assert np.array_equal(alone.taken, c.private.taken)
    assert np.isnan(alone.rates)[c.private.named].all()
    assert c.metrics["recognised"] == np.nanmean(alone.rates) == c.private.share


def test_names_off_hides_nobody_a_small_epsilon_and_a_drawn_graph_hide_most():
    assert compared("names_off").metrics["hidden"] == 0.0
    for mechanism, epsilon in (("edge_flip", 0.1), ("dk_series", 4.0), ("private_bter", 4.0)):
        metrics = compared(mechanism, epsilon).metrics
        assert metrics["recognised"] < 0.05 < 0.8 < metrics["names_off"]
        assert metrics["hidden"] > 0.9


def test_knowing_less_recognises_fewer_and_is_said():
    c = compared(ties_known=0.5, named=3)
    assert c.metrics["recognised"] < compared().metrics["recognised"]
    assert "5 in 10 ties and 3 names" in c.finding


def test_only_whoever_knows_the_true_graph_recognises():
    """Read without it, a release whose noise is known is refused; its own ties tell nobody."""
    release = FLIP.release(KARATE, epsilon=4.0, rng=gdp.noise_stream(0))
    with pytest.raises(Refused, match="only the true graph could tell"):
        RECOGNITION.run(release, rng=np.random.default_rng(0))
    known = RECOGNITION.run(release, rng=np.random.default_rng(0), truth=KARATE)
    assert known.others == 24


@pytest.mark.parametrize(
    ("graph", "words"),
    [
        (Graph.from_edges(2, [(0, 1)]), "3 to 10,000 people"),
        (Graph.from_edges(20, []), "no ties"),
        (Graph.from_edges(10, [(0, 1)]), "10 names are too many for 10 people"),
    ],
)
def test_who_cannot_be_looked_for_is_said_in_one_sentence(graph, words):
    with pytest.raises(Refused, match=words) as refusal:
        compared("names_off", graph=graph)
    assert str(refusal.value).endswith(".")
    if fewer := refusal.value.remedy.get("named"):
        assert compared("names_off", graph=graph, named=fewer).private.others == graph.n - fewer
    with pytest.raises(Refused, match="pick a mechanism that releases a graph"):
        compared("noisy_degrees", graph=KARATE)


def test_people_alike_and_a_release_without_ties_leave_little():
    ring = Graph.from_edges(30, [(i, (i + 1) % 30) for i in range(30)])
    assert compared("names_off", graph=ring).private.by_number == pytest.approx(1 / 30)
    empty = RECOGNITION.run(Graph(34, KARATE.edges[:0]), rng=np.random.default_rng(0), truth=KARATE)
    assert empty.share == 0.0


def test_its_result_is_never_published():
    """No mechanism releases it, and what writes a publication refuses it."""
    private = compared(graph=KARATE).private
    assert not any(kind.returns is Recognised for kind in gdp.MECHANISMS)
    assert not private.tables([str(i) for i in range(34)])
    with pytest.raises(Refused, match="cannot be published"):
        list(data_files(private, [str(i) for i in range(34)]))


def test_the_words_never_say_that_a_promise_for_ties_hides_a_person():
    c = compared(epsilon=0.1)
    assert c.private.notes == (TELLS_WHO,)
    assert "hides no person" in TELLS_WHO
    assert "hid" not in c.finding.lower()
    assert "no proof" in RECOGNITION.metrics[0].help


def test_its_steps_begin_with_who_is_known_and_end_with_the_picture():
    stop = Stage(GROUPS, FLIP, RECOGNITION).stop(4.0)
    first, last = stop.repeats[0], stop.repeats[-1]
    c = compared()
    assert stop.steps == "steps"
    assert set(np.flatnonzero(first.categories > 0)) == set(c.private.named)
    assert np.array_equal(last.categories, stop.drawing.private.categories)
    seen = [(one.categories > 0).sum() for one in stop.repeats]
    assert seen == sorted(seen)
    assert int((last.categories == 1).sum()) == c.private.right.sum()


def test_a_marked_person_is_told_what_became_of_them():
    c = compared(graph=KARATE)
    right = int(np.flatnonzero(c.private.right)[0])
    assert marked_words(c, [right]).endswith("Recognised.")
    assert marked_words(c, [int(c.private.named[0])]).endswith("Known by name.")
