"""Speed of the diagram distances beside gudhi's, in one run: medians in ms and ratios."""

import gudhi
import numpy as np
from gudhi.hera import wasserstein_distance

from graphdp_core.analyses.point_clouds import alpha_pairs
from graphdp_core.arrays import Floats
from graphdp_core.metrics.diagrams import (
    bottleneck,
    log_diagram,
    shift_invariant_bottleneck,
    wasserstein,
)
from tests.bench.timing import milliseconds


def synthetic(rng: np.random.Generator, n: int) -> Floats:
    """A few long bars and many short ones."""
    birth, length = rng.random(n), rng.exponential(0.02, n)
    length[: rng.integers(3, 10)] += 0.5
    return np.column_stack([birth, birth + length])


def cases() -> dict[str, tuple[Floats, Floats]]:
    rng = np.random.default_rng(0)
    sphere = rng.normal(size=(1000, 3))
    sphere /= np.linalg.norm(sphere, axis=1)[:, None]
    noisy = [
        alpha_pairs(sphere + s * rng.normal(size=(1000, 3)), max_homology=1) for s in (0.05, 0.2)
    ]
    by_name = {f"synthetic, {n:,}": (synthetic(rng, n), synthetic(rng, n)) for n in (50, 300, 1000)}
    for k in (0, 1):
        first, second = (pairs[k][np.isfinite(pairs[k][:, 1])] for pairs in noisy)
        by_name[f"noisy sphere H{k}, {len(first):,}/{len(second):,}"] = (first, second)
    return by_name


def test_bottleneck_is_faster_than_gudhi() -> None:
    ratios = {}
    for name, (a, b) in cases().items():
        ours = milliseconds(lambda a=a, b=b: bottleneck(a, b))
        theirs = milliseconds(lambda a=a, b=b: gudhi.bottleneck_distance(a, b))
        ratios[name] = theirs / ours
        print(f"bottleneck  {name:32} {ours:8.2f} ms  gudhi {theirs:8.1f} ms  {ratios[name]:6.1f}x")
    assert ratios["synthetic, 1,000"] >= 10


def test_the_best_shift_takes_less_than_ten_calls_of_gudhi() -> None:
    for name, pair in cases().items():
        a, b = map(log_diagram, pair) if name.startswith("noisy sphere") else pair
        if not len(a):  # H0 is born at 0
            continue
        ours = milliseconds(lambda a=a, b=b: shift_invariant_bottleneck(a, b))
        theirs = milliseconds(lambda a=a, b=b: gudhi.bottleneck_distance(a, b), repeats=3)
        print(
            f"best shift  {name:32} {ours:8.2f} ms  gudhi, one shift {theirs:8.1f} ms "
            f"{10 * theirs / ours:6.1f}x ten calls"
        )
        assert ours < 10 * theirs


def test_wasserstein_is_faster_than_hera() -> None:
    for name, (a, b) in cases().items():
        ours = milliseconds(lambda a=a, b=b: wasserstein(a, b))
        theirs = milliseconds(
            lambda a=a, b=b: wasserstein_distance(a, b, order=1.0, internal_p=np.inf), repeats=3
        )
        print(
            f"wasserstein {name:32} {ours:8.2f} ms  hera  {theirs:8.1f} ms  {theirs / ours:6.1f}x"
        )
        assert ours < 2 * theirs
