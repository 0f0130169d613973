"""The compose file: what it shares with the proxy's settings and the container file."""

import re
from pathlib import Path

import yaml

from graphdp_core.cli.proxy import configuration

ROOT = Path(__file__).parents[2]
SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
SERVERS = {name: service for name, service in SERVICES.items() if name != "proxy"}
PORT = 8501


def test_the_shipped_settings_of_the_proxy_name_the_servers():
    at = {name: f"{name}:{PORT}" for name in SERVERS}
    shipped = (ROOT / "deploy" / "haproxy.cfg").read_text(encoding="utf-8")
    assert shipped == configuration("haproxy", bind=f"*:{PORT}", servers=at)


def test_servers_run_as_whom_the_image_is_made_for():
    container = (ROOT / "Containerfile").read_text(encoding="utf-8")
    (user,) = re.findall(r"^USER (\S+)$", container, re.M)
    assert {service["user"] for service in SERVERS.values()} == {user}
