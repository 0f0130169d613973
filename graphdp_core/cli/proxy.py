"""What a proxy has to know to stand before several servers of the app."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from graphdp_core.params import Refused

__all__ = ["PROXIES", "command", "configuration", "installed"]

PROXIES = ("haproxy", "nginx")
UPLOAD_MB = 110  # a little more than the app itself takes

_HAPROXY = """\
# GraphDP on {count} servers. A browser stays with the one that served it first, by a cookie: its
# WebSocket and its uploads must find the same one. Where that one is gone, another takes over, and
# the address of the page carries page, graph and epsilon there.
global
    maxconn 4096

defaults
    mode http
    option forwardfor
    option redispatch 1
    retries 3
    retry-on conn-failure empty-response
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    timeout tunnel 1h
    timeout check 10s  # a server that is busy answers late, and is not gone

frontend people
    bind {bind}
    http-request disable-l7-retry unless METH_GET
    default_backend servers

backend servers
    balance roundrobin
    cookie graphdp-server insert indirect nocache httponly attr "SameSite=Lax"
    option httpchk GET /_stcore/health
    default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions init-addr libc,none
{servers}
"""

_NGINX = """\
# GraphDP on {count} servers. A browser stays with the one that served it first, by a cookie: its
# WebSocket and its uploads must find the same one. Where that one is gone, another takes over and
# keeps it; the address of the page carries page, graph and epsilon there.
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log stderr warn;

events {{
    worker_connections 4096;
}}

http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    client_max_body_size {upload}m;

    map $http_upgrade $connection_kind {{
        default upgrade;
        '' close;
    }}
    map $http_cookie $home {{
        default everybody;
{homes}
    }}
    map $upstream_addr $served {{
{served}
    }}
    map "$home>$served" $given {{
        default "graphdp-server=$served; Path=/; HttpOnly; SameSite=Lax";
        "~^(.*)>\\1?$" "";
    }}
{groups}
    server {{
        listen {bind};
        location / {{
            proxy_pass http://$home;
            add_header Set-Cookie $given always;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_kind;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_connect_timeout 2s;
            proxy_read_timeout 1h;
            proxy_next_upstream error timeout;
        }}
    }}
}}
"""


def configuration(
    proxy: str, *, bind: str, servers: Mapping[str, str], folder: str = "/tmp"
) -> str:
    """The configuration of a proxy before these servers.

    Parameters
    ----------
    proxy : {"haproxy", "nginx"}
    bind : str
        Where it listens: address and port.
    servers : mapping
        Address and port of each, by a short name of letters, digits and hyphens; for nginx the
        address is a number.
    folder : str
        For nginx' own files.

    Raises
    ------
    Refused
        If the proxy is another one.

    Examples
    --------
    >>> text = configuration("haproxy", bind="*:8501", servers={"one": "one:8501"})
    >>> text.splitlines()[-1].strip()
    'server one one:8501 cookie one'
    """
    if proxy == "haproxy":
        lines = [f"    server {name} {at} cookie {name}" for name, at in servers.items()]
        return _HAPROXY.format(count=len(servers), bind=bind, servers="\n".join(lines))
    if proxy == "nginx":
        homes = [f'        "~graphdp-server={name}(;|$)" {name};' for name in servers]
        served = [f'        "~{re.escape(at)}$" {name};' for name, at in servers.items()]
        groups = [_group("everybody", servers, ())]
        for name, at in servers.items():
            others = {other: place for other, place in servers.items() if other != name}
            groups.append(_group(name, {name: at}, others.values()))
        return _NGINX.format(
            count=len(servers), bind=bind, folder=folder, upload=UPLOAD_MB,
            homes="\n".join(homes), served="\n".join(served), groups="\n".join(groups),
        )  # fmt: skip
    raise Refused(f"proxy must be one of {', '.join(PROXIES)}, got {proxy!r}.")


def _group(name: str, servers: Mapping[str, str], others: Iterable[str]) -> str:
    """Servers of nginx that are asked in turn, and others that are asked where these are gone."""
    lines = [f"        server {at} max_fails=1 fail_timeout=5s;" for at in servers.values()]
    lines += [f"        server {at} backup;" for at in others]
    return "\n".join([f"    upstream {name} {{", *lines, "    }"])


def installed(proxy: str = "") -> tuple[str, str]:
    """A proxy of this machine, that one or the first there is: its name, and its program.

    Raises
    ------
    Refused
        If it is not installed.
    """
    for name in (proxy,) if proxy else PROXIES:
        # A server's programs are not on everybody's path
        if program := shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin"):
            return name, program
    wanted = proxy or " or ".join(PROXIES)
    raise Refused(
        f"Several processes need a proxy before them, and {wanted} is not installed: install it, "
        "or run one process."
    )


def command(proxy: str, program: str, file: Path) -> list[str]:
    """What starts a proxy with its configuration, in the foreground."""
    if proxy == "haproxy":
        return [program, "-db", "-f", str(file)]
    return [program, "-e", "stderr", "-p", str(file.parent), "-c", str(file)]
