"""What analyses of a single number share: how it is compared, and what counts as kept."""

from __future__ import annotations

from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.metrics.statistics import relative_error
from graphdp_core.results import Counts

OFF_BY_ALL = Yardstick("relative_error", perfect=0.0, nothing=1.0)
"""Who says 0 is never farther off than the whole number."""


def number_metrics(word: str, *, low: float | None = None) -> tuple[Metric, ...]:
    """The metrics of one number: how far it is off, the private one and the true one.

    Parameters
    ----------
    word : str
        What it is called: "count" or "cost".
    low : float, optional
        The least that the true one can be.

    Examples
    --------
    >>> [metric.label for metric in number_metrics("cost")]
    ['Error of the cost', 'Private cost', 'True cost']
    """
    return (
        Metric(
            "relative_error",
            f"Error of the {word}",
            f"How far the private {word} is off, as a share of the true one.",
            better="lower",
            low=0.0,
            percent=True,
        ),
        Metric(
            "count_private",
            f"Private {word}",
            f"The {word} that is released, or what a released graph says about it.",
            better="neither",
        ),
        Metric(
            "count_baseline", f"True {word}", "That of the true graph.", better="neither", low=low
        ),
    )


def compared_numbers(baseline: Counts, private: Counts) -> dict[str, float]:
    """The values of these metrics.

    Examples
    --------
    >>> import numpy as np
    >>> one, other = (Counts(np.array([value]), ("edges",)) for value in (4.0, 5.0))
    >>> compared_numbers(one, other)
    {'relative_error': 0.25, 'count_private': 5.0, 'count_baseline': 4.0}
    """
    true, released = float(baseline.values[0]), float(private.values[0])
    return {
        "relative_error": relative_error(released, true),
        "count_private": released,
        "count_baseline": true,
    }
