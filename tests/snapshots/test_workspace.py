"""Files of snapshots: kept whole, and nothing in them believed."""

import json
from base64 import b64encode

import pytest

from graphdp_core.params import Refused
from graphdp_core.snapshots.workspace import FORMAT, MOST, VERSION, Snapshot, Workspace

PNG = "data:image/png;base64," + b64encode(b"\x89PNG\r\n\x1a\n" + b"pixels").decode()
SIX = tuple(
    Snapshot("clusters", f"epsilon={k}&graph=karate", f"Nr. {k}", "α\nβ <b>", "ARI is 1.",
             (("ARI", "1.00"),), PNG)
    for k in range(6)
)  # fmt: skip


def file(rows, **changed):
    return json.dumps({"format": FORMAT, "version": VERSION, "snapshots": rows} | changed)


def test_what_is_saved_is_opened_again_in_its_order():
    assert Workspace.from_json(Workspace(SIX).to_json()).snapshots == SIX
    assert Workspace.from_json(Workspace(SIX).to_json().encode()).snapshots == SIX


def test_an_own_file_is_there_by_its_checksum_alone():
    snapshot = Snapshot("", "graph=upload&file=1a2b3c4d.2048.friends.csv")
    assert snapshot.checksum == "1a2b3c4d.2048.friends.csv"
    assert SIX[0].checksum == ""


def test_markup_in_notes_stays_the_words_that_were_typed():
    note = "<img src=x onerror=alert(1)> a < b"
    assert Workspace.from_json(file([{"note": note}])).snapshots[0].note == note


def test_the_most_that_a_file_may_hold_is_held():
    assert len(Workspace.from_json(file([{"title": "x"}] * MOST)).snapshots) == MOST


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "damaged"),
        (b"\xff\xfe\x00", "damaged"),
        ('{"format"', "damaged"),
        ("[" * 100_000, "damaged"),
        ("[]", "not a workspace"),
        ('{"format": "other"}', "not a workspace"),
        (file([], version=VERSION + 1), "update GraphDP"),
        (file([], version=True), "version"),
        (file([], version="1"), "version"),
        (file({}), "at most 500"),
        (file([{}] * (MOST + 1)), "at most 500"),
        ("x" * 16_000_001, "16 MB"),
    ],
)
def test_what_is_no_workspace_is_refused_in_one_sentence(text, words):
    with pytest.raises(Refused, match=words) as refused:
        Workspace.from_json(text)
    assert str(refused.value).endswith(".")
    assert ". " not in str(refused.value)


@pytest.mark.parametrize(
    ("row", "part"),
    [
        ("text", "parts"),
        ({"data": [[0, 1]]}, "parts"),
        ({"page": "https://elsewhere.org"}, "page"),
        ({"page": "../admin"}, "page"),
        ({"page": 3}, "page"),
        ({"title": "x" * 121}, "title"),
        ({"title": "two\nlines"}, "title"),
        ({"title": None}, "title"),
        ({"note": "\u202eevil"}, "note"),
        ({"note": "\x1b[2J"}, "note"),
        ({"finding": ["a"]}, "finding"),
        ({"query": "x" * 8001}, "query"),
        ({"figures": {"ARI": "1"}}, "figures"),
        ({"figures": [["ARI", 1.0]]}, "figures"),
        ({"figures": [["a", "b"]] * 9}, "figures"),
        ({"picture": "https://elsewhere.org/x.png"}, "picture"),
        ({"picture": "data:image/svg+xml;base64,PHN2Zz4="}, "picture"),
        ({"picture": "data:image/png;base64,PHN2Zz4="}, "picture"),
        ({"picture": "data:image/png;base64,A"}, "picture"),
        ({"picture": PNG + "A" * 100_000}, "picture"),
        ({"picture": 0}, "picture"),
    ],
)
def test_a_snapshot_that_is_none_is_refused_with_its_place_and_part(row, part):
    with pytest.raises(Refused, match=f"Snapshot 2 of the file cannot be read: its {part} must be"):
        Workspace.from_json(file([{"title": "fine"}, row]))
