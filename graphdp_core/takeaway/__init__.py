"""What is taken away: scripts, numbers, moving pictures, reports, each with its promise."""

from __future__ import annotations

from graphdp_core.takeaway.live import live
from graphdp_core.takeaway.moving import moving_html
from graphdp_core.takeaway.notebook import notebook
from graphdp_core.takeaway.origin import Origin
from graphdp_core.takeaway.other_draws import drawn_numbers
from graphdp_core.takeaway.recipe import Recipe, as_python, as_shell
from graphdp_core.takeaway.report import report_html
from graphdp_core.takeaway.still import SIZES, caption_lines, still_svg
from graphdp_core.takeaway.sweeping import sweep_python

__all__ = [
    "SIZES",
    "Origin",
    "Recipe",
    "as_python",
    "as_shell",
    "caption_lines",
    "drawn_numbers",
    "live",
    "moving_html",
    "notebook",
    "report_html",
    "still_svg",
    "sweep_python",
]
