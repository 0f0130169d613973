"""Surveys that differ by one person, small ones first: for audits."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.answers import COUNTED, Answers, Counted, counted_weights, every_pair
from graphdp_core.graphs.graph import Graph

__all__ = ["surveys_apart"]


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
