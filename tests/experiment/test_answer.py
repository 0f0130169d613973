"""The first line of the board: true and readable in every case."""

import math
import re

import pytest

import graphdp_core as gdp
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.answer import answer, mark
from graphdp_core.experiment.board import Unavailable
from graphdp_core.experiment.properties import PROPERTIES
from graphdp_core.experiment.survival import Survival, Verdict, verdict_of

FLIP = gdp.mechanism("edge_flip")
KEPT, BLURRED, LOST, PUBLIC = 0.9, 0.5, 0.1, math.nan
ORDER = [item.id for item in PROPERTIES]


def judged(score, truth=math.nan):
    return Survival(score, verdict_of(score), score, 0.0, 1.0, "ari", truth=truth)


def said(scores, *, epsilon=2.0, mechanism=FLIP):
    by_name = {id: judged(s) if isinstance(s, float) else s for id, s in scores.items()}
    return answer(by_name, epsilon, mechanism)


def board(**scores):
    return {id: scores.get(id, LOST) for id in ORDER}


CASES = {
    "everything": (dict.fromkeys(ORDER, KEPT), "everything survives."),
    "nothing": (board(), "nothing survives."),
    "all blurred": (dict.fromkeys(ORDER, BLURRED), "everything is blurred."),
    "two left behind": (
        {**dict.fromkeys(ORDER, KEPT), "tree": LOST, "shape": LOST},
        "everything survives but the spanning tree and the shape.",
    ),
    "one blurred": (
        {**dict.fromkeys(ORDER, KEPT), "spectrum": BLURRED},
        "everything survives but the spectrum, which is blurred.",
    ),
    "three kinds": (
        board(communities=KEPT, spectrum=BLURRED),
        "the communities survive; the spectrum is blurred; the rest is lost.",
    ),
    "none whole": (
        board(degrees=BLURRED),
        "the degrees are blurred; the rest is lost.",
    ),
    "few": (
        {"communities": KEPT, "shape": LOST},
        "the communities survive; the shape does not.",
    ),
    "waiting": (
        {**dict.fromkeys(ORDER), "spectrum": KEPT},
        "the spectrum survives. The rest is being found out.",
    ),
    "public": (
        {**board(), "degrees": PUBLIC, "tree": KEPT},
        "the spanning tree survives; the communities, the positions, the spectrum, the top nodes "
        "and the shape do not. The degrees are public anyway.",
    ),
    "only public": (
        {"degrees": PUBLIC, "communities": PUBLIC},
        "the degrees and the communities are public anyway.",
    ),
}


@pytest.mark.parametrize(("scores", "expected"), CASES.values(), ids=CASES)
def test_each_case_has_its_sentence(scores, expected):
    assert said(scores) == f"At ε = 2 {expected}"


def test_before_anything_is_known_the_question_is_asked():
    assert said(dict.fromkeys(ORDER)) == "What survives when this graph is released at ε = 2?"


def test_what_a_mechanism_cannot_feed_is_left_to_one_remark():
    missing = {item.id: Unavailable(item, "no") for item in PROPERTIES}
    louvain_dp = gdp.mechanism("louvain_dp")
    text = said({**missing, "communities": KEPT}, mechanism=louvain_dp)
    assert text == "At ε = 2 the communities survive. LouvainDP tells nothing of the rest."
    assert said(missing, mechanism=louvain_dp) == (
        "At ε = 2 LouvainDP can show none of these properties here."
    )


def test_a_mechanism_that_is_not_private_says_so_first():
    text = said({"spectrum": KEPT}, mechanism=gdp.mechanism("lnpp"))
    assert text.startswith("LNPP (as published) promises no privacy. At ε = 2 the spectrum surv")


def test_at_zero_nothing_survives_by_definition():
    assert said({}, epsilon=0.0) == "At ε = 0 nothing survives: the release ignores the data."


def test_at_zero_what_is_public_is_still_there():
    text = said({"degrees": PUBLIC, "tree": LOST}, epsilon=0.0)
    assert text == "At ε = 0 only what is public is left: the degrees."


def test_what_has_no_result_without_privacy_is_not_judged():
    none = Survival(math.nan, Verdict.UNDEFINED, math.nan, math.nan, math.nan, "top10_kept")
    assert said({"communities": KEPT, "top_nodes": none}) == "At ε = 2 the communities survive."


@pytest.mark.parametrize(
    ("epsilon", "end"),
    [
        (2.5, "everything survives."),
        (3.0, "all of this graph survives. It hardly protects one edge."),
        (20.0, "all of this graph survives. Every secret is out."),
        (4500.0, "all of this graph survives. Every secret is out."),
    ],
)
def test_who_praises_what_survives_says_what_it_betrays(epsilon, end):
    text = said(dict.fromkeys(ORDER, KEPT), epsilon=epsilon)
    assert text.startswith(f"{epsilon_label(epsilon)}".join(("At ", " ")))
    assert text.endswith(end)


def test_stable_and_wrong_communities_are_told():
    text = answer({"communities": judged(0.84, truth=0.04)}, 2.0, FLIP)
    assert text.endswith("The communities are stable, but they are not the known classes.")


@pytest.mark.parametrize("kinds", [[KEPT, BLURRED], [KEPT, LOST], [BLURRED, LOST], [KEPT] * 2])
def test_every_judged_property_is_named_once_or_covered(kinds):
    for count in range(1, len(ORDER)):
        scores = {id: kinds[place >= count] for place, id in enumerate(ORDER)}
        text = said(scores)
        for item in PROPERTIES:
            assert text.count(item.name) <= 1
            assert item.name in text or re.search("the rest|everything|nothing", text)


def test_a_mark_is_where_a_property_survives_for_good():
    epsilons = [0.5, 1.0, 2.0, 4.0]
    assert mark(epsilons, [0.9, 0.9, 0.9, 0.9]) == 0.5
    assert mark(epsilons, [0.0, 0.9, 0.7, 0.8]) == 4.0
    assert mark(epsilons, [0.9, 0.9, 0.9, 0.7]) is None
    assert mark(epsilons, [0.1, math.nan, 0.9, 0.9]) == 2.0
    assert mark([], []) is None
