"""The package that computes persistent homology: it is an extra, and whoever lacks it is told."""

from __future__ import annotations

from importlib.util import find_spec

from graphdp_core.params import Refused

__all__ = ["need_gudhi"]


def need_gudhi() -> None:
    """Refuse in one sentence where gudhi is not installed.

    Raises
    ------
    Refused
        If it is not: the sentence names the extra that brings it.

    Examples
    --------
    >>> need_gudhi()
    """
    if find_spec("gudhi") is None:
        raise Refused('shapes and their clusters need gudhi: pip install "graphdp[shape]".')
