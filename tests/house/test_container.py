"""The container file takes what a wheel takes, and its linter has no complaint.

The compose file: what it shares with the proxy's settings and the container file.

The recipes for a demo say what the app reads, and what the container file does.

The proxy's settings as they are shipped, under the real program.
"""

import contextlib
import itertools
import os
import re
import shlex
import shutil
import socket
import subprocess
import threading
import tomllib
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml

from graphdp_core import serving
from tests.patience import PATIENCE_S, eventually

ROOT = Path(__file__).parents[2]
FILE = ROOT / "Containerfile"


def test_it_takes_what_a_wheel_takes_and_nothing_else():
    lines = re.findall(r"^COPY (?!--from)(.*)$", FILE.read_text(encoding="utf-8"), re.M)
    copied = {path for line in lines for path in line.split()[:-1]}
    packed = re.search(r"force-include\]\n(.*?)\n\n", (ROOT / "pyproject.toml").read_text(), re.S)
    wheel = set(re.findall(r'^"([^"]+)"', packed[1], re.M)) | {"graphdp_core", "requirements.lock"}
    assert copied == wheel
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    assert {line[1:] for line in ignored if line.startswith("!")} == wheel


def test_the_linter_has_no_complaint():
    linter = shutil.which("hadolint")
    if linter is None:
        pytest.skip("no hadolint here")
    done = subprocess.run([linter, FILE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
SERVERS = {name: service for name, service in SERVICES.items() if name != "proxy"}


def test_servers_run_as_whom_the_image_is_made_for():
    container = (ROOT / "Containerfile").read_text(encoding="utf-8")
    (user,) = re.findall(r"^USER (\S+)$", container, re.M)
    assert {service["user"] for service in SERVERS.values()} == {user}


TEXT = (ROOT / "docs" / "demo.md").read_text(encoding="utf-8")
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
VARIABLES = {serving.DEMO, serving.FRAMES, serving.MEMORY}


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.M | re.S)


def assignments():
    """By recipe, the variables that it sets."""
    words = shlex.split(blocks("sh")[0].replace("\\\n", " "))
    run = [after for word, after in itertools.pairwise(words) if word == "--env"]
    space = blocks("sh")[1].split()
    return {
        "container": dict(word.split("=", 1) for word in run),
        "space": dict(word.split("=", 1) for word in space),
        "cloud": tomllib.loads(blocks("toml")[0]),
    }


@pytest.mark.parametrize("recipe", ["container", "space", "cloud"])
def test_every_recipe_is_a_demo_that_starts(monkeypatch, recipe):
    said = assignments()[recipe]
    assert said.keys() <= VARIABLES
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    serving.check()
    assert serving.is_demo()


def test_the_table_names_every_variable_and_examples_that_hold(monkeypatch):
    rows = re.findall(r"^\| `(GRAPHDP_\w+)` \| (.*?) \|", TEXT, re.M)
    assert {name for name, _ in rows} == VARIABLES
    for name, said in rows:
        for value in re.findall(r"`([^`-]+)`", said):
            monkeypatch.setenv(name, value)
            serving.check()


def test_a_space_asks_at_the_port_where_the_container_listens():
    front = yaml.safe_load(blocks("yaml")[0].strip().strip("-"))
    assert front["sdk"] == "docker"
    assert str(front["app_port"]) in re.findall(r"^EXPOSE (\d+)$", CONTAINER, re.M)
    assert f"--server.port {front['app_port']}" in CONTAINER


SETTINGS = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
PROGRAM = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")


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


@pytest.mark.skipif(PROGRAM is None, reason="no haproxy here: apt-get install haproxy")
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
            said, given = answer(port, cookie)
            assert (said, seen[given]) == (left, left), "from now on it stays with the other"
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
