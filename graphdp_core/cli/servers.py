"""Several servers of the app behind one proxy, watched over: one that ends is started again."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from graphdp_core.cli.proxy import command, configuration, installed
from graphdp_core.params import Refused

__all__ = ["MOST", "free_ports", "serve"]

MOST = 32
HERE = "127.0.0.1"
WORDS = ("-m", "streamlit", "run")
STARTED = 120.0  # seconds: the first start compiles the kernels
AGAIN = 1.0  # seconds between the end of a server and its next start
LOOK = 0.2


@dataclass
class Servers:
    """The processes: those of the app by port, and the proxy.

    Parameters
    ----------
    app : Path
        The app's server object.
    ports : list of int
        On which the servers listen, for this machine alone.
    address : str
        On which the proxy listens.
    """

    app: Path
    ports: list[int]
    address: str
    running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)
    proxy: subprocess.Popen[bytes] | None = None
    # One for all: what one server signs, another one must be able to read
    secret: str = field(default_factory=lambda: secrets.token_hex(32), repr=False)

    def start(self, port: int) -> None:
        """Start one server and say so."""
        words = [sys.executable, *WORDS, str(self.app)]
        words += [f"--server.port={port}", f"--server.address={HERE}"]
        own = {"STREAMLIT_SERVER_COOKIE_SECRET": self.secret, "GRAPHDP_ADDRESS": self.address}
        quiet = subprocess.DEVNULL
        self.running[port] = subprocess.Popen(words, env={**own, **os.environ, **own}, stdout=quiet)
        print(f"server on port {port}: process {self.running[port].pid}", flush=True)

    def start_proxy(self, words: list[str], port: int) -> None:
        """Start the proxy as soon as every server answers, and wait until they answer through it.

        Raises
        ------
        RuntimeError
            If one does not start.
        """
        for each, process in self.running.items():
            _wait_until_well(f"{HERE}:{each}", process)
        self.proxy = subprocess.Popen(words)
        everywhere = self.address in ("localhost", "0.0.0.0", "")
        _wait_until_well(f"{HERE if everywhere else self.address}:{port}", self.proxy)

    def watch(self) -> None:
        """Start again what ends, until the proxy ends.

        Raises
        ------
        RuntimeError
            If the proxy ends by itself.
        """
        due: dict[int, float] = {}
        while self.proxy is not None and self.proxy.poll() is None:
            for port, process in self.running.items():
                ended = process.poll() is not None
                if ended and time.monotonic() > due.setdefault(port, time.monotonic() + AGAIN):
                    del due[port]
                    self.start(port)
            time.sleep(LOOK)
        raise RuntimeError("the proxy ended: see what it said above.")

    def end(self) -> None:
        """End all of them, and wait for it."""
        every = [*self.running.values(), *filter(None, [self.proxy])]
        for process in every:
            process.terminate()
        for process in every:
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()


def serve(app: Path, *, address: str, port: int, processes: int, proxy: str = "") -> None:
    """Serve the app with several processes until this one is told to end.

    Parameters
    ----------
    app : Path
    address, port : str, int
        Where the proxy listens; the servers take free ports of this machine.
    processes : int
        From 2 to 32.
    proxy : str
        "haproxy" or "nginx"; "" for the first that is installed.

    Raises
    ------
    Refused
        If the number is out of range, or there is no proxy.
    """
    if not 2 <= processes <= MOST:
        raise Refused(f"processes must be an integer from 1 to {MOST}, got {processes}.")
    name, program = installed(proxy)
    servers = Servers(app, free_ports(processes), address)
    signal.signal(signal.SIGTERM, _end_by_signal)
    try:
        with tempfile.TemporaryDirectory(prefix="graphdp-") as folder:
            file = Path(folder) / "proxy.conf"
            file.parent.chmod(0o711)  # nginx, started by root, works as somebody else
            behind = {f"server-{p}": f"{HERE}:{p}" for p in servers.ports}
            bind = f"{HERE if address == 'localhost' else address}:{port}"
            file.write_text(configuration(name, bind=bind, servers=behind, folder=folder))
            for each in servers.ports:
                servers.start(each)
            servers.start_proxy(command(name, program, file), port)
            print(f"http://{address}:{port} with {processes} servers behind {name}", flush=True)
            servers.watch()
    except KeyboardInterrupt:
        pass
    finally:
        servers.end()


def _end_by_signal(*_: object) -> None:
    raise KeyboardInterrupt


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens to just now."""
    probes = [socket.socket() for _ in range(count)]
    try:
        for probe in probes:
            probe.bind((HERE, 0))
        return [probe.getsockname()[1] for probe in probes]
    finally:
        for probe in probes:
            probe.close()


def _wait_until_well(where: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + STARTED
    while not _is_well(where):
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"nothing answers at {where}: see above.")
        time.sleep(LOOK)


def _is_well(where: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://{where}/_stcore/health", timeout=2):
            return True
    except OSError:
        return False
