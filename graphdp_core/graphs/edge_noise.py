"""The public noise on the pairs of a released graph, and what it makes of a number of edges."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EdgeNoise:
    """How every pair of a released graph was randomised, independently, by public probabilities.

    Parameters
    ----------
    true_positive_rate : float
        P(edge released | edge present).
    false_positive_rate : float
        P(edge released | edge absent).

    Notes
    -----
    The unbiased estimate of a pair is (a' - q) / (p - q), with the true positive rate p and the
    false positive rate q.
    """

    true_positive_rate: float
    false_positive_rate: float

    @property
    def keep(self) -> float:
        """The older name of the true positive rate."""
        return self.true_positive_rate

    @property
    def invent(self) -> float:
        """The older name of the false positive rate."""
        return self.false_positive_rate

    @property
    def contrast(self) -> float:
        """p - q, see above; 1 - 2 pi for a symmetric flip, 0 when the release says nothing."""
        return self.true_positive_rate - self.false_positive_rate

    @property
    def is_symmetric(self) -> bool:
        """Whether edges and non-edges are flipped with one probability, as by edgeFlip."""
        return abs(self.true_positive_rate + self.false_positive_rate - 1.0) < 1e-12

    def then(self, other: EdgeNoise) -> EdgeNoise:
        """Both flips as one: every pair by this noise, and what came out by the other.

        An edge is released if it was kept and kept again, or hidden and invented again: p1 p2 +
        (1 - p1) q2 = q2 + p1 (p2 - q2), and a non-edge with q1 in place of p1. So contrasts
        multiply.

        Examples
        --------
        >>> EdgeNoise(0.75, 0.25).then(EdgeNoise(0.75, 0.25))
        EdgeNoise(true_positive_rate=0.625, false_positive_rate=0.375)
        """
        least, contrast = other.false_positive_rate, other.contrast
        return EdgeNoise(
            least + self.true_positive_rate * contrast, least + self.false_positive_rate * contrast
        )
