"""What a notebook shows of a comparison: its moving picture, found when there is one to show."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from graphdp_core.wings import is_here

if TYPE_CHECKING:
    from graphdp_core.experiment.compare import Comparison


def show_comparisons() -> None:
    """Let the notebook that runs here show comparisons as moving pictures; else do nothing.

    IPython is told of the class by its name, so that nothing is imported for it.
    """
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None:
        html = shell.display_formatter.formatters["text/html"]
        html.for_type_by_name("graphdp_core.experiment.compare", "Comparison", _moving_picture)


def _moving_picture(c: Comparison) -> str | None:
    """None where there is nothing to draw, or it would take long: the plain words are shown."""
    if not is_here("export"):
        return None
    from graphdp_core.takeaway.moving import shown

    return shown(c)
