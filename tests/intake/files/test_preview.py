"""A preview shows what was understood; reading by it gives the graph, edge for edge."""

import pytest

from graphdp_core.intake import ReadingWarning, read_graph
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.loading import load_file
from tests.intake.named_edges import edges_of

FRIENDS = b"Person,Friend,messages\nann,bob,3\nbob,cy,\nann,bob,4\ncy,cy,1\nbob,ann,3\n"


def test_every_guess_is_filled_in_and_marked() -> None:
    shown = preview(FRIENDS, "friends.csv")
    assert shown.reading == Reading(
        format="edge_list", shape="edges", encoding="utf-8", separator=",", decimal=".",
        header=True, source="Person", target="Friend", weight="messages", missing_weight="one",
        repeated="first",
    )  # fmt: skip
    assert {"header", "source", "target", "weight", "separator"} <= shown.guessed
    said = preview(FRIENDS, "friends.csv", Reading(weight="messages"))
    assert said.guessed == shown.guessed - {"weight"}


def test_notices_tell_what_is_not_a_plain_edge_and_what_can_be_done() -> None:
    notices = {notice.field: notice for notice in preview(FRIENDS, "friends.csv").notices}
    assert notices.keys() == {"missing_weight", "repeated"}
    assert notices["missing_weight"].text == "1 tie without a weight counts as 1."
    assert notices["repeated"].choice == "first"
    assert not preview(b"a,b,when\nx,y,2020-01-02\ny,z,2020-01-03\n", "f.csv").notices
    stopped = preview(FRIENDS, "friends.csv", Reading(missing_weight="stop")).notices
    assert [(notice.field, notice.choice) for notice in stopped] == [("missing_weight", "stop")]


def test_reading_by_a_preview_or_by_its_answer_gives_the_same_graph(tmp_path) -> None:
    shown = preview(FRIENDS, "friends.csv")
    graph = read(FRIENDS, "friends.csv", shown.reading).graph
    assert edges_of(graph) == {frozenset(("ann", "bob")): 3, frozenset(("bob", "cy")): 1}
    path = tmp_path / "friends.csv"
    path.write_bytes(FRIENDS)
    call = shown.answer().as_python(str(path))
    with pytest.warns(ReadingWarning, match=r"1 tie without a weight counts as 1\.$"):
        assert eval(call, {"read_graph": read_graph}) == graph


def test_an_answer_says_what_a_guess_would_have_otherwise(tmp_path) -> None:
    square = b"0 1 1 0\n1 0 0 1\n1 0 0 1\n0 1 1 0\n"
    path = tmp_path / "square.txt"
    path.write_bytes(square)
    shown = preview(square, path.name, Reading(shape="edges"))
    assert 'shape="edges"' in shown.answer().as_python(path.name)
    made = load_file(path, shown.answer()).graph
    assert made == read(square, path.name, shown.reading).graph != load_file(path).graph


def test_files_of_one_shape_share_a_key() -> None:
    key = preview(FRIENDS, "friends.csv").shape_key
    assert preview(b"Person,Friend,messages\nzoe,yan,1\n", "others.csv").shape_key == key
    assert preview(b"Person;Friend;messages\nzoe;yan;1\n", "others.csv").shape_key != key
