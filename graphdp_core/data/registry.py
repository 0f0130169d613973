"""Published graphs: found in the folder that GRAPHDP_DATA_DIR names or fetched, always checked."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Any

from graphdp_core.data.catalogue_formats import CATALOGUE_FORMATS
from graphdp_core.data.dataset import DatasetInfo
from graphdp_core.data.download import fetch_bytes, member_of_zip, store_whole
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.files.graph_file import (
    GraphFile,
    GraphFileError,
    Limits,
    open_graph_file,
)
from graphdp_core.intake.files.packed import GZIP
from graphdp_core.intake.files.raw_graph import Repeats, clean
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.loading import read_raw
from graphdp_core.intake.readers.class_rows import class_rows, with_classes
from graphdp_core.progress import SILENT, Report
from graphdp_core.serving import is_demo
from graphdp_core.user_folder import user_folder

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
        for folder in filter(None, (data_folder(), download_folder())):
            for place in (unpacked, Path(unpacked.name)):
                for candidate in (folder / place, folder / f"{place}.gz"):
                    if candidate.is_file():
                        return candidate
        return None

    def open(self) -> GraphFile:
        """The content; raises GraphFileError if it is missing or not the published one."""
        path = self.find()
        if path is None:
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
    file : RegisteredFile
    label_file : RegisteredFile or None
        Node classes beside the graph; else they are the node attribute `label_attribute`.
    label_attribute : str or None
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
        return graph


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


def _registered(facts: dict[str, Any]) -> RegisteredDataset:
    files = {key: RegisteredFile(**facts[key]) for key in ("file", "label_file") if facts.get(key)}
    return RegisteredDataset(**{**facts, **files})


REGISTERED: tuple[RegisteredDataset, ...] = tuple(
    _registered(facts)
    for facts in json.loads(resources.files(__package__).joinpath("registry.json").read_bytes())
)
