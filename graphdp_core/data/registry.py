"""Published graphs: found in the folder that GRAPHDP_DATA_DIR names or fetched, always checked.

Readers of two kinds of published files that are no graph files: points, and Knuth's miles.

Known groups of nodes, which may overlap, that came in a file of their own beside a graph.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.data.dataset import DatasetInfo
from graphdp_core.data.download import fetch_bytes, member_of_zip, store_whole
from graphdp_core.data.generators.point_clouds import nearest_neighbours
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.files.graph_file import (
    GraphFile,
    GraphFileError,
    Limits,
    open_graph_file,
    quoted,
)
from graphdp_core.intake.files.packed import GZIP
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, Repeats, clean
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.loading import read_raw
from graphdp_core.intake.readers.class_rows import class_rows, with_classes
from graphdp_core.progress import SILENT, Report
from graphdp_core.serving import is_demo
from graphdp_core.user_folder import user_folder

NEIGHBOURS = 8
_CITY = re.compile(r"([^\[]+)\[(\d+),(\d+)\]\d+")


def read_plane(file: GraphFile, columns: Columns) -> RawGraph:
    """Points in the plane, one a line, joined with their 8 nearest; weights are the lengths."""
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
    "points": read_plane,
    "miles": read_miles,
}


FOLDER_VARIABLE = "GRAPHDP_DATA_DIR"


@dataclass(frozen=True)
class RegisteredFile:
    """One file of a data set: its path in the data folder and the SHA-256 of its content unpacked.

    The file is also found without its sub-folder, packed (.gz) or unpacked, and in the folder of
    downloads. `sha256` is None where nobody here has seen the published file; then the counts of
    the graph must be the published ones. `download` is its address, of the file itself, its gzip,
    or of a zip archive that holds it as `member`; `bytes` what comes over the network.
    """

    path: str
    sha256: str | None
    format: str = "edge_list"
    download: str | None = None
    member: str | None = None
    bytes: int = 0

    def find(self) -> Path | None:
        """Where the file is, or None."""
        unpacked = Path(self.path.removesuffix(".gz"))
        folders = filter(None, (data_folder(), download_folder()))
        names = [f"{place}{gz}" for place in (unpacked, unpacked.name) for gz in ("", ".gz")]
        places = (folder / name for folder in folders for name in names)
        return next((place for place in places if place.is_file()), None)

    def open(self) -> GraphFile:
        """The content; raises GraphFileError if it is missing or not the published one."""
        if (path := self.find()) is None:
            fetch = "fetch it" if self.download else "it cannot be fetched"
            raise GraphFileError(
                f"{self.path}: the file is not available; {fetch}, set {FOLDER_VARIABLE} to a "
                "folder that holds it, or use a bundled graph such as 'karate'."
            )
        return self._checked(open_graph_file(path, limits=Limits()))

    def fetch(self, *, progress: Report = SILENT) -> None:
        """Download the file, check it, and only then keep it."""
        if self.download is None:
            raise GraphFileError(f"{self.path}: there is no address to fetch it from.")
        if (folder := download_folder()) is None:
            raise GraphFileError(
                f"{self.path}: there is no folder to keep it in; set {FOLDER_VARIABLE} to one that "
                "can be written."
            )
        most, name = Limits().bytes, Path(self.path).name
        data = fetch_bytes(self.download, most=most, progress=progress)
        if self.member is not None:
            data = member_of_zip(name, data, self.member, most=most)
        self._checked(open_graph_file(BytesIO(data), name=name, limits=Limits()))
        packed = ".gz" if data.startswith(GZIP) else ""
        store_whole(data, folder / f"{name.removesuffix('.gz')}{packed}")

    def _checked(self, file: GraphFile) -> GraphFile:
        if self.sha256 not in (None, hashlib.sha256(file.data).hexdigest()):
            raise file.refuse("its content is not the published one (SHA-256); fetch it again.")
        return file


@dataclass(frozen=True, kw_only=True)
class RegisteredDataset(DatasetInfo):
    """A published graph.

    Parameters
    ----------
    label_file : RegisteredFile or None
        Node classes beside the graph; else they are the node attribute `label_attribute`.
    label_names : mapping
        Plain words for the classes that the file numbers.
    repeats : {"first", "sum"}
        Which weight an edge has that is written more than once.
    """

    file: RegisteredFile
    label_file: RegisteredFile | None = None
    label_attribute: str | None = None
    label_names: Mapping[str, str] = field(default_factory=dict, hash=False)
    repeats: Repeats = "first"

    @property
    def files(self) -> tuple[RegisteredFile, ...]:
        """The graph's file and, if there is one, that of the classes."""
        return tuple(file for file in (self.file, self.label_file) if file is not None)

    def available(self) -> bool:
        """Whether all files are in the folder; their content is checked on loading."""
        return all(file.find() is not None for file in self.files)

    @property
    def can_be_fetched(self) -> bool:
        """Whether every file that is missing has an address."""
        return not is_demo() and all(file.download or file.find() for file in self.files)

    def fetch(self, *, progress: Report = SILENT) -> None:
        """Download what is missing; what is fetched must give the stated graph."""
        if not self.can_be_fetched:
            super().fetch(progress=progress)
        missing = [file for file in self.files if file.find() is None]
        for file in missing:
            file.fetch(progress=progress)
        try:
            self.load()
        except GraphFileError:
            for path in filter(None, (file.find() for file in missing)):
                path.unlink()
            raise

    def load(self) -> Graph:
        """Read the graph and its classes, every node kept."""
        own = CATALOGUE_FORMATS.get(self.file.format)
        file = self.file.open()
        reading = Reading(format=self.file.format, label=self.label_attribute)
        raw = read_raw(file, reading) if own is None else own(file, reading.attributes())
        if self.label_file is not None:
            file = self.label_file.open()
            raw = with_classes(raw, file, class_rows(file))
        elif self.label_attribute is None:
            raw = replace(raw, classes=None)
        if raw.classes is not None and self.label_names:
            raw = replace(raw, classes=[self.label_names[value] for value in raw.classes])
        graph = clean(raw, repeats=self.repeats, title=self.title).graph
        if (graph.n, graph.m) != (self.n, self.m):
            raise file.refuse(
                f"it holds {graph.n:,} nodes and {graph.m:,} edges, the published graph "
                f"{self.n:,} and {self.m:,}; fetch it again."
            )
        return replace(graph, near=self.near)


def data_folder() -> Path | None:
    """The folder that GRAPHDP_DATA_DIR names, or None if it names none, as in a demo."""
    if is_demo():
        return None
    folder = os.environ.get(FOLDER_VARIABLE)
    return Path(folder) if folder and Path(folder).is_dir() else None


def download_folder() -> Path | None:
    """Where fetched files are kept: the data folder, the user's cache, or nowhere.

    The data folder if it can be written to; the cache if the user has a home. A demo has nowhere.
    """
    folder = data_folder()
    if folder is not None and os.access(folder, os.W_OK):
        return folder
    return None if is_demo() else user_folder()


def _file(key: str, value: Any) -> Any:
    return RegisteredFile(**value) if key in ("file", "label_file") and value else value


REGISTERED: tuple[RegisteredDataset, ...] = tuple(
    RegisteredDataset(**{key: _file(key, value) for key, value in facts.items()})
    for facts in json.loads(resources.files(__package__).joinpath("registry.json").read_bytes())
)


GROUP_FILES = {
    "com-DBLP": RegisteredFile(
        "snap/com-dblp.top5000.cmty.txt.gz",
        "84e5fd08f0259d0f7354b45f35e3b1d225e895bfba4cc5338a2e5f505ac45e17",
    ),
}
"""The files by the title of their graph."""


def known_groups(graph: Graph) -> tuple[NDArray[np.int64], ...]:
    """The published groups of a data set's graph; none where no file is known or available.

    Examples
    --------
    >>> known_groups(Graph.from_edges(2, [(0, 1)], title="my own"))
    ()
    """
    file = GROUP_FILES.get(graph.title)
    if file is None or file.find() is None:
        return ()
    return read_groups(file.open(), graph)


def read_groups(file: GraphFile, graph: Graph) -> tuple[NDArray[np.int64], ...]:
    """One group a line, node names apart by blanks; distinct nodes, rising."""
    number = {graph.name(node): node for node in range(graph.n)}
    groups = []
    for _, names in file.words():
        unknown = [name for name in names if name not in number]
        if names[0].startswith("#"):
            continue
        if unknown:
            raise file.refuse(f"it names a node {quoted(unknown[0])} that is not in the graph.")
        groups.append(np.unique([number[name] for name in names]))
    return tuple(groups)
