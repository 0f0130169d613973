"""What moves with epsilon, as plain records: a stage, its stops, and their bytes."""

from graphdp_core.stage.beside import Beside
from graphdp_core.stage.board import Board
from graphdp_core.stage.packed import (
    LARGE,
    Asked,
    Packing,
    carried,
    has_few_edges,
    matrix_of,
    tie_of,
)
from graphdp_core.stage.stage import Draw, Stage, layout_of, usual_drawing
from graphdp_core.stage.still import still
from graphdp_core.stage.stop import Stop, figures, short_statement
from graphdp_core.stage.truths import Truths

__all__ = [
    "LARGE",
    "Asked",
    "Beside",
    "Board",
    "Draw",
    "Packing",
    "Stage",
    "Stop",
    "Truths",
    "carried",
    "figures",
    "has_few_edges",
    "layout_of",
    "matrix_of",
    "short_statement",
    "still",
    "tie_of",
    "usual_drawing",
]
