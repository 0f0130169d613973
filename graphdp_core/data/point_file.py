"""Reads a file of latent positions and draws the random dot product graph that they stand for."""

from __future__ import annotations

import io
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from graphdp_core.data.generators.latent_points import MOST_POINTS, graph_from_points
from graphdp_core.intake.files.graph_file import GraphFile, Limits, open_graph_file
from graphdp_core.intake.files.raw_graph import Loaded, is_number
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import text_table
from graphdp_core.params import Refused

MOST_DIMENSIONS = 10


def read_points(
    data: bytes,
    filename: str,
    *,
    rescale: bool = False,
    seed: int = 0,
    limits: Limits = Limits(),
) -> Loaded:
    r"""Draw a graph from the latent positions in a file: one point a line, a number a coordinate.

    The columns are separated as in an edge list, perhaps below a header. A last column that holds
    words gives the classes.

    Parameters
    ----------
    filename : str
        For messages; nothing of that name is opened.
    rescale : bool
        Mend inner products outside [0, 1]; see :func:`graph_from_points`.
    seed : int
        Which of the random graphs.

    Examples
    --------
    >>> loaded = read_points(b"x,y,part\n0.9,0.1,a\n0.8,0.2,a\n0.1,0.9,b\n", "three.csv")
    >>> loaded.graph.n, loaded.graph.label_names, loaded.cleaned
    (3, ('a', 'b'), 'Drawn from 3 points in 2 dimensions.')
    """
    file = open_graph_file(io.BytesIO(data), name=filename, limits=limits)
    points, classes = _points(file)
    try:
        graph = graph_from_points(points, seed=seed, labels=classes or None, rescale=rescale)
    except Refused as error:
        raise file.refuse(str(error)) from None
    count, d = points.shape
    places = f"{count:,} point{'' if count == 1 else 's'} in {d} dimension{'' if d == 1 else 's'}"
    return Loaded(graph, f"Drawn from {places}{', rescaled' if rescale else ''}.")


def _points(file: GraphFile) -> tuple[NDArray[np.float64], list[str]]:
    rows = list(islice(text_table(file, Reading()).rows(), MOST_POINTS + 2))
    if len(rows) > MOST_POINTS + 1:
        raise file.refuse(f"it holds more than the {MOST_POINTS:,} points allowed; use a part.")
    if rows and not is_number(rows[0][1][0]):
        rows = rows[1:]
    if not rows:
        raise file.refuse("give every line the coordinates of a point.")
    width = len(rows[0][1])
    has_classes = width > 1 and not is_number(rows[0][1][-1])
    d = width - has_classes
    if d > MOST_DIMENSIONS:
        raise file.refuse(f"points have {d} coordinates, {MOST_DIMENSIONS} are allowed.")
    for number, fields in rows:
        if len(fields) != width or not all(map(is_number, fields[:d])):
            raise file.refuse(
                f"line {number} is no point like those before: give every line {d} "
                f"number{'' if d == 1 else 's'}{' and a class' if has_classes else ''}."
            )
    points = np.array([[float(x) for x in fields[:d]] for _, fields in rows])
    return points, [fields[-1] for _, fields in rows] if has_classes else []
