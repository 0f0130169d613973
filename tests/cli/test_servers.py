"""Several servers: started, watched over, started again, and ended with the one that began them."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from graphdp_core.cli import servers
from graphdp_core.cli.proxy import configuration
from graphdp_core.params import Refused


@pytest.mark.parametrize("processes", [-1, 0, 33])
def test_a_number_out_of_range_is_refused(processes):
    with pytest.raises(Refused, match=f"from 1 to 32, got {processes}"):
        servers.serve(Path("app.py"), address="localhost", port=8501, processes=processes)


def is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_server_that_ends_is_started_again_and_all_end_together(tmp_path):
    """With small programs in place of the app and the proxy: what is watched over is processes."""
    (tmp_path / "proxy").write_text("#!/bin/sh\nexec sleep 60\n")
    (tmp_path / "proxy").chmod(0o755)
    (tmp_path / "run.py").write_text(
        textwrap.dedent(f"""
        import sys
        from pathlib import Path
        from graphdp_core.cli import servers
        servers.AGAIN = servers.LOOK = 0.05
        servers._is_well = lambda where: True
        servers.installed = lambda name: ("haproxy", {str(tmp_path / "proxy")!r})
        servers.sys.executable = "/bin/sh"
        servers.WORDS = ["-c", "exec sleep 60"]
        servers.serve(Path("app.py"), address="localhost", port=1, processes=2)
        """)
    )
    runs = subprocess.Popen(
        [sys.executable, str(tmp_path / "run.py")], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    lines = iter(runs.stdout.readline, "")
    first, second = (int(next(lines).rsplit(" ", 1)[1]) for _ in range(2))
    assert "2 servers behind haproxy" in next(lines)
    os.kill(first, signal.SIGKILL)
    third = int(next(lines).rsplit(" ", 1)[1])
    assert is_alive(second)
    assert is_alive(third)
    runs.send_signal(signal.SIGTERM)
    assert runs.wait(timeout=10) == 0
    end = time.monotonic() + 5
    while (is_alive(second) or is_alive(third)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not is_alive(second)
    assert not is_alive(third)
    runs.stdout.close()


def testfree_ports_differ_and_the_configuration_names_them():
    ports = servers.free_ports(5)
    assert len(set(ports)) == 5
    text = configuration("haproxy", bind="*:1", servers={f"s{p}": f"x:{p}" for p in ports})
    assert all(f"x:{port} " in text for port in ports)
