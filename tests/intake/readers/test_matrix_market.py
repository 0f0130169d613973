"""Matrix Market: oblong matrices are people by groups, dense ones are read entry by entry."""

import io

import numpy as np
import pytest
import scipy.io
import scipy.sparse
from uploads import read_upload

from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading

TABLE = np.array([[1.0, 0, 0, 2], [0, 1, 0, 1], [0, 1, 0, 0]])
SQUARE = np.array([[0, 2.0, 0], [0, 0, 3], [4, 0, 5]])


def written(matrix: object, **options: object) -> bytes:
    stream = io.BytesIO()
    scipy.io.mmwrite(stream, matrix, **options)
    return stream.getvalue()


@pytest.mark.parametrize("made", [np.asarray, scipy.sparse.csr_array])
def test_an_oblong_joins_rows_and_columns_or_is_projected(made) -> None:
    data = written(made(TABLE))
    (notice,) = preview(data, "g.mtx").notices
    assert (notice.field, notice.choice) == ("projection", "none")
    both = read_upload(data, "g.mtx").graph
    assert (both.n, both.edges.tolist()) == (7, [[0, 3], [0, 6], [1, 4], [1, 6], [2, 4]])
    assert both.weights.tolist() == [1, 2, 1, 1, 1]
    people = read(data, "g.mtx", Reading(projection="rows")).graph
    assert (people.n, people.edges.tolist()) == (3, [[0, 1], [1, 2]])
    groups = read(data, "g.mtx", Reading(projection="columns")).graph
    assert (groups.n, groups.edges.tolist()) == (4, [[0, 3], [1, 3]])


def test_a_square_has_nothing_to_project() -> None:
    assert preview(written(scipy.sparse.csr_array(SQUARE)), "g.mtx").notices == ()
    loaded = read(written(SQUARE), "g.mtx", Reading(projection="rows"))
    assert loaded.cleaned.endswith("nothing was projected: nodes are of one kind.")


@pytest.mark.parametrize(
    ("matrix", "symmetry", "edges"),
    [
        (SQUARE, "general", {(0, 1): 2, (1, 2): 3, (0, 2): 4}),
        (SQUARE + SQUARE.T, "symmetric", {(0, 1): 2, (1, 2): 3, (0, 2): 4}),
        (SQUARE - SQUARE.T, "skew-symmetric", {(0, 1): -2, (1, 2): -3, (0, 2): 4}),
    ],
)
def test_a_dense_matrix_of_any_symmetry(matrix, symmetry: str, edges: dict) -> None:
    data = written(matrix, symmetry=symmetry)
    assert symmetry.encode() in data.splitlines()[0]
    graph = read_upload(data, "g.mtx").graph
    pairs = map(tuple, graph.edges.tolist())
    assert dict(zip(pairs, graph.weights.tolist(), strict=True)) == edges
