"""Numbers of a table of edges within and between groups: homophily, segregation, connectedness."""

from __future__ import annotations

import math

import numpy as np

from graphdp_core.arrays import Floats

__all__ = ["assortativity", "connectedness", "share_within"]


def share_within(table: Floats) -> float:
    """Homophily: the share of edges within groups, 0 to 1; nan without edges.

    Parameters
    ----------
    table : ndarray of float, shape (k, k)
        Edges within every group and between every two, symmetric.

    Examples
    --------
    >>> share_within(np.array([[2.0, 1.0], [1.0, 1.0]]))
    0.75
    """
    within, total = float(np.trace(table)), float(np.triu(table).sum())
    return min(max(within / total, 0.0), 1.0) if total > 0.0 else math.nan


def assortativity(table: Floats) -> float:
    """Segregation: Newman's assortativity coefficient, at most 1; nan if it is not defined.

    (sum_a e_aa - sum_a d_a^2)/(1 - sum_a d_a^2) with e the shares of the edges and d_a the share
    of edge ends in group a: 1 if no edge leaves its group, 0 if edges are blind to groups.

    References
    ----------
    Newman (2003), Mixing patterns in networks, Physical Review E 67, 026126, equation 2.

    Examples
    --------
    >>> assortativity(np.array([[2.0, 0.0], [0.0, 2.0]])), assortativity(np.diag([3.0]))
    (1.0, nan)
    """
    total = float(np.triu(table).sum())
    if not total > 0.0:
        return math.nan
    ends = table.sum(axis=1) + np.diag(table)
    blind = float(ends @ ends) / (4.0 * total * total)
    if not blind < 1.0 - 1e-12:
        return math.nan
    return min((float(np.trace(table)) / total - blind) / (1.0 - blind), 1.0)


def connectedness(table: Floats, sizes: Floats) -> Floats:
    """Of every group: the share of its ties that lead out, over that of the other nodes.

    1 if ties are blind to groups, 0 if none leads out. Ties are counted, not averaged over
    persons: that would take the degree of every person.

    Parameters
    ----------
    table : ndarray of float, shape (k, k)
    sizes : ndarray of float, shape (k,)
        Nodes of each group.

    Returns
    -------
    ndarray of float, shape (k,)
        nan for a group without ties, or that holds all nodes.

    Examples
    --------
    >>> connectedness(np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([2.0, 3.0])).tolist()
    [0.6666666666666666, 1.0]
    """
    ends = table.sum(axis=1) + np.diag(table)
    out = table.sum(axis=1) - np.diag(table)
    n = float(sizes.sum())
    others = (n - sizes) / max(n - 1.0, 1.0)
    defined = (ends > 0.0) & (others > 0.0)
    found: Floats = np.full(len(sizes), math.nan)
    found[defined] = out[defined] / ends[defined] / others[defined]
    return found
