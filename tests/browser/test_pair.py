"""The pair widget in a real browser: drawn, linked, walked by keyboard, inert, never in the way."""

import base64
import io
import re
from xml.etree import ElementTree

import harness
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageColor

from graphdp_core.plots.pair.message import gap_bytes
from graphdp_core.plots.theme import DARK, LIGHT
from pages.shared.widget_script import script

pytestmark = pytest.mark.browser

WIDGET = "el => globalThis[Symbol.for('graphdp.pair')].widgets.get(el.parentNode)"


@pytest.fixture(scope="module")
def pair_address():
    with harness.server(script="tests/apps/pair_app.py") as found:
        yield found


@pytest.fixture
def tab(chromium, pair_address):
    with harness.visit(chromium, pair_address, width=1100) as made:
        yield made
        assert made.problems == []


def open_pair(tab, query="graph=karate"):
    tab.page.goto(f"{tab.address}/?{query}")
    tab.page.wait_for_selector(".pair[data-settled]", timeout=30_000)
    settle(tab)
    return tab.page.locator(".pair")


def settle(tab):
    tab.page.wait_for_selector(
        '[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=20_000
    )
    tab.page.wait_for_selector(".pair:not([data-transition])")
    tab.page.wait_for_timeout(350)


def ask(pair, expression):
    """A value read from the widget `w`."""
    return pair.evaluate(f"el => {{ const w = ({WIDGET})(el); return {expression}; }}")


def wait_until(pair, expression, seconds=20):
    """Wait until an expression of the widget `w` is true."""
    pair.page.wait_for_function(
        f"el => {{ const w = ({WIDGET})(el); return {expression}; }}",
        arg=pair.element_handle(),
        timeout=seconds * 1000,
    )


def painted(tab):
    """Wait until all that was asked of the painter is on the screen: two frames without a wish."""
    wait_until(tab.page.locator(".pair"), "!w.painter.asked && !w.painter.busy")
    tab.page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def spot(pair, side, node):
    """Where a node is on the page, in pixels."""
    x, y = ask(pair, f"w.scene.spot({side}, {node})")
    box = pair.locator(".plot").nth(side).bounding_box()
    return box["x"] + x, box["y"] + y


def heard(tab, text):
    tab.page.wait_for_function("text => document.body.innerText.includes(text)", arg=text)


def pixels(locator):
    return np.asarray(Image.open(io.BytesIO(locator.screenshot())).convert("RGB")).astype(int)


@pytest.mark.parametrize("query", ["graph=karate", "n=2000&m=10000"])
def test_both_sides_are_drawn(tab, query):
    pair = open_pair(tab, query)
    for side in (0, 1):
        picture = pixels(pair.locator(".plot").nth(side))
        paper = picture[2, 2]
        assert (np.abs(picture - paper).sum(axis=2) > 60).mean() > 0.005


def test_a_cloud_with_depth_turns_on_both_sides_by_drag_and_by_keys(tab):
    pair = open_pair(tab, "n=40&solid=1")
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
    tab.page.mouse.move(box["x"] + 150, box["y"] + 150)
    tab.page.mouse.down()
    tab.page.mouse.move(box["x"] + 260, box["y"] + 190, steps=5)
    tab.page.mouse.up()
    turned = [places(0), places(1)]
    assert explained() < 1e-3
    for old, new in zip(before, turned, strict=True):
        assert np.abs(old - new).max() > 0.3
    pair.locator(".plot").nth(0).focus()
    tab.page.keyboard.press("Shift+ArrowLeft")
    assert np.abs(places(1) - turned[1]).max() > 0.1
    assert explained() < 1e-3
    tab.page.keyboard.press("0")
    np.testing.assert_allclose(places(0), before[0])
    ask(pair, "w.showStop(w.stops.list[8])")
    tab.page.wait_for_selector(".pair:not([data-transition])")
    assert np.abs(places(1) - before[1]).max() > 0.1
    np.testing.assert_allclose(places(0), before[0])


def test_tiny_pictures_do_no_harm(tab):
    for query in ("n=0", "n=1", "n=2&m=1", "n=0&solid=1", "n=1&solid=1"):
        pair = open_pair(tab, query)
        pair.locator(".plot").first.focus()
        for key in ("ArrowRight", "ArrowUp", "Enter", "Escape", "+", "-", "0"):
            tab.page.keyboard.press(key)


def test_a_node_under_the_pointer_lights_up_on_both_sides(tab):
    pair = open_pair(tab)
    before = [pixels(pair.locator(".plot").nth(side)) for side in (0, 1)]
    tab.page.mouse.move(*spot(pair, 0, 33))
    pair.locator(".tip.shown").wait_for()
    painted(tab)
    assert "edges →" in pair.locator(".tip").inner_text()
    for side in (0, 1):
        assert (pixels(pair.locator(".plot").nth(side)) != before[side]).any(axis=2).sum() > 80


def test_a_loop_marks_nodes_on_both_sides_and_python_hears_their_numbers(tab):
    pair = open_pair(tab)
    x, y = spot(pair, 0, 33)
    inside = ask(
        pair,
        """[...Array(34).keys()].filter(i => {
        const [x, y] = w.scene.spot(0, 33), [a, b] = w.scene.spot(0, i);
        return Math.hypot(a - x, b - y) < 42;
    })""",
    )
    tab.page.keyboard.down("Shift")
    tab.page.mouse.move(x - 60, y)
    tab.page.mouse.down()
    for dx, dy in ((0, -60), (60, 0), (0, 60), (-60, 0)):
        tab.page.mouse.move(x + dx, y + dy, steps=4)
    tab.page.mouse.up()
    tab.page.keyboard.up("Shift")
    heard(tab, "heard: (")
    settle(tab)
    text = re.search(r"heard: \(([^)]*)\)", tab.text())[1]
    chosen = [int(part) for part in text.split(",") if part.strip()]
    assert set(inside) <= set(chosen)
    assert len(chosen) < 34
    assert ask(pair, "[...w.marks.selection]") == chosen
    pair.get_by_role("button", name="Clear the marks").click()
    heard(tab, "heard: () ")


def test_the_keyboard_walks_to_every_node_marks_and_clears(tab):
    pair = open_pair(tab)
    reached = pair.evaluate(f"""el => {{
        const w = ({WIDGET})(el), {{ neighbour }} = (() => {{ {script("pair/picking")} }})();
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
    tab.page.keyboard.press("ArrowRight")
    first = pair.locator("[role=status]").inner_text()
    tab.page.keyboard.press("ArrowRight")
    second = pair.locator("[role=status]").inner_text()
    assert first
    assert second != first
    node = ask(pair, "w.marks.focused")
    assert second.startswith(ask(pair, f"w.picture.nameOf({node})"))
    tab.page.keyboard.press("Enter")
    heard(tab, f"heard: ({node},)")
    tab.page.keyboard.press("Escape")
    heard(tab, "heard: () ")
    tab.page.keyboard.press("+")
    assert ask(pair, "w.camera.view.zoom") > 1
    tab.page.keyboard.press("0")
    assert ask(pair, "w.camera.view.zoom") == 1


def test_names_with_markup_are_inert(tab):
    pair = open_pair(tab)
    tab.page.mouse.move(*spot(pair, 0, 0))
    pair.locator(".tip.shown").wait_for()
    assert "<img src=x" in pair.locator(".tip").inner_text()
    assert pair.locator("img, b").count() == 0
    svg = saved(tab, pair, "SVG").decode()
    ElementTree.fromstring(svg)
    assert "<img" not in svg
    assert tab.page.evaluate("window.hurt") is None


def saved(tab, pair, name):
    with tab.page.expect_download() as download:
        pair.get_by_role("button", name=name).click()
    return download.value.path().read_bytes()


def test_pictures_are_saved_as_svg_and_png(tab):
    pair = open_pair(tab, "n=300")
    svg = saved(tab, pair, "SVG").decode()
    assert svg.count("<path") > 600
    assert "dimension 1" in svg
    png = np.asarray(Image.open(io.BytesIO(saved(tab, pair, "PNG"))).convert("RGB"))
    assert png.shape[1] > 1500
    assert len(np.unique(png.reshape(-1, 3), axis=0)) > 50


@pytest.mark.parametrize(("scheme", "text"), [("light", "#0A0F14"), ("dark", "#E8EDF2")])
def test_colours_follow_the_theme_and_pass_axe(chromium, pair_address, scheme, text):
    with harness.visit(chromium, pair_address, scheme=scheme, width=1100) as tab:
        pair = open_pair(tab, "graph=karate&stops=1&draws=3")
        assert pair.evaluate("el => el.style.getPropertyValue('--pair-text')") == text
        found = Axe().run(tab.page, context=".stBidiComponent").response["violations"]
        assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
        assert tab.problems == []


@pytest.mark.parametrize(
    ("scheme", "theme"), [pytest.param("light", LIGHT, marks=pytest.mark.long), ("dark", DARK)]
)
def test_the_title_of_what_protects_nothing_warns(chromium, pair_address, scheme, theme):
    def warns():
        """Whether a saved PNG has the warning's colour within the title of each half."""
        png = np.asarray(Image.open(io.BytesIO(saved(tab, pair, "PNG"))).convert("RGB"))
        head, middle = png[:100].astype(int), png.shape[1] // 2
        near = np.abs(head - ImageColor.getrgb(theme.unproved)).sum(axis=2) < 12
        return near[:, :middle].any(), near[:, middle:].any()

    with harness.visit(chromium, pair_address, scheme=scheme, width=1100) as tab:
        pair = open_pair(tab, "graph=karate&stops=1&unproved=LNPP")
        titles = pair.locator(".title")
        assert titles.nth(1).inner_text() == "LNPP: not private"
        for title, colour in zip(titles.all(), (theme.text, theme.unproved), strict=True):
            shown = title.evaluate("el => getComputedStyle(el).color")
            assert shown == "rgb({}, {}, {})".format(*ImageColor.getrgb(colour))
        svg = saved(tab, pair, "SVG").decode()
        words = re.findall(r'<text[^>]* fill="([^"]*)"[^>]*>([^<]*)<tspan', svg)
        assert words == [(theme.text, "Without privacy"), (theme.unproved, "LNPP: not private")]
        assert warns() == (False, True)
        pair = open_pair(tab, "graph=karate&stops=1")
        assert titles.nth(1).evaluate("el => el.className") == "title"
        assert warns() == (False, False)
        assert tab.problems == []


def test_without_webgl_python_hears_it_and_a_sentence_stands_there(chromium, pair_address):
    with harness.visit(chromium, pair_address, alone=True) as tab:
        tab.page.add_init_script("""
            const get = HTMLCanvasElement.prototype.getContext;
            HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
                return kind === 'webgl2' ? null : get.call(this, kind, ...rest);
            };""")
        tab.page.goto(f"{tab.address}/?graph=karate")
        heard(tab, "heard: () None False")
        assert "the picture stands still" in tab.page.locator(".pair .message").inner_text()
        assert tab.problems == []


def test_the_same_picture_in_fresh_contexts(chromium, pair_address):
    shots = []
    for _ in range(2):
        with harness.visit(chromium, pair_address, width=1100, alone=True) as tab:
            shots.append(open_pair(tab, "n=800&m=2000").screenshot())
    assert shots[0] == shots[1]


def test_moving_the_slider_keeps_widget_and_view_and_glides_to_the_exact_place(tab):
    pair = open_pair(tab, "n=400")
    pair.evaluate("el => { el.mine = true; }")
    pair.locator(".plot").first.focus()
    tab.page.keyboard.press("+")
    zoom = ask(pair, "w.camera.view.zoom")
    pair.evaluate("""el => new MutationObserver(() => {
            el.moved ||= el.dataset.transition !== undefined;
        }).observe(el, { attributes: true, attributeFilter: ['data-transition'] })""")
    old = ask(pair, "[...w.picture.sides[1].points.slice(0, 8)]")
    tab.page.locator(".st-key-epsilon input[type=range]").focus()
    tab.page.keyboard.press("ArrowRight")
    pair.get_by_text("The clouds at ε = 1.5.").wait_for()
    settle(tab)
    assert pair.evaluate("el => el.mine")
    assert pair.evaluate("el => el.moved")
    assert ask(pair, "w.camera.view.zoom") == zoom
    new = ask(pair, "[...w.scene.pointsNow(1, w.glide.progress(performance.now())).slice(0, 8)]")
    assert new == ask(pair, "[...w.picture.sides[1].points.slice(0, 8)]")
    assert new != old


def test_reduced_motion_means_no_glide(chromium, pair_address):
    with harness.visit(chromium, pair_address) as tab:
        tab.page.emulate_media(reduced_motion="reduce")
        pair = open_pair(tab, "n=400")
        tab.page.locator(".st-key-epsilon input[type=range]").focus()
        tab.page.keyboard.press("ArrowRight")
        pair.get_by_text("The clouds at ε = 1.5.").wait_for()
        settle(tab)
        assert ask(pair, "w.glide.length") == 0


def test_the_inner_slider_shows_each_stop_at_once_and_tells_the_last(tab):
    pair = open_pair(tab, "graph=karate&stops=1&inner=1")
    slider = pair.locator("input[type=range]")
    slider.focus()
    pair.evaluate("""el => {
        const slider = el.querySelector('input[type=range]');
        slider.value = 8;
        slider.dispatchEvent(new Event('input'));
    }""")
    assert "With ε = 0.5" in pair.inner_text()
    assert "heard: () None" in tab.text()
    assert ask(pair, "w.picture.sides[1].totals.kept") == int(
        re.search(r"(\d+) of 78", pair.locator(".finding").inner_text())[1]
    )
    pair.evaluate("el => el.querySelector('input[type=range]').dispatchEvent(new Event('change'))")
    heard(tab, "heard: () 0.5 True")


def test_the_picture_follows_the_slider_of_the_page_while_it_is_dragged(tab):
    pair = open_pair(tab, "graph=karate&stops=1")
    box = tab.page.locator(".st-key-epsilon input[type=range]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    seen = []
    for step in range(12):
        tab.page.mouse.move(x - 40 * step, y)
        tab.page.wait_for_timeout(40)
        title = pair.locator(".title").nth(1).inner_text()
        seen += [title] if title not in seen else []
        assert int(re.search(r"^(\d+) of", pair.locator(".finding").inner_text())[1]) == ask(
            pair, "w.picture.sides[1].totals.kept"
        )
    assert len(seen) >= 3, "every stop on the way was shown before the slider was let go"
    tab.page.mouse.up()
    wait_until(pair, "w.picture.header.stop === w.stops.followed")
    settle(tab)
    last = tab.page.locator(".st-key-epsilon input").get_attribute("aria-valuetext")
    assert f"ε = {float(last):g}" in pair.inner_text()
    assert ask(pair, "w.picture.header.stop") == ask(pair, "w.stops.followed")


def test_an_outdated_call_that_arrives_last_changes_nothing(tab):
    open_pair(tab)
    shown = tab.page.evaluate(
        """async code => {
            const name = Symbol.for("graphdp.pair");
            const own = globalThis[name];
            const shown = [];
            globalThis[name] = {
                calls: new Map(), hide: () => shown.push(null),
                show: ({ data }) => shown.push(data),
            };
            const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
            const mount = (await import(url)).default;
            const place = document.body.appendChild(document.createElement("div"));
            const call = data => mount({ data, parentElement: place });
            const leave = call("newest");
            call("outdated")();
            await new Promise(done => setTimeout(done, 20));
            call("next")();
            await new Promise(done => setTimeout(done, 20));
            place.remove();
            leave();
            globalThis[name] = own;
            return shown;
        }""",
        script("pair/mount"),
    )
    assert shown == ["newest", "outdated", "newest", "next", "newest", None]


def test_draws_play_only_when_asked_and_return_to_the_picture(tab):
    pair = open_pair(tab, "n=200&draws=4")
    own = ask(pair, "[...w.picture.sides[1].points.slice(0, 8)]")
    ask(
        pair,
        """(w.seen = [], w.plainRepeat = w.showRepeat, w.showRepeat = function (k) {
            this.plainRepeat(k);
            this.seen.push([k, [...this.picture.sides[1].points.slice(0, 8)].join()]);
        })""",
    )
    pair.get_by_role("button", name="Play 4 repeats").click()
    tab.page.wait_for_function(
        f"el => {{ const w = ({WIDGET})(el); return w.seen.length === 5; }}",
        arg=pair.element_handle(),
    )
    shown = ask(pair, "w.seen")
    assert [k for k, _ in shown] == [0, 1, 2, 3, -1]
    assert len({points for _, points in shown}) == 5, "every draw is another picture"
    settle(tab)
    assert ask(pair, "[...w.picture.sides[1].points.slice(0, 8)]") == own
    before = pixels(pair.locator(".plot").nth(1))
    pair.get_by_role("button", name="Overlay").click()
    settle(tab)
    assert (pixels(pair.locator(".plot").nth(1)) != before).mean() > 0.01


def test_a_lost_graphics_context_comes_back(tab):
    pair = open_pair(tab)
    before = pixels(pair.locator(".plot").first)
    ask(pair, "(w.ext = w.painter.renderer.gl.getExtension('WEBGL_lose_context')).loseContext()")
    wait_until(pair, "w.painter.renderer.gl.isContextLost()")
    ask(pair, "w.ext.restoreContext()")
    wait_until(pair, "!w.painter.renderer.gl.isContextLost()")
    painted(tab)
    assert (pixels(pair.locator(".plot").first) == before).all()


def test_wheel_scrolls_the_page_until_the_picture_is_in_use(tab):
    pair = open_pair(tab)
    x, y = spot(pair, 0, 33)
    tab.page.mouse.move(x, y + 40)
    tab.page.mouse.wheel(0, -200)
    assert ask(pair, "w.camera.view.zoom") == 1
    pair.locator(".plot").first.focus()
    tab.page.mouse.wheel(0, -200)
    wait_until(pair, "w.camera.view.zoom > 1")


def test_two_fingers_zoom_both_sides_about_the_point_between_them(tab):
    pair = open_pair(tab)
    box = pair.locator(".plot").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    middle = [box["width"] / 2, box["height"] / 2]
    to_data = f"""(() => {{
        const [sx, sy, ox, oy] = w.scene.transformOf(0);
        return [({middle[0]} - ox) / sx, ({middle[1]} - oy) / sy, sx, w.scene.transformOf(1)[0]];
    }})()"""
    before = ask(pair, to_data)
    hand = tab.page.context.new_cdp_session(tab.page)

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


def test_two_hundred_moves_leave_no_memory_behind(chromium, pair_address):
    with harness.visit(chromium, pair_address, width=1100, alone=True) as tab:
        pair = open_pair(tab, "n=2000&stops=1&inner=1")
        settled = heap_after(20, tab, pair)
        assert heap_after(200, tab, pair) < settled + 2_000_000
        assert tab.problems == []


def heap_after(moves, tab, pair):
    """Bytes in use after so many moves of the inner slider."""
    pair.evaluate(
        """async (el, times) => {
            const slider = el.querySelector('input[type=range]');
            for (let i = 0; i < times; i++) {
                slider.value = i % 9;
                slider.dispatchEvent(new Event('input'));
                await new Promise(requestAnimationFrame);
            }
        }""",
        moves,
    )
    tab.page.wait_for_timeout(500)
    session = tab.page.context.new_cdp_session(tab.page)
    session.send("HeapProfiler.collectGarbage")
    return session.send("Runtime.getHeapUsage")["usedSize"]


def test_pieces_of_the_script_give_right_answers(tab):
    tab.page.goto("about:blank")
    far = np.array([[0, 1], [0, 200], [8_000_000, 8_999_999]])
    answers = tab.page.evaluate(f"""() => {{
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
    assert answers["pairs"] == far.ravel().tolist()
    assert answers["ticks"] == ["0.0", "0.5", "1.0"]
    assert answers["fitted"] == [200, -200, 18, 218]
    assert answers["fixed"][0] == pytest.approx(answers["fixed"][1])
    assert answers["bounds"] == [0, 0, 1, 1]
    assert answers["alone"][0] < 3 < answers["alone"][2]
    assert answers["steady"] == [0, 0, 10, 10]
    assert answers["grown"] == [1, 1, 11, 9]
    assert (answers["near"], answers["none"], answers["inside"]) == (2, -1, [2])


SYNC = """async ([module, parts]) => {
    const { writeText } = await import(module);
    const box = document.createElement('div');
    for (const part of parts) {
        const made = document.createElement('span');
        made.textContent = part;
        box.append(made);
    }
    writeText(box, 'new');
    writeText(null, 'new');
    return [...box.children].map((child) => child.textContent);
}"""


def test_a_text_of_unknown_form_around_the_pair_is_left_alone(tab):
    open_pair(tab)
    source = (harness.ROOT / "assets" / "pair" / "page_sync.js").read_bytes()
    module = "data:text/javascript;base64," + base64.b64encode(source).decode()
    for parts, after in (([" old"], [" new"]), (["two", "texts"],) * 2, ([], []), (["  "],) * 2):
        assert tab.page.evaluate(SYNC, [module, parts]) == after
