"""Header, columns and decimal mark are found in what people export, edge for edge."""

import pytest
from uploads import read_upload

from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import GraphFileError
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading


def edges_of(graph: Graph) -> dict[str, float]:
    weights = [0.0] * graph.m if graph.weights is None else graph.weights.tolist()
    ends = ["-".join(sorted((graph.name(u), graph.name(v)))) for u, v in graph.edges.tolist()]
    return dict(zip(ends, weights, strict=True))


EXPORTS: dict[str, tuple[str, dict[str, float]]] = {
    "any names": ("Person,Friend,messages,since\nann,bob,3,2010\nbob,cy,4,2011\n",
                  {"ann-bob": 3, "bob-cy": 4}),
    "two columns of text": ("Person,Friend\nann,bob\nbob,cy\n", {"ann-bob": 0, "bob-cy": 0}),
    "numbered names": ("Alpha,Beta\nx1,x2\nx2,x3\nx3,x4\n", {"x1-x2": 0, "x2-x3": 0, "x3-x4": 0}),
    "no header": ("ann,bob\nbob,cy\n", {"ann-bob": 0, "bob-cy": 0}),
    "no header, a gap first": ("ann,bob,NA\nbob,cy,3\n", {"ann-bob": 1, "bob-cy": 3}),
    "German spreadsheet": ("Von;Nach;Stunden\nann;bob;1,5\nbob;cy;1.234,25\n",
                           {"ann-bob": 1.5, "bob-cy": 1234.25}),
    "French spreadsheet": ("de;vers;poids\nann;bob;0,5\nbob;cy;2\n", {"ann-bob": 0.5, "bob-cy": 2}),
    "Spanish spreadsheet": ("origen\tdestino\tveces\nann\tbob\t1,25\nbob\tcy\t2\n",
                            {"ann-bob": 1.25, "bob-cy": 2}),
    "quoted decimals": ('from,to,weight\nann,bob,"0,5"\nbob,cy,"1,25"\n',
                        {"ann-bob": 0.5, "bob-cy": 1.25}),
    "thousands": ('from,to,weight\nann,bob,"1,500"\nbob,cy,"12,000.5"\n',
                  {"ann-bob": 1500, "bob-cy": 12000.5}),
    "weight first": ("weight,Person,Friend\n1,ann,bob\n2,bob,cy\n", {"ann-bob": 1, "bob-cy": 2}),
    "weight first, no header": ("0.5 ann bob\n1.5 bob cy\n", {"ann-bob": 0.5, "bob-cy": 1.5}),
    "R, write.csv": ('"","from","to","weight"\n"1","ann","bob",3\n"2","bob","cy",4\n',
                     {"ann-bob": 3, "bob-cy": 4}),
    "R, write.table": ('"from" "to" "w"\n"1" "ann" "bob" 3\n"2" "bob" "cy" 4\n',
                       {"ann-bob": 3, "bob-cy": 4}),
    "pandas with an index": (",user,friend,hours\n0,ann,bob,3\n1,bob,cy,4\n",
                             {"ann-bob": 3, "bob-cy": 4}),
    "Gephi": ("Id,Label,Source,Target,Type,Weight\n0,,ann,bob,U,1\n1,,bob,cy,U,3\n",
              {"ann-bob": 1, "bob-cy": 3}),
    "Neo4j": (":START_ID,:END_ID,:TYPE\nann,bob,KNOWS\nbob,cy,KNOWS\n",
              {"ann-bob": 0, "bob-cy": 0}),
    "time is no weight": ("source,target,timestamp\nann,bob,1100000000\nbob,cy,1100000300\n",
                          {"ann-bob": 0, "bob-cy": 0}),
    "stamps without a header": ("1 2 1100000000\n2 3 1100000300\n", {"1-2": 0, "2-3": 0}),
    "ends last": ("kind,place,Employee,Manager\nx,here,ann,bob\nx,there,bob,cy\n",
                  {"ann-bob": 0, "bob-cy": 0}),
    "target first": ("to,from,weight\nann,bob,3\nbob,cy,4\n", {"ann-bob": 3, "bob-cy": 4}),
    "names with signs": ('Person,Friend\n"Smith, ""Jo""",Zoë\nZoë,<b>\n',
                         {'Smith, "Jo"-Zoë': 0, "<b>-Zoë": 0}),
}  # fmt: skip


@pytest.mark.parametrize("case", EXPORTS)
def test_an_export_is_read_as_it_was_meant(case: str) -> None:
    text, edges = EXPORTS[case]
    graph = read_upload(text.encode(), "export.csv").graph
    assert edges_of(graph) == edges
    shown = preview(text.encode(), "export.csv")
    assert read(text.encode(), "export.csv", shown.reading).graph == graph
    assert read(text.encode(), "export.csv", shown.answer()).graph == graph


def test_two_thousand_friends_are_two_thousand_nodes() -> None:
    rows = "".join(f"renée {i},Σοφία {(i + 1) % 2000}\n" for i in range(2000))
    rows = rows.replace("Σοφία", "renée")
    assert read_upload(f"Person,Friend\n{rows}".encode(), "friends.csv").graph.n == 2_000


def test_what_is_said_wins_over_every_guess() -> None:
    text = b"source,target,weight,hours\na,b,1,5\nb,c,2,6\n"
    assert edges_of(read(text, "g.csv", Reading(weight="hours")).graph) == {"a-b": 5, "b-c": 6}
    assert edges_of(read(text, "g.csv", Reading(weight=4)).graph) == {"a-b": 5, "b-c": 6}
    assert read(text, "g.csv", Reading(weight="")).graph.weights is None
    assert read(text, "g.csv", Reading(header=False)).graph.n == 5
    assert read(text, "g.csv", Reading(source="weight")).graph.names == ("1", "b", "2", "c")
    assert read(b"a;b,c\nb;d,e\n", "g.csv", Reading(separator=";")).graph.names[1] == "b,c"
    assert read(b"a;b;1.500\nb;c;2\n", "g.csv", Reading(decimal=",")).graph.weights[0] == 1500


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


def test_a_pasted_column_of_blanks_is_no_weight() -> None:
    loaded = read_upload(b"a,b,\nb,c,\n", "g.csv")
    assert loaded.graph.weights is None
    assert loaded.cleaned == "Column 3 was ignored."
