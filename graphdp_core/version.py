"""The version of the program, in one place, and those of what decides its numbers."""

import platform

__version__ = "0.2.0"


def versions() -> dict[str, str]:
    """Versions of what decides the numbers."""
    import numpy
    import scipy
    import sklearn

    return {
        "graphdp": __version__,
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "scikit-learn": sklearn.__version__,
    }
