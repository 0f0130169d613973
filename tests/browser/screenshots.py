"""Takes every page, light and dark, wide and narrow, and the moving picture for the README."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

from harness import PAGES, ROOT, browser, server, visit
from PIL import Image

FOLDER = ROOT / "screenshots"
WIDTHS = (1440, 800)
CURVES_MS = 150_000  # until the board has measured its curves
MOVING = ROOT / "docs" / "readme-moving.webp"
SIZE = {"width": 1280, "height": 720}
FRAME_MS, LAST_MS, QUALITY = 550, 2_000, 55
STEPS = 17  # from the first stop of the slider that is shown
OF_DOCS = {
    "what": "", "app": "explore?see=tree", "choose": "which-epsilon", "compare": "compare",
    "publish": "release", "check": "break-it?refute=claims", "teach": "lessons",
    "class": "lessons?lesson=L0", "privacy": "mechanisms",
}  # fmt: skip
"""By page of the documents: the address of the picture that it shows."""
SETTLED_MS = 40_000


def main(pages: tuple[str, ...] = PAGES, query: str = "") -> None:
    FOLDER.mkdir(exist_ok=True)
    with server() as address, browser() as made:
        if made is None:
            sys.exit("No browser found: install chromium, or run `playwright install chromium`.")
        for scheme in ("light", "dark"):
            for width in WIDTHS:
                with visit(made, address, scheme=scheme, width=width, height=1000) as tab:
                    for name in pages:
                        _take(tab, name, query, FOLDER / f"{name}-{scheme}-{width}.png")
        with visit(made, address, **SIZE) as tab:
            for name, asked in OF_DOCS.items():
                tab.go(asked)
                tab.page.wait_for_timeout(SETTLED_MS)
                picture = Image.open(BytesIO(tab.page.screenshot()))
                picture.save(MOVING.with_name(f"readme-{name}.webp"), quality=QUALITY, method=6)
            _move(tab)


def _move(tab) -> None:
    """Keep the board while its slider is moved from little privacy loss to much."""
    page = tab.page
    tab.go("?epsilon=0.2")
    page.wait_for_selector(".board .on-stage[data-shown]", timeout=60_000)
    page.locator(".graphdp-welcome button").click()
    page.wait_for_timeout(CURVES_MS)
    slider, frames = page.locator(".on-stage .stop"), []
    for step in range(STEPS):
        if step:
            slider.press("ArrowRight")
        page.wait_for_selector(".board .on-stage:not([data-waiting])", timeout=60_000)
        page.mouse.move(0, 0)
        page.wait_for_timeout(FRAME_MS)
        frames.append(Image.open(BytesIO(page.screenshot())))
    lasting = [FRAME_MS] * (STEPS - 1) + [LAST_MS]
    frames[0].save(
        MOVING, save_all=True, append_images=frames[1:], duration=lasting, loop=0,
        quality=QUALITY, method=6,
    )  # fmt: skip


def _take(tab, name: str, query: str, path: Path) -> None:
    tab.page.set_viewport_size({"width": tab.page.viewport_size["width"], "height": 1000})
    tab.go(f"{name}{query}")
    height = tab.page.evaluate(
        "document.querySelector('[data-testid=stMainBlockContainer]').scrollHeight"
    )
    width = tab.page.viewport_size["width"]
    tab.page.set_viewport_size({"width": width, "height": max(1000, height + 80)})
    tab.page.wait_for_timeout(600)
    tab.page.screenshot(path=path)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    queries = [a for a in arguments if a.startswith("?")]
    names = tuple(a for a in arguments if not a.startswith("?"))
    main(names or PAGES, queries[0] if queries else "")
