"""The long form of the audits runs only where it is asked for by its marker."""

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "audit_long" in config.getoption("markexpr"):
        return
    long = [item for item in items if "audit_long" in item.keywords]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if "audit_long" not in item.keywords]
