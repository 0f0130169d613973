"""Text is read in the encoding that it has, and a guess is said.

Letters that may be several are asked about, with the names as each encoding has them.
"""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError, read_graph
from graphdp_core.intake.files.encoding import ENCODINGS, guess_encoding, known_encoding
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.question import Unclear
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.loading import about_encoding
from graphdp_core.params import Refused

ROWS = "source;target\nRenée;Jörg\nJörg;Åsa\n"


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


NAMES = {
    "gb18030": ("周杰", "王伟", "李娜"),
    "big5": ("陳大文", "李小明", "王美"),
    "euc_kr": ("김철수", "이영희", "박민"),
    "cp1250": ("Gąska", "Żółw", "Ćma"),
    "cp1251": ("Иван", "Мария", "Пётр"),
    "koi8-r": ("Иван", "Мария", "Пётр"),
    "cp1253": ("Γιώργος", "Μαρία", "Ελένη"),
    "cp1254": ("Yıldız", "Şahin", "Güneş"),
    "cp1255": ("דוד", "משה", "שרה"),
}


@pytest.mark.parametrize("encoding", NAMES)
def test_the_answer_with_the_right_names_gives_the_right_graph(encoding: str) -> None:
    a, b, c = NAMES[encoding]
    data = f"from,to\n{a},{b}\n{b},{c}\n{c},{a}\n".encode(encoding)
    with pytest.raises(Unclear, match="can be read in several ways") as caught:
        read(data, "names.csv")
    assert preview(data, "names.csv").question == caught.value.question
    right = [o for o in caught.value.question.options if o.changes == (("encoding", encoding),)]
    assert f"'{a}', '{b}'" in right[0].words
    graph = read(data, "names.csv", right[0].reading(preview(data, "names.csv").reading)).graph
    assert set(graph.names) == {a, b, c}


@pytest.mark.parametrize(
    "names", ["Zoë,Jürgen", "José,Iñigo", "Søren,Åsa", "MÄÄTTÄ,Ö", "João,Conceição", "Œuvre,Aïda"]
)
def test_western_names_are_read_without_a_question(names: str) -> None:
    assert about_encoding(f"{names}\n".encode("cp1252")) is None
    assert read(f"from,to\n{names}\n".encode("cp1252"), "g.csv").graph.n == 2
