"""Classes of nodes out of a table of edges, where a column says the class of each source."""

from __future__ import annotations

from collections.abc import Mapping

from graphdp_core.intake.files.graph_file import plain_text
from graphdp_core.intake.files.raw_graph import count_of


class SourceClasses:
    """The classes met so far, by the numbers of the nodes.

    Parameters
    ----------
    number_of : mapping of str to int
        The nodes; may grow until `all` is called.
    """

    def __init__(self, number_of: Mapping[str, int]) -> None:
        self._number_of = number_of
        self._given: dict[int, str] = {}
        self._twice: tuple[int, str] | None = None

    def give(self, node: int, text: str) -> None:
        """A row says this of its source; a blank says nothing."""
        if text and self._given.setdefault(node, text) != text:
            self._twice = self._twice or (node, text)

    def all(self) -> tuple[list[str] | None, tuple[str, ...]]:
        """The class of every node; None and a note if one has two, or some have none.

        Examples
        --------
        >>> classes = SourceClasses({"ann": 0, "bob": 1})
        >>> classes.give(0, "red")
        >>> classes.all()
        (None, ("classes were left out because 1 of 2 nodes has none, such as 'bob'",))
        >>> classes.give(1, "blue")
        >>> classes.all()
        (['red', 'blue'], ())
        """
        names = list(self._number_of)
        if self._twice is not None:
            node, other = self._twice
            shown = [
                plain_text(text, longest=20) for text in (names[node], self._given[node], other)
            ]
            return None, (
                "classes were left out because '{}' has two, '{}' and '{}'".format(*shown),
            )
        without = [name for i, name in enumerate(names) if i not in self._given]
        if without:
            verb = "has" if len(without) == 1 else "have"
            return None, (
                f"classes were left out because {len(without):,} of {count_of(len(names), 'node')} "
                f"{verb} none, such as '{plain_text(without[0], longest=20)}'",
            )
        return [self._given[i] for i in range(len(names))], ()
