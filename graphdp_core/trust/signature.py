"""Who made a publication: an in-toto statement about its files, signed by the maker's ssh key."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from graphdp_core.params import Refused
from graphdp_core.trust.package import file_facts

__all__ = [
    "NAMESPACE",
    "Signature",
    "check_signer",
    "read_signature",
    "signature_files",
    "taken_out",
]

NAMESPACE = "graphdp-release"
"""What the key signs for: ssh signatures of mails or commits are none of a release."""

STATEMENT, SIGNED, ENVELOPE = "statement.pae", "statement.pae.sig", "statement.dsse.json"
PAYLOAD_TYPE = "application/vnd.in-toto+json"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "urn:graphdp:release-certificate:1"
PROMISE = (
    "statement", "not_protected", "unit", "relation", "radius", "epsilon", "exact_epsilon",
    "delta", "status", "mechanism",
)  # fmt: skip
"""The facts of a certificate that are signed in words; its file is signed as a whole."""

NO_PROGRAM = "ssh-keygen is not installed: it comes with OpenSSH 8.2 or newer."
MAGIC, PLACE_OF_KEY = b"SSHSIG\x00\x00\x00\x01", 14  # and before the key its length in four bytes


@dataclass(frozen=True)
class Signature:
    """A signature that fits what it signs.

    Parameters
    ----------
    fingerprint : str
        Of the key, as ssh-keygen writes it.
    signed, armour : bytes
        What was signed, and the signature as ssh-keygen reads it.
    is_checked : bool
        Whether ssh-keygen found it to be that key's; False where there is no ssh-keygen.
    """

    fingerprint: str
    signed: bytes
    armour: bytes
    is_checked: bool

    def statement(self) -> str:
        """By which key, in a sentence, or that this was not checked."""
        if self.is_checked:
            return f"It is signed by the key {self.fingerprint}."
        return (
            f"It names the key {self.fingerprint} as its signer, and that was not checked: "
            f"{NO_PROGRAM}"
        )

    def owner(self, allowed: str | Path) -> str:
        """Whose key it is by a file of allowed signers, in a sentence.

        Raises
        ------
        Refused
            If it is nobody's, the signature is not valid for its owner, or nothing can be checked.
        """
        path = Path(allowed)
        if not path.is_file():
            raise Refused(f"there is no file of allowed signers {path.name}: check the path.")
        found = _ssh_keygen("find-principals", "-f", str(path), signature=self)
        names = found.stdout.decode(errors="replace").splitlines()
        if found.returncode or not names:
            raise Refused(
                f"it is signed by the key {self.fingerprint}, which {path.name} does not name."
            )
        words = ("verify", "-f", str(path), "-I", names[0], "-n", NAMESPACE)
        found = _ssh_keygen(*words, signature=self)
        if found.returncode:
            raise Refused(
                f"the signature is not valid for {names[0]} by {path.name}: {_complaint(found)}."
            )
        return f"By {path.name} the key {self.fingerprint} is that of {names[0]}."


def check_signer(key: str | Path) -> None:
    """Raise Refused if nothing can be signed: no ssh-keygen, or no such key."""
    _program()
    if not Path(key).is_file():
        raise Refused(f"there is no ssh key {Path(key).name}: check the path.")


def signature_files(
    files: Mapping[str, bytes], facts: Mapping[str, Any], *, key: str | Path
) -> tuple[dict[str, bytes], str]:
    """What lies beside the files of a publication that is signed, and the key's fingerprint.

    The bytes that ssh-keygen signs, its signature, and both as one DSSE envelope.

    Parameters
    ----------
    files : mapping of str to bytes
        All others of the publication, the certificate too.
    facts : mapping
        Of the certificate.
    key : str or Path
        An ssh key that ssh-keygen can sign with; of a key in an agent, its public half.

    Raises
    ------
    Refused
        If it cannot: no such key, a wrong passphrase, or no ssh-keygen.

    Notes
    -----
    *Privacy*: only what the zip holds without it is signed: checksums, and facts of the
    certificate. The key's public half is in the signature, its comment and file name are not.

    References
    ----------
    in-toto attestation framework, Statement v1; DSSE: Dead Simple Signing Envelope, v1, whose
    pre-authentication encoding is what is signed; OpenSSH, PROTOCOL.sshsig.
    """
    check_signer(key)
    body = json.dumps(_statement(files, facts), indent=1).encode()
    signed = _encoded(body)
    found = subprocess.run(
        [_program(), "-Y", "sign", "-f", str(key), "-n", NAMESPACE],
        input=signed, capture_output=True, check=False,
    )  # fmt: skip
    if found.returncode:
        raise Refused(f"ssh-keygen did not sign with {Path(key).name}: {_complaint(found)}.")
    whole = json.dumps(_envelope(body, found.stdout), indent=1).encode()
    made = {STATEMENT: signed, SIGNED: found.stdout, ENVELOPE: whole}
    return made, _fingerprint(_raw(found.stdout))


def taken_out(files: dict[str, bytes]) -> dict[str, bytes]:
    """Those files of a publication that sign the others, which stay; none where it is unsigned."""
    return {n: files.pop(n) for n in (STATEMENT, SIGNED, ENVELOPE) if n in files}


def read_signature(
    signing: Mapping[str, bytes], files: Mapping[str, bytes], facts: Mapping[str, Any]
) -> Signature:
    """The signature of a publication, if it signs these very files and this promise.

    Parameters
    ----------
    signing : mapping of str to bytes
        As :func:`taken_out` gives them.
    files, facts
        As for :func:`signature_files`.

    Raises
    ------
    Refused
        If it signs anything else, its parts contradict each other, or it is no signature.
    """
    missing = {STATEMENT, SIGNED, ENVELOPE} - signing.keys()
    if missing:
        raise Refused(f"it is signed in part: {', '.join(sorted(missing))} is missing.")
    signed, armour = signing[STATEMENT], signing[SIGNED]
    raw = _raw(armour)
    try:
        body = signed.split(b" ", 4)[4]
        said, envelope = json.loads(body), json.loads(signing[ENVELOPE])
        subject = {str(one["name"]): str(one["digest"]["sha256"]) for one in said["subject"]}
        kind, promise = (said["_type"], said["predicateType"]), dict(said["predicate"])
    except (ValueError, KeyError, TypeError, IndexError):
        raise Refused(f"{STATEMENT} or {ENVELOPE} is no statement about a release.") from None
    if signed != _encoded(body) or envelope != _envelope(body, armour):
        raise Refused(f"{ENVELOPE} holds another statement or signature than {STATEMENT}.")
    if kind != (STATEMENT_TYPE, PREDICATE_TYPE):
        raise Refused(f"what is signed is no certificate of a release: {str(kind[1])[:60]}.")
    wrong = sorted(n for n, _ in subject.items() ^ _checksums(files).items())
    if wrong:
        raise Refused(f"the signed statement is about another {wrong[0]}.")
    if any(facts.get(name) != fact for name, fact in promise.items()):
        raise Refused("the signed statement promises something else than the certificate.")
    return _checked(Signature(_fingerprint(raw), signed, armour, is_checked=False))


def _checked(found: Signature) -> Signature:
    if shutil.which("ssh-keygen") is None:
        return found
    answer = _ssh_keygen("check-novalidate", "-n", NAMESPACE, signature=found)
    if answer.returncode:
        raise Refused(f"{SIGNED} does not sign {STATEMENT}: {_complaint(answer)}.")
    return replace(found, is_checked=True)


def _statement(files: Mapping[str, bytes], facts: Mapping[str, Any]) -> dict[str, Any]:
    sums = _checksums(files)
    return {
        "_type": STATEMENT_TYPE,
        "subject": [{"name": name, "digest": {"sha256": sums[name]}} for name in sums],
        "predicateType": PREDICATE_TYPE,
        "predicate": {name: facts[name] for name in PROMISE},
    }


def _checksums(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: str(file_facts(content)["sha256"]) for name, content in files.items()}


def _encoded(body: bytes) -> bytes:
    """DSSE's pre-authentication encoding: type and body, each behind its length."""
    return b"DSSEv1 %d %s %d %s" % (len(PAYLOAD_TYPE), PAYLOAD_TYPE.encode(), len(body), body)


def _envelope(body: bytes, armour: bytes) -> dict[str, Any]:
    raw = _raw(armour)
    return {
        "payloadType": PAYLOAD_TYPE,
        "payload": base64.b64encode(body).decode(),
        "signatures": [{"keyid": _fingerprint(raw), "sig": base64.b64encode(raw).decode()}],
    }


def _raw(armour: bytes) -> bytes:
    """The signature itself, out of its lines of base64."""
    text = b"".join(line for line in armour.splitlines() if line[:1] != b"-")
    try:
        raw = base64.b64decode(text, validate=True)
    except binascii.Error:
        raw = b""
    if not raw.startswith(MAGIC):
        raise Refused(f"{SIGNED} is no signature by an ssh key.")
    return raw


def _fingerprint(raw: bytes) -> str:
    length = int.from_bytes(raw[len(MAGIC) : PLACE_OF_KEY], "big")
    key = raw[PLACE_OF_KEY : PLACE_OF_KEY + length]
    return "SHA256:" + base64.b64encode(hashlib.sha256(key).digest()).decode().rstrip("=")


def _ssh_keygen(*words: str, signature: Signature) -> subprocess.CompletedProcess[bytes]:
    """One of its answers about a signature, which it reads from a file."""
    with TemporaryDirectory(prefix="graphdp-") as folder:
        file = Path(folder) / SIGNED
        file.write_bytes(signature.armour)
        return subprocess.run(
            [_program(), "-Y", *words, "-s", str(file)],
            input=signature.signed, capture_output=True, check=False,
        )  # fmt: skip


def _program() -> str:
    found = shutil.which("ssh-keygen")
    if found is None:
        raise Refused(NO_PROGRAM)
    return found


def _complaint(found: subprocess.CompletedProcess[bytes]) -> str:
    """The last line of what it complains about."""
    lines = (found.stderr or found.stdout).decode(errors="replace").strip().splitlines()
    return lines[-1].strip().rstrip(".") if lines else f"it ended with {found.returncode}"
