"""The proxy's configuration: what is shipped is what is made, and the real programs accept it."""

import contextlib
import shutil
import socket
import subprocess
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from graphdp_core.cli import proxy
from graphdp_core.cli.proxy import PROXIES, configuration, installed
from graphdp_core.cli.servers import free_ports
from graphdp_core.params import Refused

SERVERS = {"one": "127.0.0.1:18502", "two": "127.0.0.1:18503"}


def program_of(name):
    """The real program; the test is passed over where there is none."""
    try:
        return installed(name)[1]
    except Refused:
        pytest.skip(f"no {name} here: apt-get install {name}")


@pytest.mark.parametrize("name", PROXIES)
def test_the_real_program_accepts_it(name, tmp_path):
    program = program_of(name)
    file = tmp_path / "proxy.conf"
    text = configuration(name, bind="127.0.0.1:18501", servers=SERVERS, folder=str(tmp_path))
    check = {"haproxy": ["-c", "-f"], "nginx": ["-t", "-e", "stderr", "-c"]}[name]
    for words, is_right in (
        (text, True),
        (text.replace("bind", "bond").replace("map", "mop"), False),
    ):
        file.write_text(words)
        done = subprocess.run(
            [program, *check, str(file)], capture_output=True, text=True, check=False
        )
        assert (done.returncode == 0) is is_right, done.stderr


def test_without_a_proxy_the_way_out_is_said(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(Refused, match="haproxy or nginx is not installed: install it"):
        installed()
    with pytest.raises(Refused, match="nginx is not installed"):
        installed("nginx")
    with pytest.raises(Refused, match="haproxy, nginx, got 'squid'"):
        configuration("squid", bind="*:1", servers=SERVERS)


def test_the_program_is_found_off_the_path(monkeypatch):
    found = {"/usr/sbin:/usr/local/sbin": "/usr/sbin/nginx"}
    monkeypatch.setattr(
        proxy.shutil, "which", lambda name, path="": found.get(path) if name == "nginx" else None
    )
    assert installed() == ("nginx", "/usr/sbin/nginx")


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
    with urllib.request.urlopen(request, timeout=5) as response:
        given = response.headers.get("Set-Cookie", "").split(";")[0]
        return response.read().decode(), given or cookie


@pytest.mark.parametrize("name", PROXIES)
def test_a_browser_stays_with_its_server_and_finds_another_when_that_is_gone(name, tmp_path):
    program = program_of(name)
    backs = [ThreadingHTTPServer(("127.0.0.1", 0), Named) for _ in range(2)]
    for back in backs:
        back.handle_error = lambda *_: None  # the proxy hangs up after a look at its health
        threading.Thread(target=back.serve_forever, args=(0.05,), daemon=True).start()
    port = free_ports(1)[0]
    file = tmp_path / "proxy.conf"
    behind = {f"s{back.server_port}": f"127.0.0.1:{back.server_port}" for back in backs}
    where = f"127.0.0.1:{port}"
    file.write_text(configuration(name, bind=where, servers=behind, folder=str(tmp_path)))
    runs = subprocess.Popen(proxy.command(name, program, file), stderr=subprocess.DEVNULL)
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
        runs.wait(timeout=10)
        backs[1].shutdown()
        backs[1].server_close()


def wait_for(port: int) -> None:
    end = time.monotonic() + 5
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise RuntimeError("the proxy did not start")
