"""Files as people send them: read from memory, with what was cleaned."""

import io

from graphdp_core.intake import Limits
from graphdp_core.intake.files.graph_file import open_packed
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.loading import load_file

__all__ = ["read_upload"]


def read_upload(
    data, name, format=None, *, classes=None, repeats=None, limits=Limits(), **reading
):  # fmt: skip
    """The graph that these bytes hold; `classes` are name and content of a second file."""
    if classes is not None:
        classes = open_packed(io.BytesIO(classes[1]), name=classes[0], limits=limits)
    chosen = Reading(format=format, repeated=repeats, **reading)
    return load_file(io.BytesIO(data), chosen, name=name, classes=classes, limits=limits)
