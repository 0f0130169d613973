"""Readers of two kinds of published files that are no graph files: points, and Knuth's miles."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from graphdp_core.data.generators.point_clouds import nearest_neighbours
from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_graph import Columns, RawGraph

NEIGHBOURS = 8
_CITY = re.compile(r"([^\[]+)\[(\d+),(\d+)\]\d+")


def read_points(file: GraphFile, columns: Columns) -> RawGraph:
    """Points in the plane, one a line, joined with their 8 nearest; weights are the lengths.

    Raises
    ------
    GraphFileError
        If a line does not hold two numbers.
    """
    rows = [text.split() for _, text in file.lines() if text.strip()]
    try:
        points = np.array(rows, dtype=np.float64).reshape(-1, 2)
    except ValueError:
        raise file.refuse("give every point a line with two numbers.") from None
    edges = nearest_neighbours(points, NEIGHBOURS)
    lengths = np.linalg.norm(points[edges[:, 0]] - points[edges[:, 1]], axis=1)
    # Smaller end first: that two points choose each other is no direction.
    return RawGraph(len(points), np.sort(edges, axis=1), lengths, positions=points)


def read_miles(file: GraphFile, columns: Columns) -> RawGraph:
    """Cities with place and distances by road to all earlier ones: a complete weighted graph.

    References
    ----------
    Knuth D. E. (1993), The Stanford GraphBase: miles.dat.
    """
    names: list[str] = []
    places: list[tuple[float, float]] = []
    ends: list[tuple[int, int]] = []
    miles: list[float] = []
    for number, text in file.lines():
        if text.startswith("*") or not text.strip():
            continue
        if city := _CITY.fullmatch(text.strip()):
            names.append(city[1])
            places.append((-int(city[3]) / 100, int(city[2]) / 100))
        elif all(word.isdecimal() for word in text.split()):
            # Distances to the cities before, the nearest line first.
            done = len(ends) - (len(names) - 1) * (len(names) - 2) // 2
            for place, word in enumerate(text.split(), done):
                ends.append((len(names) - 1, len(names) - 2 - place))
                miles.append(float(word))
        else:
            raise file.refuse(f"line {number} is neither a city nor distances.")
    if len(ends) != len(names) * (len(names) - 1) // 2:
        raise file.refuse("some distances are missing; fetch it again.")
    return RawGraph(
        len(names), np.array(ends), np.array(miles), names=names, positions=np.array(places)
    )


CATALOGUE_FORMATS: dict[str, Callable[[GraphFile, Columns], RawGraph]] = {
    "points": read_points,
    "miles": read_miles,
}
