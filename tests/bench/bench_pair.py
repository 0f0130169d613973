"""Slider to repainted pair in a real browser, and frames a second while dragging.

The floor is a bare canvas of the same size that draws as many small points and short lines, and
nothing else.
"""

import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from pair_file import pair_file

MOVES = 20
FRAME_S = 1 / 60
MOST_FLOORS = 2.0
# From the move to the frame after the one that drew it; without motion its first frame is its last.
MOVE = """async ([pair, key]) => {
    const slider = document.querySelector('.stop');
    const gl = pair.querySelector('canvas.scene').getContext('webgl2');
    const before = pair.dataset.painted, start = performance.now();
    slider.value = key;
    slider.dispatchEvent(new Event('input'));
    while (pair.dataset.painted === before) await new Promise(requestAnimationFrame);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    return (performance.now() - start) / 1000;
}"""

FLOOR = """([pair, n, m]) => {
    const scene = pair.querySelector('canvas.scene');
    const canvas = Object.assign(document.createElement('canvas'), {
        width: scene.width, height: scene.height,
    });
    const gl = canvas.getContext('webgl2');
    const program = gl.createProgram();
    for (const [kind, text] of [
        [gl.VERTEX_SHADER, `#version 300 es
            in vec2 at; void main() { gl_Position = vec4(at, 0, 1); gl_PointSize = 4.; }`],
        [gl.FRAGMENT_SHADER, `#version 300 es
            precision mediump float; out vec4 colour; void main() { colour = vec4(.5); }`],
    ]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    gl.bindAttribLocation(program, 0, 'at');
    gl.linkProgram(program);
    gl.useProgram(program);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    const ends = Float32Array.from({length: 4 * Math.max(n, m)}, () => Math.random() - .5);
    for (let end = 2; end < ends.length; end++)
        if (end % 4 > 1) ends[end] = ends[end - 2] + .2 * ends[end];
    gl.bufferData(gl.ARRAY_BUFFER, ends, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const times = [];
    for (let turn = 0; turn < 7; turn++) {
        const start = performance.now();
        gl.clear(gl.COLOR_BUFFER_BIT);
        for (let side = 0; side < 2; side++) {
            gl.drawArrays(gl.LINES, 0, 2 * m);
            gl.drawArrays(gl.POINTS, 0, n);
        }
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
        times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[3] / 1000;
}"""


@pytest.fixture
def opened(chromium, tmp_path):
    pages = []

    def open_pair(*, motion, **made):
        path = tmp_path / "pair.html"
        path.write_text(pair_file(**made), encoding="utf-8")
        pages.append(chromium.new_page(viewport={"width": 1100, "height": 800}))
        pages[-1].emulate_media(reduced_motion=motion)
        pages[-1].goto(path.as_uri())
        pair = pages[-1].locator(".pair[data-settled]")
        pair.wait_for(timeout=60_000)
        pages[-1].wait_for_timeout(1500)
        return pair.element_handle()

    yield open_pair
    for page in pages:
        page.close()


@pytest.mark.parametrize(
    ("n", "m"), [(1_000, 0), (10_000, 0), (50_000, 0), (2_000, 10_000), (10_000, 100_000)]
)
def test_slider_to_repaint(opened, n, m):
    pair, times = opened(n=n, m=m, motion="reduce"), []
    for move in range(MOVES + 2):
        times.append(pair.evaluate(f"(pair) => ({MOVE})([pair, {move % 2}])"))
        pair.owner_frame().wait_for_timeout(250)
    floor = FRAME_S + pair.evaluate(f"(pair) => ({FLOOR})([pair, {n}, {m}])")
    median, most = np.median(times[2:]), np.max(times[2:])
    print(f"\n{n:6} nodes {m:7} edges: {median:6.3f} s (worst {most:.3f}), "
          f"{median / floor:.1f} of a frame's bare drawing")  # fmt: skip
    assert median <= MOST_FLOORS * floor
