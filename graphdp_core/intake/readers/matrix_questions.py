"""What has to be asked about numbers in a square: whether they are a matrix, and of distances."""

from __future__ import annotations

from itertools import islice

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.numbers import as_number, is_symmetric
from graphdp_core.intake.files.question import Option, Question
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
_HEAD = 30
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
            Option("One edge between two nodes", (("shape", "edges"),)),
            Option("A row of a matrix of all nodes", (("shape", "matrix"),)),
        ),
    )


def about_distances(file: GraphFile, table: Table, reading: Reading) -> Question | None:
    """Whether a large number in a matrix means near or far, where it looks like distances."""
    layout = find_layout(table)
    if reading.large is not None or layout is None or layout.n < _FEWEST:
        return None
    words = words_of(file.name) | words_of(table.sheet or "")
    words |= words_of(next((row[0] for _, row in table.head(1) if row), ""))
    if words & _NEAR or not _may_be(table, layout):
        return None
    matrix = matrix_of(file, table, reading, layout)
    numbers = np.asarray(matrix.entries, dtype=np.float64)
    if matrix.half:
        numbers = numbers + numbers.T
    if matrix.blanks or not _are_between_all(numbers):
        return None
    if not words & _FAR and not _are_metric(numbers):
        return None
    return Question(
        "distances",
        "Every two have a number, as in a table of distances. Does a large number mean near or "
        "far? Trees want distances; groups and rankings want nearness.",
        (
            Option("Near: a strong tie", (("large", "near"),)),
            Option("Far: keep the distances", (("large", "far"),)),
            Option("Far: turn them into nearness", (("large", "turned"),)),
        ),
    )


def _may_be(table: Table, layout: MatrixLayout) -> bool:
    """Whether the first rows have zeros on the diagonal alone, before all are looked at."""
    rows = islice(table.rows(), layout.skip, layout.skip + _HEAD)
    for node, (_, row) in zip(layout.order, rows, strict=False):
        cells = row[layout.beside :]
        for place, cell in enumerate(cells if layout.half == "square" else ()):
            if cell and (as_number(cell.replace(",", ".")) == 0) != (place == node):
                return False
    return True


def _are_between_all(numbers: Floats) -> bool:
    """Whether a matrix is symmetric, 0 on its diagonal, and above 0 elsewhere, not all the same."""
    if np.diag(numbers).any() or not is_symmetric(numbers):
        return False
    pairs = numbers[np.triu_indices(len(numbers), 1)]
    return bool((pairs > 0).all() and pairs.min() < pairs.max())


def _are_metric(numbers: Floats) -> bool:
    """Whether no way round is shorter, in numbers that are not small counts."""
    if len(numbers) < _FEWEST_UNTOLD:
        return False
    if numbers.max() < _LARGE and (numbers == np.floor(numbers)).all():
        return False
    part = numbers[:_SAMPLE, :_SAMPLE]
    round_ = part[:, :, None] + part[None, :, :]
    return bool((part[:, None, :] <= round_ * (1 + 1e-9)).all())
