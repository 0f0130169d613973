"""The compose file: the services that the proxy names, without root, nothing written but memory."""

import re
from pathlib import Path

import yaml

from graphdp_core.cli.proxy import configuration

ROOT = Path(__file__).parents[2]
FILE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES = FILE["services"]
SERVERS = {name: service for name, service in SERVICES.items() if name != "proxy"}
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
PORT = 8501
KEYS = {
    "build", "image", "read_only", "tmpfs", "cap_drop", "security_opt", "environment", "volumes",
    "user", "healthcheck", "restart", "ports", "depends_on",
}  # fmt: skip


def test_it_has_keys_of_compose_alone():
    assert set(FILE) == {"services", "volumes"}
    for service in SERVICES.values():
        assert set(service) <= KEYS
    assert (ROOT / SERVERS["one"]["build"]["dockerfile"]).is_file()


def test_every_service_is_without_root_rights_or_a_disk():
    for name, service in SERVICES.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert str(service["user"]).split(":")[0] not in {"", "0", "root"}, name
        for volume in service.get("volumes", ()):
            assert volume.split(":")[0] in FILE["volumes"] or volume.endswith(":ro"), volume
    (user,) = re.findall(r"^USER (\S+)$", CONTAINER, re.M)
    assert all(service["user"] == user for service in SERVERS.values()), "who the image is made for"
    (memory,) = FILE["volumes"].values()
    assert memory["driver_opts"]["type"] == "tmpfs"
    assert f"uid={user.split(':')[0]}," in memory["driver_opts"]["o"]


def test_the_proxy_finds_its_servers_and_people_the_proxy():
    proxy = SERVICES["proxy"]
    at = {name: f"{name}:{PORT}" for name in SERVERS}
    shipped = (ROOT / "deploy" / "haproxy.cfg").read_text(encoding="utf-8")
    assert shipped == configuration("haproxy", bind=f"*:{PORT}", servers=at)
    assert sorted(proxy["depends_on"]) == sorted(SERVERS)
    assert len(SERVERS) == 2
    address, outside, inside = proxy["ports"][0].split(":")
    assert (address, inside) == ("127.0.0.1", str(PORT)), "who lets others in says so"
    assert int(outside) == PORT
    source, target, _ = proxy["volumes"][0].split(":")
    assert (ROOT / source).is_file()
    assert target == "/usr/local/etc/haproxy/haproxy.cfg"
    assert not any("ports" in service for service in SERVERS.values()), "through the proxy alone"
    assert f"EXPOSE {PORT}" in CONTAINER


def test_every_server_says_whether_it_is_well_and_shares_what_all_need():
    (checked,) = re.findall(r'CMD (\["/venv/bin/python", "-c", .*\])$', CONTAINER, re.M)
    for service in SERVERS.values():
        assert service["healthcheck"]["test"] == ["CMD", *yaml.safe_load(checked)]
        environment = service["environment"]
        store = Path(environment["GRAPHDP_STORE"])
        assert f"store:{store.parent}" in service["volumes"]
        assert environment["STREAMLIT_SERVER_COOKIE_SECRET"].startswith("${GRAPHDP_COOKIE_SECRET:?")
