"""Header, columns and decimal mark are found in what people export, edge for edge."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading
from tests.intake.named_edges import pairs_of


def test_two_thousand_friends_are_two_thousand_nodes() -> None:
    rows = "".join(f"renée {i},Σοφία {(i + 1) % 2000}\n" for i in range(2000))
    rows = rows.replace("Σοφία", "renée")
    assert read_upload(f"Person,Friend\n{rows}".encode(), "friends.csv").graph.n == 2_000


def test_what_is_said_wins_over_every_guess() -> None:
    text = b"source,target,weight,hours\na,b,1,5\nb,c,2,6\n"
    assert pairs_of(read(text, "g.csv", Reading(weight="hours")).graph) == {"a-b": 5, "b-c": 6}
    assert pairs_of(read(text, "g.csv", Reading(weight=4)).graph) == {"a-b": 5, "b-c": 6}
    assert read(text, "g.csv", Reading(weight="")).graph.weights is None
    assert read(text, "g.csv", Reading(header=False)).graph.n == 5
    assert read(text, "g.csv", Reading(source="weight")).graph.names == ("1", "b", "2", "c")
    assert read(b"a;b,c\nb,c;d,e\n", "g.csv", Reading(separator=";")).graph.names[1] == "b,c"
    assert read(b"a;b;1.500\nb;c;2\n", "g.csv", Reading(decimal=",")).graph.weights[0] == 1500


def test_the_first_two_of_a_long_table_may_stand_where_nobody_looked() -> None:
    pairs = [f"{a}{b},{b}{a}{a}" for a in "abcdefghijklmnop" for b in "qrstuvwxyzäöüß"]
    assert read("\n".join(["ann,bob", *pairs, "bob,ann"]).encode(), "g.csv").graph.m == 225


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"source": "who"}, "no column 'who' for the source; it has 'a', 'b', 'weight'"),
        ({"target": 7}, "no column 7 for the target; it has 3 columns"),
        ({"source": "a", "target": 1}, "column 1 is asked for as source and as target"),
        ({"time": "b", "label": 2}, "column 2 is asked for as label and as time"),
    ],
)
def test_columns_that_cannot_be_are_refused(given: dict[str, str], sentence: str) -> None:
    for what in (preview, read):
        with pytest.raises(GraphFileError, match=f"^g.csv: .*{sentence}"):
            what(b"a,b,weight\nx,y,1\ny,z,2\n", "g.csv", Reading(header=True, **given))


def test_hours_a_week_are_weights_and_a_stamp_is_a_time() -> None:
    text = b"source,target,hours per week\na,b,1\nb,c,0.5\nc,d,3\n"
    assert pairs_of(read(text, "g.csv").graph) == {"a-b": 1, "b-c": 0.5, "c-d": 3}
    stamps = b"source,target,hours\na,b,1089040000\nb,c,1089050000\nc,d,1089060000\n"
    assert preview(stamps, "g.csv").reading.weight != 2


def test_a_pasted_column_of_blanks_is_no_weight() -> None:
    loaded = read_upload(b"a,b,\nb,c,\n", "g.csv")
    assert loaded.graph.weights is None
    assert loaded.cleaned == "Column 3 was ignored."
