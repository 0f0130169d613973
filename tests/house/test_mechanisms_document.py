"""docs/mechanisms.md is what the code declares."""

from pathlib import Path

from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.trust.document import fact_document

DOCUMENT = Path(__file__).parents[2] / "docs" / "mechanisms.md"


def test_the_document_equals_the_code():
    assert DOCUMENT.read_text(encoding="utf-8") == fact_document(), (
        "run graphdp mechanisms --markdown > docs/mechanisms.md"
    )


def test_every_mechanism_and_parameter_is_in_it():
    text = fact_document()
    assert all(f"(`{kind.id}`)" in text for kind in MECHANISMS)
    assert text.count("**Trusted**") == len(MECHANISMS)
