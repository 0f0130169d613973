"""The proxy's settings as they are shipped, under the real program."""

import contextlib
import os
import shutil
import socket
import subprocess
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S, eventually

SETTINGS = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
PROGRAM = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="no haproxy here: apt-get install haproxy")


class Named(BaseHTTPRequestHandler):
    """Answers with the port that it was asked on."""

    def do_GET(self):
        body = str(self.server.server_port).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_PUT = do_GET

    def log_message(self, *_):
        pass


def answer(port: int, cookie: str = "", method: str = "GET") -> tuple[str, str]:
    """Who answers a browser with this cookie, and the cookie that it has then."""
    headers = {"Cookie": f"other=1; {cookie}"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/", headers=headers, method=method)
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as response:
        given = response.headers.get("Set-Cookie", "").split(";")[0]
        return response.read().decode(), given or cookie


def test_a_browser_stays_with_its_server_and_finds_another_when_that_is_gone():
    backs = [ThreadingHTTPServer(("127.0.0.1", 0), Named) for _ in range(2)]
    for back in backs:
        back.handle_error = lambda *_: None  # the proxy hangs up after a look at its health
        threading.Thread(target=back.serve_forever, args=(0.05,), daemon=True).start()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    places = [f"127.0.0.1:{number}" for number in (port, *(back.server_port for back in backs))]
    where = dict(zip(("GRAPHDP_BIND", "GRAPHDP_ONE", "GRAPHDP_TWO"), places, strict=True))
    runs = subprocess.Popen(
        [PROGRAM, "-db", "-f", str(SETTINGS)],
        stderr=subprocess.DEVNULL,
        env={**os.environ, **where},
    )
    try:
        wait_for(port)
        seen = {}
        for _ in range(6):
            server, cookie = answer(port)
            seen[cookie] = server
            for method in ("GET", "PUT", "GET"):
                assert answer(port, cookie, method) == (server, cookie)
        assert len(set(seen.values())) == 2, "they are dealt out in turn"
        backs[0].shutdown()
        backs[0].server_close()
        left = str(backs[1].server_port)
        for cookie in seen:
            found, given = answer(port, cookie)
            assert (found, seen[given]) == (left, left), "from now on it stays with the other"
    finally:
        runs.terminate()
        runs.wait(timeout=PATIENCE_S)
        backs[1].shutdown()
        backs[1].server_close()


def wait_for(port: int) -> None:
    def is_up() -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        return False

    eventually(is_up)
