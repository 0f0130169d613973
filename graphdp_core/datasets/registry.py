"""Published graphs found as files in the folder that GRAPHDP_DATA_DIR names, checksums verified."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Any

from graphdp_core.datasets.dataset import DatasetInfo
from graphdp_core.datasets.graph_file import GraphFile, GraphFileError, Limits, open_graph_file
from graphdp_core.datasets.label_file import with_classes
from graphdp_core.datasets.raw_graph import Columns, Repeats, clean
from graphdp_core.datasets.readers import read_raw
from graphdp_core.graph import Graph

__all__ = ["REGISTERED", "RegisteredDataset", "RegisteredFile", "data_folder"]

FOLDER_VARIABLE = "GRAPHDP_DATA_DIR"


@dataclass(frozen=True)
class RegisteredFile:
    """One file of a data set: its path in the data folder and the SHA-256 of its content unpacked.

    The file is also found without its sub-folder, and packed (.gz) or unpacked.
    """

    path: str
    sha256: str
    format: str = "edge_list"

    def find(self) -> Path | None:
        """Where the file is, or None."""
        folder = data_folder()
        if folder is None:
            return None
        unpacked = Path(self.path.removesuffix(".gz"))
        for place in (unpacked, Path(unpacked.name)):
            for candidate in (folder / place, folder / f"{place}.gz"):
                if candidate.is_file():
                    return candidate
        return None

    def open(self) -> GraphFile:
        """The content; raises GraphFileError if it is missing or not the published one."""
        path = self.find()
        if path is None:
            raise GraphFileError(
                f"{self.path}: the file is not at hand; set {FOLDER_VARIABLE} to a folder that "
                "holds it, or use a bundled graph such as 'karate'."
            )
        file = open_graph_file(path, limits=Limits())
        if hashlib.sha256(file.data).hexdigest() != self.sha256:
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
    download : str or None
        Address of the file itself.
    """

    file: RegisteredFile
    label_file: RegisteredFile | None = None
    label_attribute: str | None = None
    label_names: Mapping[str, str] = field(default_factory=dict, hash=False)
    repeats: Repeats = "first"
    download: str | None = None

    def available(self) -> bool:
        """Whether all files are in the folder; their content is checked on loading."""
        files = (self.file, self.label_file)
        return all(file is None or file.find() is not None for file in files)

    def load(self) -> Graph:
        """Read the graph and its classes, every node kept."""
        columns = Columns(label=self.label_attribute)
        raw = read_raw(self.file.open(), self.file.format, columns)
        if self.label_file is not None:
            raw = with_classes(raw, self.label_file.open())
        elif self.label_attribute is None:
            raw = replace(raw, classes=None)
        if raw.classes is not None and self.label_names:
            raw = replace(raw, classes=[self.label_names[value] for value in raw.classes])
        return clean(raw, repeats=self.repeats, title=self.title).graph


def data_folder() -> Path | None:
    """The folder that GRAPHDP_DATA_DIR names, or None if it names none."""
    folder = os.environ.get(FOLDER_VARIABLE)
    return Path(folder) if folder and Path(folder).is_dir() else None


def _registered(facts: dict[str, Any]) -> RegisteredDataset:
    files = {key: RegisteredFile(**facts[key]) for key in ("file", "label_file") if facts.get(key)}
    return RegisteredDataset(**{**facts, **files})


REGISTERED: tuple[RegisteredDataset, ...] = tuple(
    _registered(facts)
    for facts in json.loads(resources.files(__package__).joinpath("registry.json").read_bytes())
)
