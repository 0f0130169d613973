"""The version of the program, in one place: certificates, package and documents read it here."""

__all__ = ["__version__"]

__version__ = "0.2.0"
