"""Surveys that differ by one person, small ones first: for audits.

Public groups of the nodes, and how many edges lie within and between them.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.answers import COUNTED, Answers, Counted, counted_weights, every_pair
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused


def surveys_apart(*, replaced: bool) -> Iterator[tuple[str, Graph, Graph]]:
    """Two graphs of questions: a person joins, or gives other answers.

    Examples
    --------
    >>> name, left, right = next(surveys_apart(replaced=False))
    >>> name, left.weights.tolist(), right.weights.tolist()
    ('2 questions, nobody else, together: a person joins who says 10', [0.0], [0.0])
    """
    for questions in (2, 3, 4, 8):
        rows = _rows(questions)
        for crowd, others in _crowds(questions):
            for counted in COUNTED:
                yield from _steps(questions, crowd, others, counted, rows, replaced=replaced)


def _steps(
    questions: int,
    crowd: str,
    others: Floats,
    counted: Counted,
    rows: dict[str, Floats],
    *,
    replaced: bool,
) -> Iterator[tuple[str, Graph, Graph]]:
    where = f"{questions} questions, {crowd}, {counted}"
    if not replaced:
        for said, row in rows.items():
            yield (
                f"{where}: a person joins who says {said}",
                _graph(others, counted),
                _graph(np.vstack((others, row)), counted),
            )
        return
    first, *rest = rows
    for said in rest:
        yield (
            f"{where}: {first} becomes {said}",
            _graph(np.vstack((others, rows[first])), counted),
            _graph(np.vstack((others, rows[said])), counted),
        )


def _rows(questions: int) -> dict[str, Floats]:
    """What one person may say, by how it is written."""
    place = np.arange(questions)
    patterns = [place < questions // 2, place % 2 == 1, place >= 0, place == 0, place < 0]
    rows = (pattern.astype(np.float64) for pattern in patterns)
    return {"".join(f"{answer:g}" for answer in row): row for row in rows}


def _crowds(questions: int) -> Iterator[tuple[str, Floats]]:
    """The others who answered: nobody, or people who split the questions into two topics."""
    yield "nobody else", np.empty((0, questions))
    topics = np.arange(questions) < (questions + 1) // 2
    yield "20 with two opinions", np.tile(np.vstack((topics, ~topics)), (10, 1)).astype(np.float64)


def _graph(people: Floats, counted: Counted) -> Graph:
    questions = people.shape[1]
    return Graph(
        questions,
        every_pair(questions),
        weights=counted_weights(people, counted),
        answers=Answers(counted),
    )


MOST_GROUPS = 100


def public_groups(graph: Graph) -> tuple[Ints, tuple[str, ...]]:
    """The group of every node, and the names of the groups in alphabetical order.

    Neither the order in which a file names the groups nor one without nodes shows.

    Examples
    --------
    >>> pair = Graph.from_edges(3, [(0, 1)], labels=["b", "a", "b"])
    >>> public_groups(pair)[0].tolist(), public_groups(pair)[1]
    ([1, 0, 1], ('a', 'b'))
    """
    if graph.labels is None:
        raise Refused(
            "the graph has no groups: give every node a public one, by an attribute or a column of "
            "its file, or a table of nodes and groups."
        )
    names = np.array(graph.label_names, dtype=object)[graph.labels]
    groups, places = np.unique(names, return_inverse=True)
    if len(groups) > MOST_GROUPS:
        raise Refused(f"there may be at most {MOST_GROUPS} public groups, got {len(groups):,}.")
    return places.astype(np.int64), tuple(map(str, groups))


def group_edges(graph: Graph, groups: Ints, k: int) -> Ints:
    """Edges within every group and between every two, symmetric, shape (k, k).

    Examples
    --------
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> group_edges(path, np.array([0, 0, 1]), 2).tolist()
    [[1, 1], [1, 0]]
    """
    ends = np.sort(groups[graph.edges], axis=1)
    upper = np.bincount(ends[:, 0] * k + ends[:, 1], minlength=k * k).reshape(k, k)
    table: Ints = (upper + np.triu(upper, 1).T).astype(np.int64)
    return table
