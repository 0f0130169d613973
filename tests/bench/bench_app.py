"""Speed of the app in the real browser: start, slider to repainted picture, uncached pages."""

import statistics
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

import harness

STOPS = ("2", "2.5", "3", "3.5", "4", "4.5", "5")
MOVES = 20
PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture(scope="module")
def chromium():
    with harness.browser() as made:
        if made is None:
            pytest.skip("no browser: install chromium")
        yield made


@pytest.mark.parametrize("n", [1000, 10_000])
def test_slider_to_repainted_picture(chromium, n):
    with (
        harness.server() as ours,
        harness.server(script="tests/bench/floor_app.py") as floor,
        harness.visit(chromium, ours) as page,
        harness.visit(chromium, floor) as least,
    ):
        page.go(f"embeddings?sbm.n={n}")
        least.go(f"?n={n}")
        first = [_sweep(page)]
        seconds = {"page": [], "floor": []}
        while len(seconds["page"]) < MOVES:
            seconds["page"] += _sweep(page)
            seconds["floor"] += _sweep(least)
        new, own, low = (statistics.median(s) for s in (*first, *seconds.values()))
        print(
            f"\nslider to picture, {n:,} points: {own:.3f} s ({own / low:.2f}x the floor of "
            f"{low:.3f} s, goal 1.3x); computed anew {new:.3f} s ({new / low:.2f}x)"
        )


def _sweep(tab: harness.Visit) -> list[float]:
    """Seconds of every move from ε = 3 up to 5 and back down to 3."""
    slider = tab.page.locator(".st-key-epsilon input[type=range]")
    slider.focus()
    up, down = STOPS[3:], STOPS[-2:1:-1]
    return [_move(tab, "ArrowRight", e) for e in up] + [_move(tab, "ArrowLeft", e) for e in down]


def _move(tab: harness.Visit, key: str, epsilon: str) -> float:
    start = time.perf_counter()
    tab.page.keyboard.press(key)
    tab.page.wait_for_function(
        """words => [...document.querySelectorAll('[data-testid="stPlotlyChart"]')]
            .every(chart => chart.textContent.includes(words))""",
        arg=f"With ε = {epsilon}",
        polling="raf",
    )
    tab.page.evaluate(PAINTED)
    return time.perf_counter() - start


def test_start_and_uncached_pages(chromium):
    start = time.perf_counter()
    with harness.server() as address, harness.visit(chromium, address) as tab:
        healthy = time.perf_counter() - start
        tab.go("overview")
        useful = time.perf_counter() - start
        print(
            f"\nserver answers after {healthy:.2f} s, first useful page {useful:.2f} s (goal 5 s)"
        )
        tab.go("embeddings?sbm.n=10000&epsilon=4.5")
        start = time.perf_counter()
        tab.page.get_by_role("button", name="Draw again").first.click()
        tab.page.wait_for_url("**draw=1**")
        tab.settle()
        print(
            f"SBM(10,000) embeddings, another draw: {time.perf_counter() - start:.2f} s (goal 2.5)"
        )
