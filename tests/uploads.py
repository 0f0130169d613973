"""Files as people send them: read from memory, with what was cleaned."""

import io
import zipfile
from collections.abc import Mapping

from graphdp_core.intake import Limits
from graphdp_core.intake.files.graph_file import open_packed
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.loading import load_file

__all__ = ["read_upload", "zipped"]


def read_upload(
    data, name, format=None, *, classes=None, repeats=None, limits=Limits(), **reading
):  # fmt: skip
    """The graph that these bytes hold; `classes` are name and content of a second file."""
    if classes is not None:
        classes = open_packed(io.BytesIO(classes[1]), name=classes[0], limits=limits)
    chosen = Reading(format=format, repeated=repeats, **reading)
    return load_file(io.BytesIO(data), chosen, name=name, classes=classes, limits=limits)


def zipped(files: Mapping[str, bytes | str], kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", kind) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()
