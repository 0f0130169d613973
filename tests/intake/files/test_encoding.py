"""Text is read in the encoding that it has, and a guess is said."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError, read_graph
from graphdp_core.intake.files.encoding import ENCODINGS, guess_encoding, known_encoding
from graphdp_core.intake.files.preview import preview
from graphdp_core.intake.files.reading import Reading
from graphdp_core.params import Refused

ROWS = "source;target\nRenée;Jörg\nJörg;Åsa\n"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"]
)
def test_the_usual_encodings_are_found(encoding: str) -> None:
    graph = read_upload(ROWS.encode(encoding), "freunde.csv").graph
    assert graph.names == ("Renée", "Jörg", "Åsa")


def test_a_guess_is_said_and_a_mark_is_none() -> None:
    assert read_upload(ROWS.encode("latin-1"), "a.csv").cleaned.endswith("taken for cp1252.")
    assert "taken for" not in read_upload(ROWS.encode("utf-16"), "a.csv").cleaned
    notices = preview(ROWS.encode("latin-1"), "a.csv").notices
    assert [notice.field for notice in notices if notice.id == "encoding"] == ["encoding"]


@pytest.mark.parametrize("encoding", [name for name, _ in ENCODINGS if name.startswith("cp125")])
def test_an_encoding_that_is_said_wins(encoding: str, tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"source,target\n\xe9,\xc7\n")
    letters = bytes([0xE9]).decode(encoding), bytes([0xC7]).decode(encoding)
    assert read_graph(path, encoding=encoding).names == letters


def test_an_encoding_that_does_not_fit_names_line_and_byte() -> None:
    with pytest.raises(GraphFileError, match="line 2 holds the byte 0xe9, which is no text in"):
        preview(ROWS.encode("latin-1"), "a.csv", Reading(encoding="utf-8"))
    with pytest.raises(Refused, match=r"encoding must be one of utf-8, .*, got 'zlib'"):
        preview(ROWS.encode(), "a.csv", Reading(encoding="zlib"))


def test_xml_says_its_encoding_itself() -> None:
    body = '<graphml><graph><node id="é"/></graph></graphml>'
    text = f'<?xml version="1.0" encoding="ISO-8859-1"?>{body}'
    assert guess_encoding(text.encode("latin-1")) == "iso8859-1"
    assert read_upload(text.encode("latin-1"), "g.graphml").graph.names == ("é",)


def test_only_encodings_of_text_are_known() -> None:
    assert all(known_encoding(name) == name for name, _ in ENCODINGS)
    assert known_encoding("rot13") is None
    assert known_encoding("no such") is None
