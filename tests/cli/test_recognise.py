"""graphdp recognise: the numbers of a nameless graph, in text and JSON, and one clear refusal."""

import json

import pytest

from graphdp_core.cli.commands import main


def run(capsys, *words):
    code = main(["recognise", *words])
    return code, capsys.readouterr()


@pytest.mark.long
def test_a_nameless_graph_of_e_mails_is_told_in_json(capsys):
    """The published figure: .634 unique by degree and triangles."""
    code, out = run(capsys, "--graph", "email-eu-core", "--json", "--draws", "1")
    answer = json.loads(out.out)
    assert code == 0
    assert round(answer["unique"]["circle"], 3) == 0.634
    ties = answer["attackers"][-1]
    assert 0.8 < ties["share"] < 0.92
    assert len(ties["people"]) == 1005
    assert ties["people"].count(None) == 10
    assert "hides no person" in answer["tells"]


def test_the_text_says_what_is_known_and_what_is_not_promised(capsys):
    code, out = run(capsys, "--graph", "karate", "--draws", "1")
    assert code == 0
    assert out.out.startswith("Names off: somebody who knows 9 in 10 ties and 10 people by name")
    assert "unique by degree and triangles .441" in out.out
    assert "not private" in out.out
    assert "No privacy guarantee" in out.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--mechanism", "edge_flip"), "needs an ε"),
        (("--mechanism", "noisy_degrees", "--epsilon", "1"), "releases a ranking"),
        (("--named", "40"), "fewer than the people"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(capsys, words, said):
    code, out = run(capsys, "--graph", "karate", *words)
    assert code == 2
    assert said in out.err
    assert len(out.err.strip().splitlines()) == 1
