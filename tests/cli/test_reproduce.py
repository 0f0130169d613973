"""graphdp reproduce: the list, and a table that is drawn."""

import json

from graphdp_core.cli.commands import main
from graphdp_core.lab.papers import STUDIES


def test_the_list_speaks_text_and_json(capsys):
    assert main(["reproduce"]) == 0
    text = capsys.readouterr().out
    assert main(["reproduce", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["id"] for row in rows] == [one.id for one in STUDIES]
    assert all(row["id"] in text for row in rows)


def test_every_claim_is_listed_with_what_became_of_it(capsys):
    assert main(["reproduce", "--list"]) == 0
    text = capsys.readouterr().out
    assert main(["reproduce", "--list", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert sum(answer["counts"].values()) == len(answer["claims"]) > 100
    assert f"{answer['counts']['closed']} closed" in text.splitlines()[-1]
    assert "closed, dominated" in text


def test_a_reproduction_is_drawn(capsys, tmp_path):
    page = tmp_path / "sbm.html"
    parameters = ("--set", "repeats=2", "--knob", "largest=50")
    assert main(["reproduce", "shape-sbm", *parameters, "--figure", str(page)]) == 0
    assert "H2" in capsys.readouterr().out
    text = page.read_text(encoding="utf-8")
    assert '"name":"H2"' in text
    assert "<script src=" not in text, "no network"


def test_the_documents_tables_are_printed_and_nothing_is_computed(capsys):
    assert main(["reproduce", "later-plans", "--markdown"]) == 0
    assert capsys.readouterr().out.startswith("| number | karate |")
