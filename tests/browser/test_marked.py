"""Nodes are found by keyboard and their edges drawn; charts follow the slider by themselves."""

import pytest

pytestmark = pytest.mark.browser

CHARTS = "globalThis[Symbol.for('graphdp.chart')]"
PAIR = "el => globalThis[Symbol.for('graphdp.pair')].widgets.get(el.parentNode)"
COUNTS = f"""el => {{
    const {{scene}} = ({PAIR})(el);
    const count = ([kind, pairs]) => [kind, pairs.length / 2];
    const counts = side => Object.entries(scene.markedEdges(side)).map(count);
    return [0, 1].map(side => Object.fromEntries(counts(side)));
}}"""
FOLLOW = f"""() => {{
    const [chart] = {CHARTS}.charts.values();
    return chart.stops.header.stops.map(({{epsilon}}) => {{
        const start = performance.now();
        chart.follow(epsilon);
        return [epsilon, performance.now() - start, chart.svg.getAttribute("aria-label"),
            document.querySelector(".st-key-page-top h1").textContent];
    }});
}}"""


def test_a_node_found_by_keyboard_is_marked_with_its_edges_on_both_sides(tab):
    tab.go("embeddings?graph=karate")
    field = tab.page.get_by_role("combobox", name="Find a node")
    field.fill("3")
    tab.page.get_by_role("option", name="node 30").wait_for()
    shown = tab.page.get_by_role("option").all_inner_texts()
    assert shown == [f"node {name}" for name in (3, 30, 31, 32, 33, 34, 13, 23)]
    for _ in range(3):
        field.press("ArrowUp")  # from the first to the last, and on to 34
    field.press("Enter")
    tab.page.get_by_text("Marked: 34.").wait_for()
    tab.settle()
    assert "find=34" in tab.page.url
    pair = tab.page.locator(".pair")
    left, right = pair.evaluate(COUNTS)
    assert left["kept"] + left["lost"] == 17, "the degree of the president"
    assert set(right) == {"kept", "invented"}
    assert right["kept"] == left["kept"]
    tab.page.get_by_role("button", name="Clear selection").click()
    tab.page.get_by_text("Marked: 34.").wait_for(state="detached")
    assert "find" not in tab.page.url
    field.fill("21")
    field.press("Enter")  # before the list is there
    tab.page.get_by_text("Marked: 21.").wait_for()


def test_a_ranking_follows_the_slider_without_the_server(tab):
    tab.go("centrality?graph=karate")
    slow = tab.page.get_by_role("button", name="Live drag")
    if slow.count():
        slow.click()
    tab.page.wait_for_function(
        f"() => [...({CHARTS}?.charts ?? [])].some(([, c]) => c.stops?.header.stops.length)",
        timeout=60_000,
    )
    steps = tab.page.evaluate(FOLLOW)
    assert len(steps) > 20
    for epsilon, _, alt, answer in steps:
        assert f"with ε = {epsilon:g}," in alt
        assert f"At ε = {epsilon:g}," in answer
    times = sorted(seconds for _, seconds, _, _ in steps)
    assert times[len(times) // 2] < 50
    with tab.page.expect_download() as saved:
        tab.page.get_by_role("button", name="PNG").click()
    assert saved.value.suggested_filename.endswith("-draw-0.png")
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
