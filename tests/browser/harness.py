"""Starts the app and a real browser for tests, screenshots and benchmarks."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from pages.table import TABLE

ROOT = Path(__file__).parents[2]
PAGES = tuple(entry.address for entry in TABLE)
DRAWING = tuple(entry.address for entry in TABLE if entry.draws)
FIRST_PAGE = PAGES[0]  # its address is the server's own
SYSTEM_BROWSERS = (  # the first draws no window of its own: two thirds of the time
    "chromium-headless-shell",
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
)  # fmt: skip
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic",
)  # fmt: skip
HERE = ("--server.address", "127.0.0.1")
STARTED = 180.0
PATIENCE_MS = 180_000  # of every wait: a cold page with the machine busy elsewhere takes long
IDLE: list[Page] = []  # tabs between two visits
MOST_SHIFT = 0.25  # of a page, see `shifted`
SHIFTS = """() => new Promise(done => {
    let shift = 0;
    new PerformanceObserver(list => list.getEntries().forEach(entry => {
        if (!entry.hadRecentInput) shift += entry.value;
    })).observe({type: "layout-shift", buffered: true});
    setTimeout(() => done(shift), 50);
})"""
DRAWN = ".pair[data-settled], .board .on-stage[data-shown], .chart[data-drawn]"


class Server(NamedTuple):
    """One of several."""

    address: str
    process: subprocess.Popen[bytes]


@contextmanager
def server(
    *, script: str = "app.py", options: Sequence[str] = HERE, **environment: str
) -> Iterator[str]:
    """A freshly started app on a free port; yields its address."""
    with server_process(script=script, port=0, options=options, **environment) as (address, _):
        yield address


@contextmanager
def server_process(
    *,
    script: str = "app.py",
    port: int = 0,
    options: Sequence[str] = HERE,
    log: str = os.devnull,
    **environment: str,
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A freshly started app, on a free port unless one is given; yields its address and process.

    What it logs goes to a file.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        port = probe.getsockname()[1]
    command = [
        sys.executable, "-m", "streamlit", "run", str(ROOT / script),
        "--server.port", str(port), *options,
    ]  # fmt: skip
    with Path(log).open("wb") as kept:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=kept,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/_stcore/health", process)
        yield address, process
    finally:
        process.terminate()
        process.wait(timeout=90)


@contextmanager
def servers(program: str, folder: str) -> Iterator[tuple[str, dict[str, Server]]]:
    """Two servers behind haproxy as it is shipped: its address, and each server by its cookie.

    Rooms and measurements are kept in the folder.
    """
    shared: dict[str, Any] = {
        "GRAPHDP_STORE": f"{folder}/cells.sqlite",
        "GRAPHDP_ADDRESS": "127.0.0.1",
        "STREAMLIT_SERVER_COOKIE_SECRET": secrets.token_hex(32),
    }
    with server_process(**shared) as one, server_process(**shared) as two:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            where = "{}:{}".format(*probe.getsockname())
        places = {
            "GRAPHDP_BIND": where,
            "GRAPHDP_ONE": one[0].removeprefix("http://"),
            "GRAPHDP_TWO": two[0].removeprefix("http://"),
        }
        proxy = subprocess.Popen(
            [program, "-db", "-f", str(ROOT / "deploy" / "haproxy.cfg")],
            env={**os.environ, **places}, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            _wait_for(f"http://{where}/_stcore/health", proxy)
            yield f"http://{where}", {"one": Server(*one), "two": Server(*two)}
        finally:
            proxy.terminate()
            proxy.wait(timeout=10)


def haproxy() -> str:
    """The program of the proxy; the test is passed over where there is none."""
    # A server's programs are not on everybody's path
    program = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")
    return program or pytest.skip("no haproxy here: apt-get install haproxy")


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + STARTED
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the app stopped at once with exit code {process.returncode}")
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the app did not answer within {STARTED:.0f} s")


@contextmanager
def browser() -> Iterator[Browser | None]:
    """A headless chromium: the system's, else playwright's own; None if there is neither."""
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, SYSTEM_BROWSERS)), None)
        try:
            made = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        except PlaywrightError:
            yield None
            return
        yield made
        made.close()


@dataclass
class Visit:
    """One browser tab on the app, and everything that should not have happened in it."""

    page: Page
    address: str
    problems: list[str] = field(default_factory=list)

    def go(self, path: str = "") -> None:
        """Open a page by its name, with any query, and wait until it is finished."""
        self.page.goto(f"{self.address}/{path.removeprefix(FIRST_PAGE)}")
        self.settle()

    def settle(self, seconds: float = 180.0) -> None:
        """Wait until the script has run and every chart is drawn."""
        page = self.page
        page.wait_for_selector('[data-testid="stApp"]', timeout=seconds * 1000)
        page.wait_for_function(
            """() => {
                const app = document.querySelector('[data-testid="stApp"]');
                const idle = app && app.dataset.testScriptState === 'notRunning';
                const title = document.querySelector(
                    'h1, .st-key-lessons-page, .st-key-stage-widget, .st-key-board-widget');
                const charts = [...document.querySelectorAll('[data-testid="stPlotlyChart"]')];
                const drawn = charts.every(c => c.querySelector('.main-svg'));
                const waiting = document.querySelector('[data-testid="stSkeleton"]');
                return idle && title && drawn && !waiting;
            }""",
            timeout=seconds * 1000,
        )
        deadline = time.monotonic() + seconds
        while left := self._undrawn_pairs():
            if time.monotonic() > deadline:
                raise RuntimeError(f"{left} widgets were not drawn on {page.url}")
            page.wait_for_timeout(50)
        page.wait_for_timeout(250)

    def _undrawn_pairs(self) -> int:
        """Widgets that are on the page but not yet at rest."""
        box = ".of-pair:not([hidden])"  # Compare has two widgets in one
        empty = f"{box}:not(:has(.pair[data-settled]))"
        return self.page.locator(f"{empty}, {box} .pair:not([data-settled])").count()

    def wait_for_picture(self) -> None:
        """Until something is drawn: large graphs and the board take their time."""
        chart = '[data-testid="stPlotlyChart"]'
        self.page.wait_for_selector(f"{chart}, {DRAWN}", state="attached")

    def turn(self, scheme: str) -> None:
        """See the same page under the system's other scheme: Python hears of it with a reload."""
        self.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        self.page.reload()
        self.settle()

    def too_wide(self) -> int:
        """How many pixels of the page one would have to scroll sideways for."""
        wide: int = self.page.evaluate(
            "document.querySelector('[data-testid=stMain]').scrollWidth - "
            "document.querySelector('[data-testid=stMain]').clientWidth"
        )
        return wide

    def shifted(self) -> float:
        """How far the page's parts were moved since it was opened, without an act of the person's.

        The sum of the browser's own scores; web.dev calls up to 0.1 good and above 0.25 poor. The
        slower the machine, the more steps a page comes in.
        """
        moved: float = self.page.evaluate(SHIFTS)
        return moved

    def look_over(self) -> None:
        """Nothing is left of an error, nothing jumped, all can read it, no chart calls outside."""
        assert self.shifted() < MOST_SHIFT
        assert self.page.locator("h1").count() == 1
        assert self.page.locator('[data-testid="stException"]').count() == 0
        assert not re.search(r"Traceback|\bnan\b", self.text())
        calls = "all => all.map(b => `${b.dataset.title} ${b.getAttribute('data-attr')}`)"
        buttons = self.page.eval_on_selector_all(".modebar-btn", calls)
        assert not [b for b in buttons if "cloud" in b.lower() or "share" in b.lower()]
        faults = Axe().run(self.page).response["violations"]
        grave = [v for v in faults if v["impact"] != "minor"]
        assert [(v["id"], v["nodes"][0]["html"]) for v in grave] == []

    def pictures(self) -> int:
        """Charts, pair widgets and boards on the page."""
        charts = self.page.locator('[data-testid="stPlotlyChart"]').count()
        return charts + self.page.locator(DRAWN).count()

    def text(self) -> str:
        """All text of the page."""
        return self.page.inner_text('[data-testid="stApp"]')


def words(page: Page) -> dict[str, str]:
    """What the address says now in the browser itself: `page.url` hears of it a little later."""
    said: str = page.evaluate("location.search")
    return dict(parse_qsl(said.removeprefix("?"), keep_blank_values=True))


@contextmanager
def visit(
    made: Browser,
    address: str,
    *,
    scheme: str = "light",
    width: int = 1440,
    height: int = 1000,
    still: bool = False,
    alone: bool = False,
) -> Iterator[Visit]:
    """A new visitor's tab that records console errors, page errors and requests to other hosts.

    Without cookies and storage, but not without the scripts that a visit before has loaded: to
    compile them anew takes longer than most tests. A tab `alone` has them to load, and is not
    used again, as befits one whose page is changed by a script of the test's. A `still` one asks
    for reduced motion.
    """
    page = _idle_tab(made) if not alone else made.new_context().new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce" if still else "no-preference",
    )
    slow_down(page)
    forget(page, address)
    tab = Visit(page, address)
    watched = {
        "console": lambda m: tab.problems.append(m.text) if m.type == "error" else None,
        "pageerror": lambda error: tab.problems.append(str(error)),
        "request": lambda request: _note_foreign(tab, request.url),
    }
    for event, note in watched.items():
        page.on(event, note)  # type: ignore[call-overload]
    finished = False
    try:
        yield tab
        finished = not alone
    finally:
        if finished:
            page.goto("about:blank")  # the server's session ends here
            for event, note in watched.items():
                page.remove_listener(event, note)
            IDLE.append(page)
        else:
            page.context.close()


def slow_down(page: Page) -> None:
    """As many times as GRAPHDP_SLOW says: a test that does not wait for what it asks fails."""
    if rate := float(os.environ.get("GRAPHDP_SLOW", "0")):
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def _idle_tab(made: Browser) -> Page:
    """A tab of this browser that an earlier visit has left, or a new one."""
    for page in IDLE:
        if page.context.browser is made:
            IDLE.remove(page)
            return page
    return made.new_context().new_page()


def forget(page: Page, address: str) -> None:
    """Leave nothing of an earlier visit: no cookie, no storage, no pointer over the page."""
    page.context.clear_cookies()
    page.goto(f"{address}/_stcore/health")
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.mouse.move(0, 0)


def _note_foreign(tab: Visit, url: str) -> None:
    own = (tab.address, tab.address.replace("http", "ws", 1), "data:", "blob:")
    if not url.startswith(own):
        tab.problems.append(f"request to another host: {url}")
