"""Three linked panels in a real browser."""

import pytest

pytestmark = pytest.mark.browser

PANELS = ".st-key-a-picture .plot >> visible=true"
B = ".st-key-b-picture .plot >> visible=true"


def test_what_is_done_in_one_panel_is_done_in_all_three(tab):
    tab.page.set_viewport_size({"width": 1280, "height": 720})
    tab.go("side-by-side?graph=karate&analysis=louvain")
    boxes = [place.bounding_box() for place in (*tab.page.locator(PANELS).all(),
                                                tab.page.locator(B))]  # fmt: skip
    assert len(boxes) == 3
    for part in ("y", "height"):
        assert len({box[part] for box in boxes}) == 1
    widths = [box["width"] for box in boxes]
    assert max(widths) - min(widths) < 20
    seen = [tab.page.locator(B).screenshot()]
    first = tab.page.locator(PANELS).first

    def b_has_changed():
        tab.page.mouse.move(5, 5)
        tab.page.wait_for_timeout(300)
        seen.append(tab.page.locator(B).screenshot())
        return seen[-1] != seen[-2]

    first.press("+")
    assert b_has_changed(), "zoom"
    tab.page.locator(".st-key-a-picture .entry").first.click()
    assert b_has_changed(), "marks"
    tab.page.wait_for_selector("text=Marked:")
    assert tab.problems == []
