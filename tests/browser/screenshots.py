"""Takes every page, light and dark, wide and narrow, and the picture for the README."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

from harness import PAGES, ROOT, browser, server, visit

FOLDER = ROOT / "screenshots"
WIDTHS = (1440, 800)
CURVES_MS = 20_000  # until the board has measured its curves


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
        with visit(made, address, width=1280, height=720) as tab:
            tab.go("?epsilon=3")
            tab.page.wait_for_selector(".board .on-stage[data-shown]", timeout=60_000)
            tab.page.wait_for_timeout(CURVES_MS)
            tab.page.screenshot(path=FOLDER / "readme.png")


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
