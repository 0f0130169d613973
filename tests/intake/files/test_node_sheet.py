"""Workbooks with a sheet of nodes and one of edges: which is which, and what the nodes add."""

import pytest

from graphdp_core.intake.files.graph_file import GraphFile, Limits
from graphdp_core.intake.files.node_sheet import edges_among, with_nodes
from graphdp_core.intake.files.raw_graph import clean
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.sheets import first_table
from graphdp_core.intake.files.table import NodeSheet
from graphdp_core.intake.readers.edge_list import read_edges

FILE = GraphFile("club.xlsx", b"", Limits())
RING = [[str(i), str(i % 8 + 1)] for i in range(1, 9)]
PEOPLE = [[str(i), f"P{i}", "ab"[i % 2]] for i in range(1, 10)]
SHEETS = {
    "gephi": ([["Id", "Label", "Group"], *PEOPLE], [["Source", "Target"], *RING], "Label"),
    "no words": ([["nr", "who", "x"], *PEOPLE], [["a", "b"], *RING], ""),
    "ids behind": ([["who", "nr"], *([p[1], p[0]] for p in PEOPLE)], [["a", "b"], *RING], ""),
    "title and total": (
        [["Our club"], [], ["Id", "Name"], *(p[:2] for p in PEOPLE), ["Total", "9"]],
        RING,
        "Name",
    ),
    "edges have ids": (
        [["Id", "Label", "ties"], *([*p[:2], "2"] for p in PEOPLE)],
        [["Id", "Source", "Target"], *([str(i), *row] for i, row in enumerate(RING, 1))],
        "Label",
    ),
}


@pytest.mark.parametrize("kind", SHEETS)
@pytest.mark.parametrize("order", [("people", "ties"), ("ties", "people")])
def test_the_sheet_that_names_the_ids_of_the_other_holds_the_edges(kind, order) -> None:
    people, ties, column = SHEETS[kind]
    cells = {"people": people, "ties": ties}
    for asked in (None, "ties"):  # as a guess, and as a preview says it again
        table = first_table(FILE, Reading(sheet=asked), order, cells.__getitem__)
        assert (table.sheet, table.nodes.sheet, table.nodes.column) == ("ties", "people", column)
        assert table.notes == ()
    raw = with_nodes(read_edges(FILE, table, Reading()), table.nodes, FILE)
    loaded = clean(raw)
    assert (loaded.graph.n, loaded.graph.m) == (9, 8)
    assert "the sheet 'people', 1 node of them without an edge" in loaded.cleaned
    assert loaded.graph.name(8) == ("P9" if column else "9")


def test_sheets_that_do_not_name_each_other_are_two_tables_and_that_is_said() -> None:
    days = {"Mon": [["Source", "Target"], ["a", "b"]], "Tue": [["Source", "Target"], ["c", "d"]]}
    table = first_table(FILE, Reading(), ("Mon", "Tue"), days.__getitem__)
    assert (table.sheet, table.nodes) == ("Mon", None)
    assert table.notes == ("the sheet 'Tue' was not read",)
    codes = {"codes": [["word", "means"], ["x", "y"]], "ties": [["from", "to"], ["a", "b"]]}
    assert edges_among(list(codes), codes.__getitem__) == ("ties", None)


def test_ids_that_no_sheet_of_nodes_lists_stay() -> None:
    table = first_table(FILE, Reading(), ("e",), {"e": [["a", "b"], ["x", "7"]]}.__getitem__)
    raw = read_edges(FILE, table, Reading(header=False))
    found = with_nodes(raw, NodeSheet("n", {"a": "Ann", "b": "Bob", "c": "Cid"}, "name"), FILE)
    assert sorted(found.names) == ["7", "Ann", "Bob", "Cid", "x"]
