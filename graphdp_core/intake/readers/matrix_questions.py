"""What has to be asked about numbers in a square: whether they are a matrix, and of distances."""

from __future__ import annotations

from itertools import islice

import numpy as np

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.matrix import is_symmetric
from graphdp_core.intake.files.numbers import as_number
from graphdp_core.intake.files.question import Question, option
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Table
from graphdp_core.intake.readers.column_words import words_of
from graphdp_core.intake.readers.matrix_layout import MatrixLayout, find_layout, matrix_of

_WORDS = {
    "far": """distance distances dist dists dissimilarity dissimilarities km kilometers kilometres
        miles entfernung entfernungen abstand abstande distanz distanzen unahnlichkeit distancia
        distancias distanza distanze""",
    "near": """similarity similarities correlation correlations cor corr cosine affinity
        ahnlichkeit korrelation similitude similarite correlacion similitud""",
}
_FAR, _NEAR = (frozenset(words.split()) for words in _WORDS.values())
_FEWEST = 3
_FEWEST_UNTOLD = 5
_LARGE = 20  # what counts of meetings rarely are for all pairs
_SAMPLE = 60  # nodes whose triangles are looked at


def about_square(file: GraphFile, table: Table, reading: Reading) -> Question | None:
    """Whether rows that were taken for edges are a small matrix without names.

    It is asked where they are symmetric, hold only 0 and 1, or have zeros on the diagonal.
    """
    layout = find_layout(table)
    if layout is None or layout.n < _FEWEST or layout.sure:
        return None
    entries = matrix_of(file, table, reading, layout).entries
    is_even = is_symmetric(entries) or bool(set(np.unique(entries).tolist()) <= {0, 1})
    if not is_even and np.diag(entries).any():
        return None
    return Question(
        "square",
        "There are as many columns as lines, and all of them are numbers. What is a line?",
        (
            option("One edge between two nodes", shape="edges"),
            option("A row of a matrix of all nodes", shape="matrix"),
        ),
    )


def about_distances(file: GraphFile, table: Table, reading: Reading) -> Question | None:
    """Whether a large number in a matrix means near or far, where it looks like distances."""
    layout = find_layout(table)
    if reading.large is not None or layout is None or layout.n < _FEWEST:
        return None
    words = words_of(file.name) | words_of(table.sheet or "")
    words |= words_of(next((row[0] for _, row in table.head(1) if row), ""))
    if words & _NEAR or not _is_metric(file, table, reading, layout, told=bool(words & _FAR)):
        return None
    return Question(
        "distances",
        "Every two have a number, as in a table of distances. Does a large number mean near or "
        "far? Trees want distances; groups and rankings want nearness.",
        (
            option("Near: a strong tie", large="near"),
            option("Far: keep the distances", large="far"),
            option("Far: turn them into nearness", large="turned"),
        ),
    )


def _is_metric(
    file: GraphFile, table: Table, reading: Reading, layout: MatrixLayout, told: bool
) -> bool:
    """Whether a matrix is symmetric, 0 on its diagonal and above 0 elsewhere, not all the same.

    Where it is not `told`, no way round may be shorter, in numbers that are not small counts.
    """
    _, first = next(islice(table.rows(), layout.skip, None))
    zeros = [as_number(cell.replace(",", ".")) == 0 for cell in first[layout.beside :]]
    if layout.half == "square" and (not zeros[layout.order[0]] or sum(zeros) > 1):
        return False  # before all are looked at
    matrix = matrix_of(file, table, reading, layout)
    numbers = np.asarray(matrix.entries, dtype=np.float64)
    if matrix.half:
        numbers = numbers + numbers.T
    pairs = numbers[np.triu_indices(len(numbers), 1)]
    if matrix.blanks or np.diag(numbers).any() or not is_symmetric(numbers):
        return False
    if pairs.min() <= 0 or pairs.min() == pairs.max():
        return False
    if told:
        return True
    are_counts = numbers.max() < _LARGE and (numbers == np.floor(numbers)).all()
    if are_counts or len(numbers) < _FEWEST_UNTOLD:
        return False
    part = numbers[:_SAMPLE, :_SAMPLE]
    round_ = part[:, :, None] + part[None, :, :]
    return bool((part[:, None, :] <= round_ * (1 + 1e-9)).all())
