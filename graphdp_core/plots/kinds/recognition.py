"""Who is recognised: the people whom the attacker knows, and whom every node is taken for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.board.pictures import (
    Ink,
    Places,
    TilePicture,
    node_sketch,
    on_layout,
    sampled,
)
from graphdp_core.plots.kinds.record import Kind, Nodes, Table
from graphdp_core.plots.pair.drawings import network_pair
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.sides import Compared
from graphdp_core.results import Recognised

if TYPE_CHECKING:
    import pandas as pd

RIGHT, WRONG, NAMED = 1, 2, 3  # classes whose colours and symbols lie far from other nodes'
FATES = ("", "recognised", "mistaken", "known")
STEPS = 12


def _fates(one: Recognised) -> NDArray[np.int32]:
    """Of each person the number in `FATES`; -1 for a person taken for nobody."""
    fates = np.where(one.taken < 0, -1, np.where(one.right, RIGHT, WRONG))
    fates[one.named] = NAMED
    return fates.astype(np.int32)


def _picture(c: Compared, places: Places) -> Pair:
    """The true graph with the people known by name, and the release with those recognised."""
    pair = network_pair(c.graph, c.release, places(c.graph))
    known = np.full(c.graph.n, -1, dtype=np.int32)
    known[c.private.named] = NAMED
    left = replace(
        pair.baseline, categories=known, category_names=FATES,
        detail=f"{len(c.private.named)} known by name",
    )  # fmt: skip
    right = _stage(pair.private, _fates(c.private))
    return replace(
        pair, baseline=left, private=right,
        alt=f"The people known by name in the true graph; in the release {right.detail}.",
    )  # fmt: skip


def _stage(picture: Picture, fates: NDArray[np.int32]) -> Picture:
    right, wrong = (int((fates == fate).sum()) for fate in (RIGHT, WRONG))
    detail = f"{right:,} recognised, {wrong:,} mistaken"
    return replace(picture, categories=fates, category_names=FATES, detail=detail)


def _steps(c: Compared, drawn: Pair) -> Sequence[Picture]:
    """From the people known by name to everybody who is matched, in a few steps."""
    fates, order = _fates(c.private), c.private.order
    counts = np.unique(np.linspace(0, len(order), STEPS).astype(np.int64))
    pictures = []
    for count in counts.tolist():
        so_far = fates.copy()
        so_far[order[count:]] = -1
        pictures.append(_stage(drawn.private, so_far))
    return pictures


def _tile(c: Compared, places: Places) -> TilePicture:
    drawn = sampled(c.graph.n)
    dots = on_layout(c.graph, places, drawn)
    fates = _fates(c.private)[drawn]
    true = np.where(fates == NAMED, NAMED, Ink.KEPT)
    private = np.where(fates == RIGHT, RIGHT, true)
    return TilePicture(
        node_sketch(dots, true.astype(np.uint8)),
        node_sketch(dots, private.astype(np.uint8)),
        f"{len(c.private.named)} people known by name, and {int(c.private.right.sum()):,} of "
        f"{c.private.others:,} others recognised in the release.",
    )


def _rows(c: Compared) -> pd.DataFrame:
    """Each person: by whom the attacker takes them for, and by ties and triangles."""
    import pandas as pd

    one: Recognised = c.private
    names = np.array([*c.graph.all_names(), ""], dtype=object)
    words = np.array([*FATES, "not matched"], dtype=object)
    return pd.DataFrame({
        "person": names[:-1],
        "by most ties": words[_fates(one)],
        "taken for": names[one.taken],
        "chance by ties and triangles": one.by_number,
    })  # fmt: skip


def _tell(c: Compared, nodes: Nodes) -> str:
    fates = _fates(c.private)[nodes]
    if len(nodes) > 1:
        right = int((fates == RIGHT).sum())
        return f"{f'{right:,} of {len(nodes):,}' if right else 'None'} of them recognised."
    one = int(nodes[0])
    mistaken = f"Taken for {c.graph.shown_name(int(c.private.taken[one]))}."
    told = {RIGHT: "Recognised.", WRONG: mistaken, NAMED: "Known by name."}
    return told.get(int(fates[0]), "Not matched.")


RECOGNITION = Kind(
    "recognition", picture=_picture, steps=_steps, tile=_tile, tell=_tell,
    tables=(Table("All people", "people", _rows),),
)  # fmt: skip
