"""The compose file: what it shares with the proxy's settings and the container file."""

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
SERVERS = {name: service for name, service in SERVICES.items() if name != "proxy"}
PORT = 8501


def test_the_settings_of_the_proxy_name_the_servers():
    settings = (ROOT / "deploy" / "haproxy.cfg").read_text(encoding="utf-8")
    lines = re.findall(r'^    server (\w+) "\$\{\w+-(\w+):(\d+)\}" cookie (\w+)$', settings, re.M)
    assert lines == [(name, name, str(PORT), name) for name in SERVERS]


def test_servers_run_as_whom_the_image_is_made_for():
    container = (ROOT / "Containerfile").read_text(encoding="utf-8")
    (user,) = re.findall(r"^USER (\S+)$", container, re.M)
    assert {service["user"] for service in SERVERS.values()} == {user}
