"""The curator's three commands: release, verify, ledger.

graphdp estimate as it is typed.
"""

import io
import json
import shutil
import subprocess
import sys

import pytest

import graphdp_core as gdp
from graphdp_core.cli.commands import main


@pytest.fixture
def said(capsys, tmp_path):
    """Run a command in a folder of its own; its code, output and complaint."""

    def run(*words):
        code = main([str(word).replace("@", f"{tmp_path}/") for word in words])
        out = capsys.readouterr()
        return code, out.out, out.err

    return run


RELEASE = (
    "release", "--graph", "karate", "--mechanism", "edge_flip", "--epsilon", "0.7",
    "--ledger", "@l.jsonl",
)  # fmt: skip


def test_without_a_mechanism_it_is_said_what_there_is_and_nothing_is_spent(said, tmp_path):
    bare = [word for word in RELEASE if word not in ("--mechanism", "edge_flip")]
    code, _, err = said(*bare, "--to", "@a.zip", "--yes")
    assert code == 2
    assert "--mechanism must be named: nothing was spent." in err
    assert "edge_flip, which adds about 186 false ones here" in err, "561 pairs / (1 + e^0.7)"
    assert list(tmp_path.iterdir()) == []


def test_without_a_word_the_cost_is_named_and_nothing_is_spent(said, tmp_path):
    code, out, _ = said(*RELEASE, "--to", "@a.zip")
    assert code == 2, "a script must not take it for a success"
    assert "is half sure of a tie is at most 66.9% sure after." in out
    assert "Nothing was released or spent." in out
    assert list(tmp_path.iterdir()) == []


def test_a_release_is_made_verified_and_listed(said, tmp_path):
    code, out, _ = said(*RELEASE, "--to", "@a.zip", "--yes", "--mapping", "@who.csv")
    assert code == 0
    assert "line 2 of the ledger, whose line 1 opens it. 1 release: ε = 0.7 in total." in out
    assert len((tmp_path / "who.csv").read_text().splitlines()) == 35
    code, out, _ = said("verify", "@a.zip", "--ledger", "@l.jsonl")
    assert code == 0
    assert out.count("ok: ") == 3
    assert "edge_flip" in said("ledger", "@l.jsonl")[1]
    assert json.loads(said("verify", "@a.zip", "--json")[1])["certificate"]["epsilon"] == "0.7"
    assert json.loads(said("ledger", "@l.jsonl", "--json")[1])["spent"][0]["epsilon"] == 0.7


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
def test_a_release_is_signed_and_its_signer_known(said, tmp_path):
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    (tmp_path / "allowed").write_text(f"ann {key.with_suffix('.pub').read_text()}")
    code, out, _ = said(*RELEASE, "--to", "@a.zip", "--yes", "--sign", "@key")
    assert code == 0
    assert "\nSigned by the key SHA256:" in out
    code, out, _ = said("verify", "@a.zip", "--signed-by", "@allowed")
    assert code == 0
    assert "is that of ann." in out
    assert said(*RELEASE, "--to", "@b.zip", "--yes")[0] == 0
    code, _, err = said("verify", "@b.zip", "--signed-by", "@allowed")
    assert code == 2
    assert err == "graphdp verify: b.zip is not signed: ask its maker for one that is.\n"
    code, _, err = said(*RELEASE, "--to", "@c.zip", "--sign", "@none")
    assert code == 2
    assert "there is no ssh key none: check the path." in err


def test_a_cap_is_set_and_kept(said):
    _, out, _ = said("ledger", "@l.jsonl", "--cap", "1")
    assert "0 releases: ε = 0 in total; 1 of 1 left." in out
    assert said(*RELEASE, "--to", "@a.zip", "--yes")[0] == 0
    code, _, err = said(*RELEASE, "--to", "@b.zip", "--yes")
    assert code == 2
    assert "0.3 of 1" in err


def test_it_is_said_how_the_file_was_read(said, tmp_path):
    (tmp_path / "f.csv").write_text("Person,Friend,hours,when\nann,bob,1,2020\nbob,ann,5,2021\n")
    words = ("release", "--file", "@f.csv", *RELEASE[3:], "--to", "@a.zip")
    for code, more in ((2, ()), (0, ("--yes",))):
        ended, out, _ = said(*words, *more)
        assert ended == code
        assert "source 'Person' (guessed), target 'Friend' (guessed), weight 'hours'" in out
        assert "the first weight was kept and the time in column 'when' was left out." in out


MISERABLES = ("release", "--graph", "les_miserables", "--ledger", "@l.jsonl", "--yes")
EDGES = (*MISERABLES, "--epsilon", "0.6", "--mechanism", "noisy_degrees")
NODE = (*MISERABLES, "--epsilon", "0.6", "--mechanism", "node_count", "--to", "@n.zip")
WEIGHTS = (*MISERABLES, "--epsilon", "0.6", "--mechanism", "weight_laplace", "--to", "@w.zip")


@pytest.mark.sample
@pytest.mark.parametrize(
    ("second", "why"), [(WEIGHTS, "publishes who is joined"), (NODE, "left: 0.4 of 1 for")]
)
def test_a_cap_on_edges_is_not_evaded_under_another_relation(said, second, why):
    assert said("ledger", "@l.jsonl", "--cap", "1")[0] == 0
    assert said(*EDGES, "--to", "@a.zip")[0] == 0
    code, _, err = said(*second)
    assert code == 2
    assert why in err
    assert said("ledger", "@l.jsonl", "--cap", "none")[0] == 0
    code, out, _ = said(*second)
    assert code == 0, "without a cap it is the curator's to say"
    _, out, _ = said("ledger", "@l.jsonl")
    assert ("nothing protects these edges any more" in out) == (second is WEIGHTS)
    assert ("2 releases: ε = 1.2 in total." in out) == (second is NODE)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("typed", "released"), [("spend 0.7\n", True), ("yes\n", False)])
def test_a_person_types_the_cost(said, tmp_path, monkeypatch, typed, released):
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert (said(*RELEASE, "--to", "@a.zip")[0] == 0) == released
    assert (tmp_path / "a.zip").exists() == released


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("estimate", "@k.zip", "--statistics", "diameter"), "statistics must be among"),
        (("estimate", "@k.zip", "--statistics", "homophily"), "needs groups"),
        (("estimate", "@k.zip", "--level", "2"), "level must lie in"),
        (("estimate", "@k.zip", "--groups", "@g.csv"), "has none"),
        ((*RELEASE, "--to", "@a.zip", "--mechanism", "lnpp"), "No privacy guarantee"),
        ((*RELEASE, "--to", "@a.zip", "--mapping", "@m.csv", "--names", "public"), "--mapping"),
        (("verify", "@none.zip"), "No such file"),
        (("ledger", "@none.jsonl"), "there is no ledger in none.jsonl"),
        (("ledger", "@empty.jsonl"), "there is no ledger in empty.jsonl"),
        (("verify", "@g.csv"), "g.csv is damaged or no zip of a release"),
        (("estimate", "@g.csv"), "g.csv is damaged or no zip of a release"),
        (("ledger", "@l.jsonl", "--cap", "-1"), "a cap must be above 0"),
        (("ledger", "@l.jsonl", "--cap", "lots"), "--cap must be a number"),
        (("ledger", "@l.jsonl", "--cap", "1e99999999"), "--cap must be 0 or a number from"),
        (("ledger", "@l.jsonl", "--cap", "1", "--relation", "weight, l1", "--radius", "1e99999999"),
         "radius must be"),
        ((*RELEASE, "--to", "@a.zip", "--epsilon", "1e99999999"), "a number from 1e-09 to 20"),
        ((*RELEASE, "--to", "@a.zip", "--yes", "--epsilon", "0"), "a number from 1e-09 to 20"),
        (("mechanisms", "--show", "edge_flip", "--epsilon", "-1"), "a number from 0 to 5000"),
        (("mechanisms", "--show", "weight_gaussian", "--epsilon", "0"), "from 0.0001 to 5000"),
        (("mechanisms", "--show", "edge_flip", "--epsilon", "1e9"), "a number from 0 to 5000"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_line(zipped, said, tmp_path, words, complaint):
    (tmp_path / "g.csv").write_text("node,group\n1,a\n")
    (tmp_path / "empty.jsonl").touch()
    code, _, err = said(*words)
    assert code == 2
    assert complaint in err
    assert len(err.splitlines()) == 1


@pytest.fixture
def zipped(tmp_path):
    """A release of the karate club by its names."""
    made = gdp.publish(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), epsilon=12, to=tmp_path / "k.zip",
        ledger=tmp_path / "l.jsonl", names="public",
    )  # fmt: skip
    return made.path


def test_the_promise_and_every_number_stand_on_lines_of_their_own(zipped, capsys):
    assert main(["estimate", str(zipped)]) == 0
    out = capsys.readouterr().out
    assert "(at least 95% for this graph; exact law of the noise)" in out
    assert "for the population it was drawn from" in out


def test_json_has_value_low_high_and_how(zipped, capsys, tmp_path):
    names = gdp.read_release(zipped).names
    table = tmp_path / "groups.csv"
    table.write_text("node,group\n" + "".join(f"{name},{int(name) % 2}\n" for name in names))
    words = ["--groups", str(table), "--statistics", "edges", "within", "--json"]
    assert main(["estimate", str(zipped), *words]) == 0
    rows = json.loads(capsys.readouterr().out)["estimates"]
    assert [row["statistic"] for row in rows] == ["edges", "edges", "within", "within"]
    known = [row for row in rows if row["of"] == "this graph"]
    assert all(row["low"] <= row["value"] <= row["high"] for row in known)
