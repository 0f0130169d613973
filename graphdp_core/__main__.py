"""`python -m graphdp_core`, the same as `graphdp`: see :mod:`graphdp_core.cli.commands`."""

from __future__ import annotations

import sys

from graphdp_core.cli.commands import main

if __name__ == "__main__":
    sys.exit(main())
