"""A drawing of a part of a page, as it was sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Drawn"]


@dataclass(frozen=True, eq=False)
class Drawn:
    """What a part of a page has sent to the browser.

    Parameters
    ----------
    messages : tuple
        In their order; of those for one place the last.
    widgets : dict
        What the server knows of each widget among them, by its id; None of what is no widget.
    """

    messages: tuple[Any, ...]
    widgets: dict[str, Any]

    @property
    def bytes(self) -> int:
        """Size of the messages."""
        return sum(message.ByteSize() for message in self.messages)
