"""Text that is no file of a graph or a table: its right name, and the one step that helps."""

from __future__ import annotations

import re

from graphdp_core.datasets.files.graph_file import GraphFile
from graphdp_core.datasets.words import WORDS

_SIGNS = tuple(
    (re.compile(kind["sign"].encode(), re.IGNORECASE | re.DOTALL), kind["why"])
    for kind in WORDS["text"]
)
_HEAD = 4000


def refuse_other_kinds(file: GraphFile) -> None:
    r"""Raise GraphFileError if the first lines are of a known kind that is not read.

    Examples
    --------
    >>> from graphdp_core.datasets.files.graph_file import Limits
    >>> refuse_other_kinds(GraphFile("g.csv", b"a,b\nb,c\n", Limits()))
    """
    for sign, why in _SIGNS:
        if sign.match(file.data[:_HEAD]):
            raise file.refuse(why)
