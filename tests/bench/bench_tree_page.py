"""Spanning-tree page on 2,000 points in a real browser: from the slider to picture and page.

Run with ``pytest -s``. Every stop is new to the server in the first round of moves.
"""

import statistics
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))
sys.path.insert(0, str(ROOT / "tests" / "bench"))

import harness
from bench_app import CLOCK

MOVES = 20
GOAL = 1.0  # seconds
CLOUD = "graph=Arbitrary+shapes&shapes.n=2000"
WHOLE = "([words]) => [...document.querySelectorAll('p')].some(p => p.innerText.startsWith(words))"


@pytest.mark.parametrize("mechanism", ["Laplace on weights", "PAMST"])
@pytest.mark.parametrize("joined", ["Nearest", "All pairs"])
def test_slider_to_picture_and_page(chromium, mechanism, joined):
    query = f"{CLOUD}&shapes.joined={joined}&mechanism={mechanism}".replace(" ", "+")
    with harness.server() as address, harness.visit(chromium, address, still=True) as tab:
        tab.page.goto(f"{address}/spanning-tree?{query}&epsilon=0.1")
        tab.settle(120)
        tab.page.evaluate(CLOCK)
        moves = [_move(tab) for _ in range(MOVES)]
        pictures, pages = zip(*moves, strict=True)
        print(
            f"\n{mechanism}, {joined.lower()}: slider to picture {_summary(pictures)}, to the "
            f"whole page {_summary(pages)}, goal {GOAL} s"
        )
        assert statistics.median(pages) < GOAL


def _summary(seconds: tuple[float, ...]) -> str:
    return f"{statistics.median(seconds):.3f} s (worst {max(seconds):.3f})"


def _move(tab: harness.Visit) -> tuple[float, float]:
    """One stop to the right: seconds to the widget's next frame, and to the new finding."""
    slider = tab.page.locator(".st-key-epsilon input[type=range]")
    slider.focus()
    start = time.perf_counter()
    tab.page.keyboard.press("ArrowRight")
    tab.page.wait_for_function(
        "() => document.querySelector('[data-testid=stApp]').dataset.testScriptState === 'running'",
        polling="raf",
    )
    stop = slider.get_attribute("aria-valuetext")
    tab.page.wait_for_function(
        """words => document.querySelector('[data-testid=stMain]').innerText.includes(words)
            && document.querySelector('[data-testid=stApp]').dataset.testScriptState !== 'running'
        """,
        arg=f"At ε = {stop}",
        polling="raf",
    )
    whole = time.perf_counter() - start
    picture = tab.page.evaluate("() => window.painted")
    tab.settle()
    return picture, whole
