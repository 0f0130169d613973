"""Verify: every changed byte, claim, file or ledger line is found."""

import json
import random
import zipfile

import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.trust.certificate import with_checksum
from graphdp_core.trust.package import packed
from graphdp_core.trust.publish import publish
from graphdp_core.trust.verify import verify


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder with two releases and their ledger."""
    folder = tmp_path_factory.mktemp("home")
    karate = gdp.load_graph("karate")
    for name, epsilon in (("a", "1.2"), ("b", "0.5")):
        publish(
            karate, gdp.mechanism("edge_flip"), epsilon=epsilon, to=folder / f"{name}.zip",
            ledger=folder / "l.jsonl",
        )  # fmt: skip
    return folder


def changed(home, tmp_path, change):
    """The first release with its certificate changed and signed anew."""
    with zipfile.ZipFile(home / "a.zip") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    facts = json.loads(files["certificate.json"])
    del facts["checksum"]
    change(facts, files)
    path = tmp_path / "changed.zip"
    path.write_bytes(packed({**files, "certificate.json": with_checksum(facts)}))
    return path


def test_a_release_is_as_it_was_made(home):
    verified = verify(home / "a.zip", ledger=home / "l.jsonl")
    assert len(verified.checks) == 3
    assert "ε = 1.2" in verified.statement()


def test_any_flipped_bit_is_found(home, tmp_path):
    data = (home / "a.zip").read_bytes()
    choice = random.Random(1)
    edges = [*range(40), *range(len(data) - 40, len(data))]
    places = edges + choice.sample(range(len(data)), 150)
    path = tmp_path / "flipped.zip"
    for place in places:
        flipped = bytearray(data)
        flipped[place] ^= 1 << choice.randrange(8)
        path.write_bytes(flipped)
        with pytest.raises(Refused):
            verify(path)


def test_a_file_that_says_it_is_packed_and_is_not_is_refused(home, tmp_path):
    data = bytearray((home / "a.zip").read_bytes())
    data[data.index(b"PK\x01\x02") + 10] ^= 8  # stored becomes deflated
    path = tmp_path / "flipped.zip"
    path.write_bytes(data)
    with pytest.raises(Refused, match="damaged"):
        verify(path)


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip at all"])
def test_what_is_no_zip_is_refused(tmp_path, data):
    (tmp_path / "x.zip").write_bytes(data)
    with pytest.raises(Refused, match=r"damaged or no zip"):
        verify(tmp_path / "x.zip")


def test_appended_bytes_are_found(home, tmp_path):
    (tmp_path / "x.zip").write_bytes((home / "a.zip").read_bytes() + b"more")
    with pytest.raises(Refused):
        verify(tmp_path / "x.zip")


def test_a_zip_without_certificate_is_no_release(tmp_path):
    (tmp_path / "x.zip").write_bytes(packed({"a.txt": b"1"}))
    with pytest.raises(Refused, match="no certificate"):
        verify(tmp_path / "x.zip")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda facts, files: facts.update(epsilon="0.1"), "exact epsilon above|does not state"),
        (lambda facts, files: facts.update(statement="Safe."), "does not state"),
        (lambda facts, files: facts.update(exact_epsilon=9.0), "exact epsilon above"),
        (lambda facts, files: facts["mechanism"].update(id="lnpp"), "does not"),
        (lambda facts, files: facts["mechanism"].update(id="of_the_future"), "does not know"),
        (lambda facts, files: facts.pop("mechanism"), "lacks its mechanism"),
        (lambda facts, files: facts.update(format="graphdp-certificate/7"), "certificate/7"),
        (lambda facts, files: files.update({"more.csv": b"1"}), r"more\.csv was added"),
        (lambda facts, files: files.update({"edges.csv": b"1"}), r"edges\.csv was changed"),
    ],
)
def test_a_certificate_signed_anew_cannot_claim_anything_else(home, tmp_path, change, reason):
    with pytest.raises(Refused, match=reason):
        verify(changed(home, tmp_path, change))


def test_a_release_of_another_version_verifies_where_the_claim_is_the_same(home, tmp_path):
    older = changed(home, tmp_path, lambda facts, files: facts["versions"].update(graphdp="0.0.1"))
    assert verify(older).certificate["versions"]["graphdp"] == "0.0.1"


@pytest.mark.parametrize(
    "change",
    [
        lambda facts: facts.update(statement="As it was said then."),
        lambda facts: facts["mechanism"].update(id="of_the_past"),
        lambda facts: facts["mechanism"]["parameters"].update(of_the_past=1),
    ],
)
def test_a_claim_of_another_version_names_the_version_that_can_verify_it(home, tmp_path, change):
    def older(facts, files):
        facts["versions"]["graphdp"] = "0.0.1"
        change(facts)

    with pytest.raises(Refused, match=r"made by GraphDP 0\.0\.1, and this is .*: verify it with"):
        verify(changed(home, tmp_path, older))


def test_the_ledger_knows_its_releases(home, tmp_path):
    other = changed(home, tmp_path, lambda facts, files: facts.update(question="Another?"))
    verify(other)
    with pytest.raises(Refused, match="line 2 of the ledger is about another zip"):
        verify(other, ledger=home / "l.jsonl")
    foreign = changed(home, tmp_path, lambda facts, files: facts["ledger"].update(id="?"))
    with pytest.raises(Refused, match="no line for this release"):
        verify(foreign, ledger=home / "l.jsonl")
    with pytest.raises(Refused, match="there is no ledger"):
        verify(home / "a.zip", ledger=tmp_path / "none.jsonl")
