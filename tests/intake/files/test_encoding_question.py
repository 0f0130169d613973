"""Letters that may be several are asked about, with the names as each encoding has them."""

import pytest

from graphdp_core.intake.files.encoding_question import about_encoding
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.question import Unclear

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
