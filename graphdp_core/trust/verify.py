"""Verify: whether a publication is as it was made, and claims what its mechanism guarantees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms import MECHANISMS, Mechanism
from graphdp_core.params import Refused, make
from graphdp_core.privacy.amounts import amount_of
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.results import Partition, Result, Scores
from graphdp_core.trust.certificate import checked
from graphdp_core.trust.ledger import Ledger
from graphdp_core.trust.package import differing, file_facts, unpacked, zip_at
from graphdp_core.trust.parcel import PlannedNumbers
from graphdp_core.trust.signature import Signature, read_signature, taken_out
from graphdp_core.version import __version__
from graphdp_core.vocabulary import of_ties

FOR_ONE_NODE = (
    "It is for the eyes of this one node, which knows its own edges: shown to anybody else it "
    "protects none of them."
)
GONE: dict[str, tuple[NeighbouringRelation, type[Graph] | type[Result], str, str]] = {
    "personal_nearness": (NeighbouringRelation.PERSONAL_EDGE, Scores, "near", FOR_ONE_NODE),
    "hierarchical_random_graph": (NeighbouringRelation.EDGE, Graph, "", ""),
    "privgraph": (NeighbouringRelation.EDGE, Partition, "", ""),
}
"""Mechanisms that published and have gone: relation, kind, measure and caveat of their releases."""


@dataclass(frozen=True)
class Verified:
    """What was checked and held.

    Parameters
    ----------
    checks : tuple of str
        One sentence each.
    """

    certificate: dict[str, Any]
    checks: tuple[str, ...]
    signature: Signature | None = None

    def statement(self) -> str:
        """The finding in one sentence; the data themselves cannot show how they were drawn."""
        return (
            f"Nothing has changed since it was made. {self.certificate['statement']} "
            + "".join(f"{said} " for said in [self.certificate.get("not_protected")] if said)
            + "Only the certificate says how it was drawn; the data cannot show it. "
            + (self.signature.statement() if self.signature else "It is not signed.")
        )


def verify(
    path: str | Path, *, ledger: str | Path | None = None, signed_by: str | Path | None = None
) -> Verified:
    """Check a publication byte by byte, its claim, its signature, and its line in the ledger.

    Parameters
    ----------
    path : str or Path
        The zip.
    ledger : str or Path, optional
        The curator's; without it the line is not looked for.
    signed_by : str or Path, optional
        A file of allowed signers, as ssh-keygen reads them: one of them must have signed it.

    Returns
    -------
    Verified

    Raises
    ------
    Refused
        If one byte differs, the claim is not that of the mechanism, the ledger has no such line,
        or none of the allowed signers signed it.
    OSError
        If a file cannot be read.
    """
    path = Path(path)
    data = zip_at(path)
    verified = verify_bytes(data, name=path.name)
    checks = list(verified.checks)
    if ledger is not None:
        whole = str(file_facts(data)["sha256"])
        checks.append(_in_ledger(verified.certificate, whole, Path(ledger)))
    if signed_by is not None:
        if verified.signature is None:
            raise Refused(f"{path.name} is not signed: ask its maker for one that is.")
        checks.append(verified.signature.owner(signed_by))
    return replace(verified, checks=tuple(checks))


def verify_bytes(data: bytes, *, name: str = "the file") -> Verified:
    """The same of a zip in memory, without a ledger."""
    files = unpacked(data, name=name)
    if "certificate.json" not in files:
        raise Refused(f"{name} holds no certificate: it is no release; check the path.")
    signing, text = taken_out(files), files.pop("certificate.json")
    facts = checked(text)
    if what := differing(facts["files"], files):
        raise Refused(f"{what} after it was made: ask for the zip again.")
    _same_claim(facts)
    checks = [
        f"All {len(files)} files and the certificate have the stated checksums.",
        "The promise is the one that this version gives for the mechanism and its parameters.",
    ]
    signature = read_signature(signing, {"certificate.json": text, **files}) if signing else None
    if signature is not None and signature.fingerprint:
        checks.append(f"The key {signature.fingerprint} signed the checksums of all files.")
    return Verified(facts, tuple(checks), signature)


def _same_claim(facts: Mapping[str, Any]) -> None:
    made_by = _made_by(facts)
    try:
        epsilon, exact = amount_of(facts["epsilon"]), float(facts["exact_epsilon"])
        claim = _guarantee(facts["mechanism"], float(epsilon))
        made = None if facts["mechanism"]["id"] in GONE else mechanism_of(facts["mechanism"])
    except Refused as refusal:
        raise Refused(
            f"the certificate names what this version does not know: {refusal}{made_by}"
        ) from None
    except (KeyError, TypeError, ValueError):
        raise Refused("the certificate lacks its mechanism, its parameters or epsilon.") from None
    if not claim.protects or not _is_said(claim, facts.get("statement")):
        raise Refused(f"the certificate does not state what its mechanism guarantees.{made_by}")
    if isinstance(made, PlannedNumbers) and facts.get("releases") != made.rows():
        raise Refused(f"the certificate does not state what its parts guarantee.{made_by}")
    if not 0 <= exact <= float(epsilon):
        raise Refused("the certificate states an exact epsilon above the nominal one.")


def _is_said(claim: Guarantee, statement: object) -> bool:
    """Whether it is what a certificate says; the older ones call a tie an edge."""
    return isinstance(statement, str) and of_ties(statement) == of_ties(claim.statement())


def _guarantee(said: Mapping[str, Any], epsilon: float) -> Guarantee:
    if said["id"] in GONE:
        relation, _, _, caveat = GONE[said["id"]]
        return Guarantee(relation, epsilon, Status.PROVED_PURE, caveat=caveat)
    return mechanism_of(said).guarantee(epsilon)


def mechanism_of(said: Mapping[str, Any]) -> Mechanism:
    """What a certificate names, if it has not gone; a choice that has gone is left out."""
    known = {k: v for k, v in said["parameters"].items() if (k, v) != ("blocks", "privgraph")}
    if said["id"] == PlannedNumbers.id:
        return PlannedNumbers(**known)
    mechanism: Mechanism = make("mechanism", MECHANISMS, said["id"], known)
    return mechanism


def _made_by(facts: Mapping[str, Any]) -> str:
    """What to do where the certificate comes from another version of GraphDP; else nothing."""
    versions = facts.get("versions")
    version = str(versions.get("graphdp") if isinstance(versions, dict) else None)[:40]
    if version == __version__:
        return ""
    return f" It was made by GraphDP {version}, and this is {__version__}: verify it with that."


def _in_ledger(facts: Mapping[str, Any], checksum: str, path: Path) -> str:
    if not path.exists():
        raise Refused(f"there is no ledger {path.name}: check the path.")
    for line in Ledger(path).lines:
        if line.facts.get("id") == facts["ledger"]["id"]:
            if line.facts["release"] != checksum:
                raise Refused(f"line {line.number} of the ledger is about another zip: check both.")
            return "The ledger has charged this release; all its lines are in order."
    raise Refused("the ledger has no line for this release: take the ledger that charged it.")
