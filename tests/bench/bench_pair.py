"""Slider to repainted pair in a real browser, and frames a second while dragging."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

import harness

MOVES = 20
# From the key press to the frame after the one that drew the answer.
MOVE = """async pair => {
    const before = pair.dataset.painted;
    const start = performance.now();
    const painted = new Promise(done => {
        const eye = new MutationObserver(() => {
            if (pair.dataset.painted === before) return;
            eye.disconnect();
            const gl = pair.querySelector('canvas.scene').getContext('webgl2');
            gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
            requestAnimationFrame(() => done(performance.now() - start));
        });
        eye.observe(pair, { attributes: true, attributeFilter: ['data-painted'] });
    });
    return painted;
}"""
DRAG = """async pair => {
    const slider = pair.querySelector('input[type=range]');
    const scene = pair.querySelector('canvas.scene').getContext('webgl2');
    let frames = 0, start = performance.now(), last = start, worst = 0;
    for (let step = 0; performance.now() - start < 3000; step++) {
        if (step % 6 === 0) {
            slider.value = Math.abs((step / 6) % 16 - 8);
            slider.dispatchEvent(new Event('input'));
        }
        await new Promise(requestAnimationFrame);
        scene.readPixels(0, 0, 1, 1, scene.RGBA, scene.UNSIGNED_BYTE, new Uint8Array(4));
        const now = performance.now();
        worst = Math.max(worst, now - last);
        last = now;
        frames += 1;
    }
    return [1000 * frames / (last - start), worst];
}"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with harness.server(script="tests/apps/pair_app.py") as found:
        yield found


def opened(tab, query):
    tab.page.goto(f"{tab.address}/?{query}")
    pair = tab.page.locator(".pair[data-settled]")
    pair.wait_for(timeout=60_000)
    tab.page.wait_for_timeout(1500)
    return pair


@pytest.mark.parametrize(
    ("query", "target"),
    [
        ("n=1000", 0.12),
        ("n=10000", 0.16),
        ("n=50000", 0.35),
        ("n=2000&m=10000", 0.20),
        ("n=10000&m=100000", 0.60),
    ],
)
def test_slider_to_repaint(chromium, address, query, target):
    with harness.visit(chromium, address, width=1100) as tab:
        # A glide draws its first frame at once; turned off, the first frame is the final picture.
        pair = opened(tab, f"{query}&glide=0").element_handle()
        tab.page.locator(".st-key-epsilon input[type=range]").focus()
        times = []
        for move in range(MOVES + 2):
            key = "ArrowRight" if move % 2 else "ArrowLeft"
            waiting = tab.page.evaluate_handle(f"pair => ({{ done: ({MOVE})(pair) }})", pair)
            tab.page.keyboard.press(key)
            times.append(tab.page.evaluate("made => made.done", waiting) / 1000)
            tab.page.wait_for_timeout(250)
        median, most = np.median(times[2:]), np.max(times[2:])
        print(f"\n{query:22} slider to repaint {median:6.3f} s (worst {most:.3f}), goal {target}")
        assert median <= target


def test_frames_while_dragging(chromium, address):
    with harness.visit(chromium, address, width=1100) as tab:
        for query in ("n=10000&stops=1&inner=1", "n=4000&m=50000&stops=1&inner=1"):
            pair = opened(tab, query)
            rate, worst = pair.evaluate(DRAG)
            print(f"\n{query:24} {rate:5.1f} frames a second while dragging, worst {worst:.0f} ms")
            if "m=" not in query:
                assert rate >= 30
