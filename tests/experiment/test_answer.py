"""The first line of the board: true, on both sides, and readable in every case."""

import math
import re
from itertools import combinations, product

import pytest

import graphdp_core as gdp
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.answer import CERTAIN, ONE_LINE, OUT, answer, betrayed, mark
from graphdp_core.experiment.board import Unavailable, one_edge
from graphdp_core.experiment.chance import at_epsilon
from graphdp_core.experiment.properties import PROPERTIES
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.experiment.survival import Survival, Verdict, verdict_of
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import percent_at_most

FLIP = gdp.mechanism("edge_flip")
KARATE = gdp.load_graph("karate")
KEPT, BLURRED, LOST, PUBLIC = 0.9, 0.5, 0.1, math.nan
ORDER = [item.id for item in PROPERTIES]


def judged(score, truth=math.nan):
    return Survival(score, verdict_of(score), score, 0.0, 1.0, "ari", truth=truth)


def said(scores, *, epsilon=2.0, mechanism=FLIP):
    by_name = {id: judged(s) if isinstance(s, float) else s for id, s in scores.items()}
    return answer(by_name, epsilon, mechanism, KARATE)


def board(**scores):
    return {id: scores.get(id, LOST) for id in ORDER}


CASES = {
    "everything": (dict.fromkeys(ORDER, KEPT), "all seven properties survive"),
    "nothing": (board(), "all seven properties are lost"),
    "all blurred": (dict.fromkeys(ORDER, BLURRED), "all seven properties are blurred"),
    "two left behind": (
        {**dict.fromkeys(ORDER, KEPT), "tree": LOST, "shape": LOST},
        "five of seven survive",
    ),
    "two left": (
        board(degrees=KEPT, shape=KEPT, spectrum=BLURRED),
        "the ties and the shape survive",
    ),
    "one left": (board(positions=KEPT, spectrum=BLURRED), "the map survives"),
    "none whole": (board(degrees=BLURRED), "the ties are blurred, six lost"),
    "some blurred": (board(degrees=BLURRED, shape=BLURRED), "two of seven are blurred, five lost"),
    "few": ({"communities": KEPT, "shape": LOST}, "the communities survive"),
    "waiting": ({**dict.fromkeys(ORDER), "spectrum": KEPT}, "what survives is being measured"),
    "public": ({**board(), "degrees": PUBLIC, "tree": KEPT}, "the backbone survives"),
    "hidden": ({**dict.fromkeys(ORDER, KEPT), "degrees": PUBLIC}, "all six properties survive"),
    "only public": ({"degrees": PUBLIC, "communities": PUBLIC}, "all of this is public anyway"),
}


@pytest.mark.parametrize(("scores", "expected"), CASES.values(), ids=CASES)
def test_each_case_has_its_sentence(scores, expected):
    assert said(scores) == (
        f"At ε = 2 {expected}; whoever is half sure of a tie stays below 88.1% sure."
    )


def test_before_anything_is_known_the_price_is_told_already():
    assert said(dict.fromkeys(ORDER), epsilon=3.0) == (
        "At ε = 3 what survives is being measured; "
        "whoever is half sure of a tie may be 95.3% sure after."
    )


def test_what_a_mechanism_cannot_feed_is_left_to_the_tiles():
    missing = {item.id: Unavailable(item, "no") for item in PROPERTIES}
    louvain_dp = gdp.mechanism("louvain_dp")
    text = said({**missing, "communities": KEPT}, mechanism=louvain_dp)
    assert text.startswith("At ε = 2 the communities survive; whoever is half sure of a tie ")
    assert said(missing, mechanism=louvain_dp).startswith("At ε = 2 LouvainDP shows none of it; ")


def test_a_mechanism_that_is_not_private_says_so():
    text = said({"spectrum": KEPT}, mechanism=gdp.mechanism("lnpp"))
    assert text == ("At ε = 2 the patterns survive; nothing is promised: every secret may be out.")


def test_at_zero_nothing_survives_by_definition():
    assert said({}, epsilon=0.0) == (
        "At ε = 0 what stays is luck, and nobody learns anything: the release ignores the data."
    )


def test_at_zero_what_is_public_is_still_there():
    text = said({"degrees": PUBLIC, "tree": LOST}, epsilon=0.0)
    assert text == "At ε = 0 only what is public is left: the ties."
    text = said({**board(), **dict.fromkeys(ORDER[:3], PUBLIC)}, epsilon=0.0)
    assert text == "At ε = 0 only what is public is left: three of seven."


def test_what_has_no_result_without_privacy_is_not_judged():
    none = Survival(math.nan, Verdict.UNDEFINED, math.nan, math.nan, math.nan, "top10_kept")
    text = said({"communities": KEPT, "top_nodes": none})
    assert text.startswith("At ε = 2 the communities survive; ")


@pytest.mark.parametrize(
    ("epsilon", "end"),
    [
        (2.5, "; whoever is half sure of a tie stays below 92.5% sure."),
        (3.0, "; whoever is half sure of a tie may be 95.3% sure after."),
        (20.0, ", and every secret is out."),
        (4500.0, ", and every secret is out."),
    ],
)
def test_who_praises_what_survives_says_what_it_betrays(epsilon, end):
    text = said(dict.fromkeys(ORDER, KEPT), epsilon=epsilon)
    assert text == f"At {epsilon_label(epsilon)} all seven properties survive{end}"


def test_classes_that_are_known_and_survive_have_their_number():
    def text(score, truth):
        return answer({"communities": judged(score, truth)}, 2.0, FLIP, KARATE)

    assert text(0.9, 0.9).startswith("At ε = 2 the two classes survive; ")
    assert text(0.9, 0.6).startswith("At ε = 2 the communities survive; ")
    assert text(0.5, 0.9).startswith("At ε = 2 the communities are blurred; ")


def test_stable_and_wrong_communities_are_told():
    text = answer({"communities": judged(0.84, truth=0.04)}, 2.0, FLIP, KARATE)
    assert text.startswith("At ε = 2 stable but wrong communities survive; ")


@pytest.mark.parametrize("kind", gdp.MECHANISMS, ids=lambda kind: kind.id)
@pytest.mark.parametrize("epsilon", [0.1, 1.75, 3.0, 20.0])
def test_the_belief_that_is_told_is_never_below_what_the_promise_allows(kind, epsilon):
    try:
        g = at_epsilon(kind(), epsilon).guarantee(epsilon)
    except Refused:
        pytest.skip("it starts at a larger epsilon")
    text = betrayed(g)
    if not g.status.is_proved or g.empty:
        assert text == "nothing is promised: every secret may be out"
        return
    if g.effective_epsilon > CERTAIN:
        assert text == OUT
        assert percent_at_most(one_edge(g).beliefs[0.5]) == "more than 99.99%"
        return
    assert g.relation.any_secret in text
    assert ("stays below" in text) is (g.protects and not g.hardly_protects)
    assert ("rare outcomes apart" in text) is bool(g.delta)
    told = float(re.search(r"([\d.]+)%", text)[1]) / 100
    assert told >= one_edge(g).beliefs[0.5]


@pytest.mark.sample
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_every_headline_of_an_edge_s_promise_fits_one_line(epsilon):
    for kept, blurred in product(range(8), range(8)):
        scores = [KEPT] * kept + [BLURRED] * min(blurred, 7 - kept)
        every = scores + [LOST] * (7 - len(scores))
        for turn in range(7):
            text = said(dict(zip(ORDER, every[turn:] + every[:turn], strict=True)), epsilon=epsilon)
            assert len(text) <= ONE_LINE


@pytest.mark.parametrize("kind", gdp.MECHANISMS, ids=lambda kind: kind.id)
def test_where_two_names_would_break_the_line_they_are_counted(kind):
    for pair in combinations(ORDER, 2):
        text = said({**board(), **dict.fromkeys(pair, KEPT)}, epsilon=2.5, mechanism=kind())
        names = [item.name for item in PROPERTIES if item.id in pair]
        assert len(text) <= ONE_LINE or "At ε = 2.5 two of seven survive" in text
        assert all(name in text for name in names) is (" and ".join(names) in text)
        assert names[0] in text or len(f"{text} {' and '.join(names)}") > ONE_LINE


def test_a_mark_is_where_a_property_survives_for_good():
    epsilons = [0.5, 1.0, 2.0, 4.0]
    assert mark(epsilons, [0.9, 0.9, 0.9, 0.9]) == 0.5
    assert mark(epsilons, [0.0, 0.9, 0.7, 0.8]) == 4.0
    assert mark(epsilons, [0.9, 0.9, 0.9, 0.7]) is None
    assert mark(epsilons, [0.1, math.nan, 0.9, 0.9]) == 2.0
    assert mark([], []) is None
