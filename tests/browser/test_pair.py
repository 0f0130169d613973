"""A pair on the stage in a real browser: drawn, linked, walked by keyboard, inert."""

import io
import re
from xml.etree import ElementTree

import harness
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from pair_file import EPSILONS, FIRST, pair_file
from PIL import Image, ImageColor

from graphdp_core.plots.pair.message import gap_bytes
from graphdp_core.plots.theme import DARK, LIGHT
from graphdp_core.web.pages import script

pytestmark = pytest.mark.browser

SETTLED = ".pair[data-settled]:not([data-transition])"
HEARD = """new Promise((done) => {{
    const heard = () => setTimeout(done);
    w.parts.scene.addEventListener("webglcontext{}", heard, {{ once: true }});
    {};
}})"""


IDLE = []  # windows without a network, between two tests


@pytest.fixture
def opened(chromium, tmp_path):
    """Opens a file with a pair in a browser that has no network; nothing may go wrong in it.

    A window that runs a script `first` is not used again.
    """
    windows, problems = [], []
    watched = {
        "console": lambda m: problems.append(m.text) if m.type == "error" else None,
        "pageerror": lambda error: problems.append(str(error)),
    }

    def open_pair(*, scheme="light", still=False, first="", **made):
        path = tmp_path / "pair.html"
        path.write_text(pair_file(**made), encoding="utf-8")
        fresh = bool(first) or not IDLE
        page = chromium.new_context(offline=True).new_page() if fresh else IDLE.pop()
        windows.append((page, first))
        page.set_viewport_size({"width": 1100, "height": 800})
        page.emulate_media(
            color_scheme=scheme, reduced_motion="reduce" if still else "no-preference"
        )
        harness.slow_down(page)
        if first:
            page.add_init_script(first)
        for event, note in watched.items():
            page.on(event, note)
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready]")
        if not first:
            settle(page.locator(".pair"))
        return page.locator(".pair")

    yield open_pair
    for page, first in windows:
        for event, note in watched.items():
            page.remove_listener(event, note)
        if first or problems:
            page.context.close()
        else:
            page.goto("about:blank")
            page.mouse.move(0, 0)
            IDLE.append(page)
    assert problems == []


def settle(pair):
    """Wait until all that was asked of the painter is on the screen: two frames without a wish."""
    pair.page.wait_for_selector(SETTLED)
    wait_until(pair, "!w.painter.asked && !w.painter.busy")
    pair.page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def ask(pair, expression):
    """A value read from the widget `w`."""
    return pair.evaluate(f"() => {{ const w = globalThis.shown; return {expression}; }}")


def wait_until(pair, expression):
    """Wait until an expression of the widget `w` is true."""
    pair.page.wait_for_function(
        f"() => {{ const w = globalThis.shown; return {expression}; }}", timeout=30_000
    )


def spot(pair, side, node):
    """Where a node is on the page, in pixels."""
    x, y = ask(pair, f"w.scene.spot({side}, {node})")
    box = pair.locator(".plot").nth(side).bounding_box()
    return box["x"] + x, box["y"] + y


def pixels(locator):
    return np.asarray(Image.open(io.BytesIO(locator.screenshot())).convert("RGB")).astype(int)


@pytest.mark.long
@pytest.mark.parametrize(
    "made",
    [{}, pytest.param({"n": 2000, "m": 10_000}, marks=pytest.mark.long)],
    ids=["club", "cloud"],
)
def test_both_sides_are_drawn_in_fresh_browsers_alike(opened, made):
    pair = opened(**made)
    assert pair.screenshot() == opened(**made).screenshot()
    for side in (0, 1):
        picture = pixels(pair.locator(".plot").nth(side))
        paper = picture[2, 2]
        assert (np.abs(picture - paper).sum(axis=2) > 60).mean() > 0.005


@pytest.mark.long
def test_a_cloud_with_depth_turns_on_both_sides_by_drag_and_by_keys(opened):
    pair = opened(n=40, solid=True)
    known = np.random.default_rng(0).normal(0, 1, (40, 3))

    def places(side):
        flat = np.array(ask(pair, f"Array.from(w.picture.sides[{side}].points)"))
        return flat.reshape(-1, 2)

    def explained():
        """How far the places are from being an orthogonal projection of the true cloud."""
        seen = places(0) - places(0).mean(axis=0)
        centred = known - known.mean(axis=0)
        view, *_ = np.linalg.lstsq(centred, seen, rcond=None)
        np.testing.assert_allclose(view.T @ view, np.eye(2), atol=1e-3)
        return np.abs(centred @ view - seen).max()

    before = [places(0), places(1)]
    assert explained() < 1e-3
    box = pair.locator(".plot").nth(1).bounding_box()
    pair.page.mouse.move(box["x"] + 150, box["y"] + 150)
    pair.page.mouse.down()
    pair.page.mouse.move(box["x"] + 260, box["y"] + 190, steps=5)
    pair.page.mouse.up()
    turned = [places(0), places(1)]
    assert explained() < 1e-3
    for old, new in zip(before, turned, strict=True):
        assert np.abs(old - new).max() > 0.3
    pair.locator(".plot").nth(0).focus()
    pair.page.keyboard.press("Shift+ArrowLeft")
    assert np.abs(places(1) - turned[1]).max() > 0.1
    assert explained() < 1e-3
    pair.page.keyboard.press("0")
    np.testing.assert_allclose(places(0), before[0])
    pair.page.locator(".stop").press("End")
    settle(pair)
    assert np.abs(places(1) - before[1]).max() > 0.1
    np.testing.assert_allclose(places(0), before[0])


@pytest.mark.long
def test_tiny_pictures_do_no_harm(opened):
    for made in (
        {"n": 0}, {"n": 1}, {"n": 2, "m": 1}, {"n": 0, "solid": True}, {"n": 1, "solid": True},
    ):  # fmt: skip
        pair = opened(**made)
        pair.locator(".plot").first.focus()
        for key in ("ArrowRight", "ArrowUp", "Enter", "Escape", "+", "-", "0"):
            pair.page.keyboard.press(key)


@pytest.mark.long
def test_a_node_under_the_pointer_lights_up_on_both_sides(opened):
    pair = opened()
    before = [pixels(pair.locator(".plot").nth(side)) for side in (0, 1)]
    pair.page.mouse.move(*spot(pair, 0, 33))
    pair.locator(".tip.shown").wait_for()
    settle(pair)
    assert "edges →" in pair.locator(".tip").inner_text()
    for side in (0, 1):
        assert (pixels(pair.locator(".plot").nth(side)) != before[side]).any(axis=2).sum() > 80


@pytest.mark.long
def test_a_loop_marks_nodes_on_both_sides_and_says_how_many(opened):
    pair = opened()
    x, y = spot(pair, 0, 33)
    inside = ask(
        pair,
        """[...Array(34).keys()].filter(i => {
        const [x, y] = w.scene.spot(0, 33), [a, b] = w.scene.spot(0, i);
        return Math.hypot(a - x, b - y) < 42;
    })""",
    )
    pair.page.keyboard.down("Shift")
    pair.page.mouse.move(x - 60, y)
    pair.page.mouse.down()
    for dx, dy in ((0, -60), (60, 0), (0, 60), (-60, 0)):
        pair.page.mouse.move(x + dx, y + dy, steps=4)
    pair.page.mouse.up()
    pair.page.keyboard.up("Shift")
    chosen = ask(pair, "[...w.marks.selection]")
    assert set(inside) <= set(chosen)
    assert len(chosen) < 34
    assert pair.locator("[role=status]").inner_text() == f"{len(chosen)} nodes marked"
    pair.get_by_role("button", name="Clear", exact=True).click()
    assert ask(pair, "w.marks.selection.size") == 0


@pytest.mark.long
def test_the_keyboard_walks_to_every_node_marks_and_clears(opened):
    pair = opened()
    reached = pair.evaluate(f"""() => {{
        const w = globalThis.shown, {{ neighbour }} = (() => {{ {script("pair/picking")} }})();
        const seen = new Set([0]), queue = [0];
        while (queue.length) {{
            const at = queue.pop();
            for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {{
                const {{ points }} = w.picture.sides[0];
                const next = neighbour(points, w.scene.transformOf(0), at, dx, dy);
                if (next >= 0 && !seen.has(next)) {{ seen.add(next); queue.push(next); }}
            }}
        }}
        return seen.size;
    }}""")
    assert reached == 34
    pair.locator(".plot").nth(1).focus()
    pair.page.keyboard.press("ArrowRight")
    first = pair.locator("[role=status]").inner_text()
    pair.page.keyboard.press("ArrowRight")
    second = pair.locator("[role=status]").inner_text()
    assert first
    assert second != first
    node = ask(pair, "w.marks.focused")
    assert second.startswith(ask(pair, f"w.picture.nameOf({node})"))
    pair.page.keyboard.press("Enter")
    assert ask(pair, "[...w.marks.selection]") == [node]
    pair.page.keyboard.press("Escape")
    assert ask(pair, "w.marks.selection.size") == 0
    pair.page.keyboard.press("+")
    assert ask(pair, "w.camera.view.zoom") > 1
    pair.page.keyboard.press("0")
    assert ask(pair, "w.camera.view.zoom") == 1


def test_names_with_markup_are_inert(opened):
    pair = opened()
    pair.page.mouse.move(*spot(pair, 0, 0))
    pair.locator(".tip.shown").wait_for()
    assert "<img src=x" in pair.locator(".tip").inner_text()
    assert pair.locator("img, b").count() == 0
    svg = saved(pair, "SVG").decode()
    ElementTree.fromstring(svg)
    assert "<img" not in svg
    assert pair.page.evaluate("window.hurt") is None


def saved(pair, name):
    with pair.page.expect_download() as download:
        pair.get_by_role("button", name=name).click()
    return download.value.path().read_bytes()


@pytest.mark.sample
@pytest.mark.parametrize(("scheme", "text"), [("light", "#0A0F14"), ("dark", "#E8EDF2")])
def test_colours_follow_the_theme_and_pass_axe(opened, scheme, text):
    pair = opened(scheme=scheme, draws=3)
    assert pair.evaluate("el => el.style.getPropertyValue('--pair-text')") == text
    faults = Axe().run(pair.page, context=".on-stage").response["violations"]
    assert [v["id"] for v in faults if v["impact"] in ("serious", "critical")] == []


@pytest.mark.parametrize(
    ("scheme", "theme"), [pytest.param("light", LIGHT, marks=pytest.mark.long), ("dark", DARK)]
)
def test_the_title_of_what_protects_nothing_warns(opened, scheme, theme):
    def warns():
        """Whether a saved PNG has the warning's colour within the title of each half."""
        png = np.asarray(Image.open(io.BytesIO(saved(pair, "PNG"))).convert("RGB"))
        head, middle = png[:100].astype(int), png.shape[1] // 2
        near = np.abs(head - ImageColor.getrgb(theme.unproved)).sum(axis=2) < 12
        return near[:, :middle].any(), near[:, middle:].any()

    pair = opened(scheme=scheme, unproved="LNPP")
    titles = pair.locator(".title")
    assert titles.nth(1).inner_text() == "LNPP: not private"
    for title, colour in zip(titles.all(), (theme.text, theme.unproved), strict=True):
        shown = title.evaluate("el => getComputedStyle(el).color")
        assert shown == "rgb({}, {}, {})".format(*ImageColor.getrgb(colour))
    svg = saved(pair, "SVG").decode()
    words = re.findall(r'<text[^>]* fill="([^"]*)"[^>]*>([^<]*)<tspan', svg)
    assert words == [(theme.text, "Without privacy"), (theme.unproved, "LNPP: not private")]
    assert warns() == (False, True)
    pair = opened(scheme=scheme)
    assert pair.locator(".title").nth(1).evaluate("el => el.className") == "title"
    assert warns() == (False, False)


@pytest.mark.long
def test_without_webgl_a_sentence_stands_there(opened):
    pair = opened(first="""
        const get = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
            return kind === 'webgl2' ? null : get.call(this, kind, ...rest);
        };""")  # fmt: skip
    assert "the picture stands still" in pair.locator(".message").inner_text()
    assert pair.page.inner_text("h1") == f"At {FIRST:g}."


def test_moving_the_slider_keeps_widget_and_look_and_glides_to_the_exact_place(opened):
    pair = opened(n=400)
    pair.evaluate("el => { el.mine = true; }")
    pair.locator(".plot").first.press("+")
    zoom = ask(pair, "w.camera.view.zoom")
    pair.evaluate("""el => new MutationObserver(() => {
            el.moved ||= el.dataset.transition !== undefined;
        }).observe(el, { attributes: true, attributeFilter: ['data-transition'] })""")
    old = ask(pair, "[...w.picture.sides[1].points.slice(0, 8)]")
    pair.page.locator(".stop").press("ArrowLeft")
    assert pair.locator(".title").nth(1).inner_text() == "With ε = 1.5"
    settle(pair)
    assert pair.evaluate("el => el.mine")
    assert pair.evaluate("el => el.moved")
    assert ask(pair, "w.camera.view.zoom") == zoom
    new = ask(pair, "[...w.scene.pointsNow(1, w.glide.progress(performance.now())).slice(0, 8)]")
    assert new == ask(pair, "[...w.picture.sides[1].points.slice(0, 8)]")
    assert new != old


def test_every_stop_on_the_way_is_shown_while_the_slider_is_dragged_and_without_motion_at_once(
    opened,
):
    pair = opened(still=True)
    page = pair.page
    box = page.locator(".stop").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    seen = set()
    for step in range(9):
        page.mouse.move(x - box["width"] / 16 * step, y)
        title = pair.locator(".title").nth(1).inner_text()
        assert title == f"With {page.inner_text('.slider .epsilon')}"
        assert ask(pair, "w.glide.length") == 0
        seen.add(title)
    page.mouse.up()
    assert len(seen) == EPSILONS.index(FIRST) + 1


def test_a_call_that_is_out_of_date_and_arrives_last_changes_nothing(opened):
    shown = opened().page.evaluate(
        f"""async () => {{
            const {{ mounting }} = (() => {{ {script("pair/mounting")} }})();
            const shown = [];
            const mount = mounting({{
                calls: new Map(), hide: () => shown.push(null),
                show: ({{ data }}) => shown.push(data),
            }});
            const place = document.body.appendChild(document.createElement("div"));
            const call = data => mount({{ data, parentElement: place }});
            const leave = call("newest");
            call("outdated")();
            await new Promise(done => setTimeout(done, 20));
            call("next")();
            await new Promise(done => setTimeout(done, 20));
            place.remove();
            leave();
            return shown;
        }}"""
    )
    assert shown == ["newest", "outdated", "newest", "next", "newest", None]


@pytest.mark.long
def test_draws_play_only_when_asked_and_return_to_the_picture(opened):
    pair = opened(n=200, draws=4)
    own = ask(pair, "[...w.picture.sides[1].points.slice(0, 8)]")
    ask(
        pair,
        """(w.seen = [], w.plainRepeat = w.showRepeat, w.showRepeat = function (k) {
            this.plainRepeat(k);
            this.seen.push([k, [...this.picture.sides[1].points.slice(0, 8)].join()]);
        })""",
    )
    pair.get_by_role("button", name="Play 4 repeats").click()
    wait_until(pair, "w.seen.length === 5")
    shown = ask(pair, "w.seen")
    assert [k for k, _ in shown] == [0, 1, 2, 3, -1]
    assert len({points for _, points in shown}) == 5, "every draw is another picture"
    settle(pair)
    assert ask(pair, "[...w.picture.sides[1].points.slice(0, 8)]") == own
    before = pixels(pair.locator(".plot").nth(1))
    pair.get_by_role("button", name="Overlay").click()
    settle(pair)
    assert (pixels(pair.locator(".plot").nth(1)) != before).mean() > 0.01


@pytest.mark.long
def test_a_lost_graphics_context_comes_back(opened):
    pair = opened()
    before = pixels(pair.locator(".plot").first)
    ask(pair, "w.ext = w.painter.renderer.gl.getExtension('WEBGL_lose_context'), 0")
    ask(pair, HEARD.format("lost", "w.ext.loseContext()"))  # may be restored only after its event
    assert ask(pair, "w.painter.renderer.gl.isContextLost()")
    ask(pair, HEARD.format("restored", "w.ext.restoreContext()"))
    assert not ask(pair, "w.painter.renderer.gl.isContextLost()")
    settle(pair)
    assert (pixels(pair.locator(".plot").first) == before).all()


@pytest.mark.long
def test_wheel_scrolls_the_page_until_the_picture_is_in_use(opened):
    pair = opened()
    x, y = spot(pair, 0, 33)
    pair.page.mouse.move(x, y + 40)
    pair.page.mouse.wheel(0, -200)
    assert ask(pair, "w.camera.view.zoom") == 1
    pair.locator(".plot").first.focus()
    pair.page.mouse.wheel(0, -200)
    wait_until(pair, "w.camera.view.zoom > 1")


@pytest.mark.long
def test_two_fingers_zoom_both_sides_about_the_point_between_them(opened):
    pair = opened()
    box = pair.locator(".plot").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    middle = [box["width"] / 2, box["height"] / 2]
    to_data = f"""(() => {{
        const [sx, sy, ox, oy] = w.scene.transformOf(0);
        return [({middle[0]} - ox) / sx, ({middle[1]} - oy) / sy, sx, w.scene.transformOf(1)[0]];
    }})()"""
    before = ask(pair, to_data)
    hand = pair.page.context.new_cdp_session(pair.page)

    def touch(kind, reach):
        points = [{"x": x - reach, "y": y, "id": 0}, {"x": x + reach, "y": y, "id": 1}]
        hand.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [] if kind == "touchEnd" else points},
        )

    touch("touchStart", 40)
    for reach in range(44, 84, 4):
        touch("touchMove", reach)
    touch("touchEnd", 80)
    after = ask(pair, to_data)
    assert after[2] / before[2] == pytest.approx(2, rel=0.1), "twice as far apart, twice as large"
    assert after[2] / before[2] == pytest.approx(after[3] / before[3])
    assert after[:2] == pytest.approx(before[:2], abs=0.05), "what lay between the fingers stays"


def test_pieces_of_the_script_give_right_answers(chromium):
    page = chromium.new_page()
    far = np.array([[0, 1], [0, 200], [8_000_000, 8_999_999]])
    answers = page.evaluate(f"""() => {{
        const {{ ticks }} = (() => {{ {script("pair/axes")} }})();
        const {{ View, boundsOf, steadyBounds }} = (() => {{ {script("pair/view")} }})();
        const {{ spread }} = (() => {{ {script("pair/payload")} }})();
        const {{ inside, nearest }} = (() => {{ {script("pair/picking")} }})();
        const view = new View();
        const fitted = view.transform([0, 0, 1, 1], 236, 236);
        view.zoomAt(2, 30, 40);
        const zoomed = view.transform([0, 0, 1, 1], 236, 236);
        const points = new Float32Array([0, 0, 1, 1, 0.5, 0.5]);
        return {{
            ticks: ticks(-0.13, 1.02, 5).map(t => t.text),
            fitted, fixed: [(118 + 30 - fitted[2]) / fitted[0], (118 + 30 - zoomed[2]) / zoomed[0]],
            bounds: boundsOf(points), alone: boundsOf(new Float32Array([3, 4])),
            steady: steadyBounds([0, 0, 10, 10], [1, 1, 9, 9]),
            grown: steadyBounds([0, 0, 10, 10], [1, 1, 11, 9]),
            near: nearest(points, fitted, 118, 120), none: nearest(points, fitted, 60, 118),
            pairs: [...spread(new Uint8Array({gap_bytes(far, 9_000_000).tolist()}), 9_000_000)],
            inside: inside(points, fitted, [[100, 100], [140, 100], [140, 140], [100, 140]]),
        }};
    }}""")
    page.close()
    assert answers["pairs"] == far.ravel().tolist()
    assert answers["ticks"] == ["0.0", "0.5", "1.0"]
    assert answers["fitted"] == [200, -200, 18, 218]
    assert answers["fixed"][0] == pytest.approx(answers["fixed"][1])
    assert answers["bounds"] == [0, 0, 1, 1]
    assert answers["alone"][0] < 3 < answers["alone"][2]
    assert answers["steady"] == [0, 0, 10, 10]
    assert answers["grown"] == [1, 1, 11, 9]
    assert (answers["near"], answers["none"], answers["inside"]) == (2, -1, [2])
