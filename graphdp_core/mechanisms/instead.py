"""What to use in place of a mechanism that protects nothing: the same kind of release, proved."""

from __future__ import annotations

from graphdp_core.mechanisms.mechanism import Mechanism

__all__ = ["instead_of"]


def instead_of(mechanism: Mechanism, epsilon: float = 1.0) -> tuple[Mechanism, ...]:
    """Mechanisms with a proof that release the same; none for one that protects itself.

    The mechanism's own default settings come first where they are proved; then graphs with noise
    on every pair, from which everything can be computed. What protects whole nodes keeps far less,
    and stands in for no mechanism that means to protect an edge.

    Examples
    --------
    >>> from graphdp_core.mechanisms.lnpp import LNPP
    >>> [other.id for other in instead_of(LNPP())][:2]
    ['noisy_eigenvalues', 'edge_flip']
    """
    from graphdp_core.mechanisms import MECHANISMS

    if mechanism.guarantee(epsilon).protects:
        return ()
    wanted = {mechanism.returns, MECHANISMS[0].returns}
    fitting = [
        kind()
        for kind in (type(mechanism), *MECHANISMS)
        if kind.returns in wanted
        and kind.protects_weights == mechanism.protects_weights
        and kind.relation.is_of_nodes == mechanism.relation.is_of_nodes
    ]
    proved = {made.id: made for made in fitting if made.guarantee(epsilon).protects}
    return tuple(sorted(proved.values(), key=lambda made: made.returns is not mechanism.returns))
