"""A column of a table of edges gives the classes of the sources, and never costs an edge."""

import pytest

from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading
from tests.intake.named_edges import nodes_of

LABEL = Reading(label="team")


def table(*rows: str) -> bytes:
    return "\n".join(("who,whom,team", *rows)).encode()


@pytest.mark.parametrize("names", [("ann", "bob", "cy"), ("1", "2", "3")])
def test_the_label_of_a_row_is_the_class_of_its_source(names) -> None:
    a, b, c = names
    data = table(f"{a},{b},red", f"{b},{c},blue", f"{c},{a},red", f"{c},{b},")
    shown = preview(data, "g.csv", LABEL)
    graph = read(data, "g.csv", shown.reading).graph
    classes = {graph.name(i): graph.label_names[k] for i, k in enumerate(graph.labels)}
    assert classes == {a: "red", b: "blue", c: "red"}
    assert graph.m == 3


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (("ann,bob,red", "bob,cy,blue"), "1 of 3 nodes has none, such as 'cy'"),
        (("ann,bob,red", "ann,cy,blue"), "'ann' has two, 'red' and 'blue'"),
    ],
)
def test_classes_that_are_not_one_for_each_node_are_left_out_with_a_word(rows, words) -> None:
    loaded = read(table(*rows), "g.csv", LABEL)
    assert (loaded.graph.labels, loaded.graph.m) == (None, 2)
    assert nodes_of(loaded.graph) == ["ann", "bob", "cy"]
    assert f"classes were left out because {words}" in loaded.cleaned.lower()
