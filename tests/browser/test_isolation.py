"""Two browsers on one server: neither sees the other's file, whose names are text everywhere."""

import time
from urllib.parse import urlsplit

import harness
import pytest

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.quiet]

SECRET = "zzanna"
HOSTILE = (
    "<img src=//evil.example/x onerror=window.hurt=1>",
    "<a href='//evil.example'>me</a>",
    "<b>fat</b>",
    "&lt;b&gt;fat&lt;/b&gt;",
    "</script><script>window.hurt=2</script>",
    "[me](//evil.example)",
    "![me](//evil.example/y)",
    "%{customdata}",
    "$\\href{javascript:window.hurt=3}{x}$",
    "=HYPERLINK(1)",
    ":red[me]",
    "<svg onload=window.hurt=4>",
)
NAMES = [
    f"{SECRET}{k} {name}" if k % 2 else f"{name} {SECRET}{k}" for k, name in enumerate(HOSTILE)
]
FILE = "\n".join(
    ["source\ttarget"]
    + [f"{NAMES[i]}\t{NAMES[j]}" for i in range(12) for j in range(i) if (i * j + i) % 3 == 0]
).encode()
SHOWING = ("explore", "board", "compare", "data")
MARKUP = """() => {
    const roots = [document];
    for (const root of roots)
        for (const e of root.querySelectorAll('*')) if (e.shadowRoot) roots.push(e.shadowRoot);
    const count = (query, kept) =>
        roots.flatMap(r => [...r.querySelectorAll(query)]).filter(kept).length;
    return [
        window.hurt,
        count('[src*=evil], [href*=evil], [href*="javascript:"], [onload], [onerror]', () => true),
        count('b, strong, tspan, [style*=bold]', e => e.textContent.trim() === 'fat'),
    ];
}"""
PICTURES = ".pair, .chart, .js-plotly-plot, .board"
STAGE = ".on-stage[data-shown]:not([data-waiting])"
CLEAN = [None, 0, 0]


COUNT = """import gc, pathlib, sys, threading, time, weakref
folder, made = pathlib.Path({folder!r}), []
def module(name, attribute):
    while not hasattr(sys.modules.get(name), attribute):
        time.sleep(0.1)
    return getattr(sys.modules[name], attribute)
def count():
    graph = module("graphdp_core.graphs.graph", "Graph")
    real = graph.__post_init__
    def noted(self):
        real(self)
        if self.owner:
            made.append(weakref.ref(self))
    graph.__post_init__ = noted
    files = module("pages.ground.own_file", "OWN_FILES")
    while True:
        time.sleep(1.0)
        if (folder / "an hour later").exists():
            files._held.clear()
        gc.collect()
        (folder / "new").write_text(str(sum(ref() is not None for ref in list(made))))
        (folder / "new").replace(folder / "living")
if "streamlit" in " ".join(sys.orig_argv):
    threading.Thread(target=count, daemon=True).start()
"""


def own_server(folder):
    """An app that counts the living graphs of persons; files go when the test says so."""
    (folder / "sitecustomize.py").write_text(COUNT.format(folder=str(folder)))
    return harness.server(
        options=(*harness.HERE, "--server.disconnectedSessionTTL", "1"),
        PYTHONPATH=str(folder), GRAPHDP_WORKERS="0", GRAPHDP_STORE=":memory:",
    )  # fmt: skip


def living(folder) -> int:
    """The last count."""
    text = (folder / "living").read_text() if (folder / "living").exists() else ""
    return int(text or "0")


def brought(tab):
    """Anna's file, accepted."""
    tab.go("explore?graph=upload")
    tab.page.locator(".st-key-file input[type=file]").set_input_files(
        {"name": "friends.tsv", "mimeType": "text/plain", "buffer": FILE}
    )
    tab.page.wait_for_selector(".st-key-accept")
    tab.settle()
    tab.page.locator(".st-key-accept button").click()
    tab.page.wait_for_selector(".st-key-change-file")
    tab.settle()


def pages_of(tab):
    """Go through the pages and point at what is drawn; returns where a name was read as text."""
    values = []
    for name in SHOWING:
        if name != SHOWING[0]:
            link = "About this graph" if name == "data" else name.title()
            tab.page.get_by_role("link", name=link, exact=True).first.click()
            path = f"/{name.removeprefix(harness.FIRST_PAGE)}"
            tab.page.wait_for_url(lambda url, path=path: urlsplit(url).path == path)
            tab.settle()
        if name != "data":
            tab.page.wait_for_selector(STAGE)
        assert tab.page.evaluate(MARKUP) == CLEAN, name
        for box in [e.bounding_box() for e in tab.page.locator(PICTURES).all()[:3]]:
            for share in (0.2, 0.35, 0.5) if box else ():
                tab.page.mouse.move(
                    box["x"] + share * box["width"], box["y"] + 0.4 * box["height"], steps=3
                )
                assert tab.page.evaluate(MARKUP) == CLEAN, f"pointed at a picture of {name}"
        if tab.page.get_by_text(SECRET).count():
            values.append(name)
    return values


def saved_address(tab) -> str:
    """Where the server keeps the file that the page of data offers, while the page is open."""
    tab.page.get_by_role("button", name="Save the TRUE graph (not private)").click()
    with tab.page.expect_download() as saved:
        tab.page.get_by_role("button", name="Save the TRUE graph as CSV").click()
    lines = saved.value.path().read_text().splitlines()
    assert not [line for line in lines if line.startswith(("=", "+", "-", "@"))]
    return saved.value.url


def is_there(tab, url) -> bool:
    """Whether the server still has a file that was saved; it keeps one for some seconds."""
    status = tab.page.request.get(url).status
    assert status in (200, 404)
    return status == 200


def test_neither_browser_sees_the_other_and_nothing_outlives_its_page(chromium, tmp_path):
    with own_server(tmp_path) as address:
        with harness.visit(chromium, address, alone=True) as anna:
            brought(anna)
            assert pages_of(anna) != [], "names were seen at all"
            link, true_graph = anna.page.url, saved_address(anna)
            assert anna.page.request.get(true_graph).status == 200
            assert living(tmp_path) >= 1
            assert anna.problems == []
            with harness.visit(chromium, address, alone=True) as bert:
                heard: list[bytes | str] = []

                def hear(frame: bytes | str) -> None:
                    heard.append(frame)

                bert.page.on("websocket", lambda s: s.on("framereceived", hear))
                bert.page.goto(link)
                bert.settle()
                assert bert.page.inner_text("h1") == "This page needs a file"
                whole = b"".join(f if isinstance(f, bytes) else f.encode() for f in heard)
                assert len(whole) > 1000, "the other browser was heard"
                assert SECRET.encode() not in whole
                assert SECRET not in bert.page.content()
                assert bert.problems == []
        (tmp_path / "an hour later").touch()
        with harness.visit(chromium, address, alone=True) as carl:
            carl.go("explore?graph=karate")
            end = time.monotonic() + 180
            while (living(tmp_path) or is_there(carl, true_graph)) and time.monotonic() < end:
                carl.page.wait_for_timeout(500)
                carl.page.reload()
                carl.settle()
            assert living(tmp_path) == 0
            assert not is_there(carl, true_graph)
