"""Hazards: each answered for this release, from what its mechanism declares."""

import html
import json
import zipfile

import pytest

import graphdp_core as gdp
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.trust.certificate import RANDOMNESS
from graphdp_core.trust.hazards import hazards, neighbours
from graphdp_core.trust.publish import NAMES, publish
from graphdp_core.vocabulary import of_ties

PUBLISHABLE = [kind() for kind in gdp.MECHANISMS if kind.exact_sampler]
STATUSES = ["not defended", "defended"]


def rows(made, *, epsilon=1.0, estimated=True, **given):
    """By the hazard: its status and answer."""
    facts = {
        "exact_epsilon": epsilon, "ledger": {"line": 2}, "not_protected": "",
        "audit": {"verdict": "consistent"}, "names": NAMES["numbers"], "randomness": RANDOMNESS,
    }  # fmt: skip
    table = hazards(made, made.guarantee(epsilon), {**facts, **given}, estimated=estimated)
    return {one["hazard"]: (one["status"], one["answer"]) for one in table["rows"]}


def test_every_mechanism_says_first_what_is_not_defended():
    of_all = set.intersection(*(set(rows(made)) for made in PUBLISHABLE))
    assert len(of_all) == 17
    for made in PUBLISHABLE:
        hazard_rows = rows(made)
        told = [status for status, _ in hazard_rows.values()]
        assert told == sorted(told, key=STATUSES.index), made.id
        for hazard, (_, answer) in hazard_rows.items():
            assert answer.endswith("."), (made.id, hazard)
            assert "None" not in answer, (made.id, hazard)


def test_persons_are_protected_where_the_unit_is_all_of_one():
    name = "Events are protected, not persons"
    for made in PUBLISHABLE:
        relation = made.guarantee(1.0).relation
        of_one = relation.is_of_nodes or relation.is_of_persons
        assert (rows(made)[name][0] == "defended") is of_one, made.id
    survey = gdp.mechanism("weight_laplace", norm="person_added")
    assert "whether this person took part" in rows(survey)[name][1]


@pytest.mark.parametrize(
    ("hazard", "defended", "not_defended", "why"),
    [
        ("An ε so large that it is no privacy", {}, {"epsilon": 3.0}, "at most 95.3% sure after"),
        ("An implementation of one's own", {}, {"audit": {}}, "its audit: none is stored."),
        ("Rows that the data chose", {}, {"not_protected": "Chosen."}, "Chosen."),
        ("Bias by the noise, or by what makes numbers look right", {}, {"estimated": False},
         "is estimated from it"),
    ],
)  # fmt: skip
def test_facts_of_the_release_decide(hazard, defended, not_defended, why):
    made = gdp.mechanism("edge_flip")
    assert rows(made, **defended)[hazard][0] == "defended"
    status, answer = rows(made, **not_defended)[hazard]
    assert (status, why in answer) == ("not defended", True)


@pytest.mark.parametrize(
    ("id", "settings", "hazard", "said"),
    [
        ("weight_laplace", {"clip": True}, "Bounds of values, found in the data", "0 to 10"),
        ("weight_laplace", {}, "Bounds of values, found in the data", "no range of the weights"),
        ("weight_laplace", {}, "Releases without differential privacy", "is released as it is"),
        ("node_count", {"bound": 7}, "Bounds on what one person adds, with too little noise",
         "At most 7 edges of a node"),
        ("node_count", {"choice": "private"}, "Bounds on what one person adds, with too little "
         "noise", "is drawn with part of ε"),
        ("group_mixing", {}, "Rows that the data chose", "the groups too"),
        ("dk_series", {}, "Synthetic data without differential privacy", "under the guarantee"),
        ("edge_flip", {}, "Trust that is misplaced", "nobody: the two ends"),
        ("noisy_eigenvalues", {}, "An implementation of one's own", "Proved where all eigenvalues"),
    ],
)  # fmt: skip
def test_declarations_of_the_mechanism_decide(id, settings, hazard, said):
    assert said in rows(gdp.mechanism(id, **settings))[hazard][1]


def test_who_is_which_number_is_a_secret_only_where_there_are_numbers():
    made, name = gdp.mechanism("edge_flip"), "Data that get out"
    assert "names behind the numbers" in rows(made)[name][1]
    assert "names behind the numbers" not in rows(made, names=NAMES["public"])[name][1]


def test_every_relation_says_whether_its_neighbours_are_bounded():
    for relation in NeighbouringRelation:
        kind, _, said = neighbours(relation).partition(": ")
        assert kind in ("bounded", "unbounded")
        assert said


def test_the_certificate_holds_the_table_in_both_forms(tmp_path):
    publish(
        gdp.load_graph("karate"), gdp.mechanism("noisy_degrees"), epsilon="0.5",
        to=tmp_path / "a.zip", ledger=tmp_path / "l",
    )  # fmt: skip
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        facts = json.loads(archive.read("certificate.json"))
        page = html.unescape(archive.read("certificate.html").decode())
    table = facts["hazards"]
    assert "NIST SP 800-226" in table["source"]
    assert table["source"] in page
    assert len(table["rows"]) == len(rows(gdp.mechanism("noisy_degrees")))
    for row in table["rows"]:
        assert of_ties(row["answer"]) in page
        assert f"<strong>{row['status'].capitalize()}.</strong>" in page
