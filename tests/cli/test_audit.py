"""graphdp audit: the verdict on the command line, as text and as JSON."""

import json
import re

import pytest

import graphdp_core as gdp
from graphdp_core.cli import audit
from graphdp_core.cli.commands import main


def test_a_finding_names_claim_pair_event_and_counts(capsys):
    assert main(["audit", "edge_flip", "--runs", "200", "--pairs", "20", "--seed", "1"]) == 0
    said = capsys.readouterr().out
    for words in ("Proved; replayed on 20 pairs", "1.0000 of 1.0000", "claimed ε = 1", "Event:"):
        assert words in said
    assert "verified private" not in said


def test_json_holds_the_certificate(capsys):
    assert main(["audit", "lnpp", "--epsilon", "2", "--runs", "100", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["verdict"] == "violation"
    assert data["claimed_epsilon"] == 2.0
    assert data["certified_epsilon"] is None, "infinite, which JSON cannot hold"
    assert data["reason"]


def test_all_settings_stand_in_one_table(capsys, monkeypatch):
    two = [gdp.mechanism("edge_flip"), gdp.mechanism("lnpp", k=2)]
    monkeypatch.setattr(audit, "every_setting", lambda: two)
    assert main(["audit", "--all", "--runs", "100", "--pairs", "60", "--seed", "1"]) == 0
    head, flip, lnpp, never = capsys.readouterr().out.splitlines()
    assert re.split(r"  +", head)[:3] == ["mechanism", "claimed ε", "certified ε"]
    assert flip.split()[:2] == ["edge_flip", "1"]
    assert "consistent" in flip
    assert "100 %" in flip
    assert "by default" in flip
    for words in ("1, not proved", "inf", "violation", "k=2"):
        assert words in lnpp
    assert "never proves" in never


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("audit nothing", "mechanism must be one of"),
        ("audit edge_flip --runs 3", "runs"),
        ("audit", "name one mechanism"),
        ("audit edge_flip --all", "name one mechanism"),
        ("audit --all --set k=3", "name one mechanism"),
    ],
)
def test_bad_input_is_one_line_and_2(words, why, capsys):
    assert main(words.split()) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1
