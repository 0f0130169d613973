"""All mechanisms, in the order in which they are shown."""

from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.laplace_flip import LaplaceFlip
from graphdp_core.mechanisms.mechanism import Mechanism, Progress

__all__ = ["MECHANISMS", "Mechanism", "Progress"]

MECHANISMS: tuple[type[Mechanism], ...] = (EdgeFlip, LaplaceFlip)
