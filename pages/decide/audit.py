"""Audit: try to refute what the chosen mechanism claims."""

from pages.parts import audit_facts, auditor
from pages.shared import session

auditor.begin(
    "An audit draws many releases of two neighbouring inputs and looks for an event that one of "
    "them shows too often. It can convict a mechanism; it never proves that one is private. All "
    "inputs are made up: your graph is not read.",
)
mechanism = session.current().mechanism
audit_facts.show(mechanism, auditor.show(mechanism))
