"""Who made a publication: the checksums of its files, signed by the maker's ssh key."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from graphdp_core.params import Refused
from graphdp_core.trust.package import file_facts

NAMESPACE = "graphdp-release"
"""What the key signs for: ssh signatures of mails or commits are none of a release."""

SUMS, SIGNED = "SHA256SUMS", "SHA256SUMS.sig"

FORMER = ("statement.pae", "statement.pae.sig", "statement.dsse.json")
"""What signed a zip up to version 0.1: the same checksums, in an in-toto statement."""

NO_PROGRAM = "ssh-keygen is not installed: it comes with OpenSSH 8.2 or newer."


@dataclass(frozen=True)
class Signature:
    """A signature of these very files: what was signed, and by which key; "" if not checked."""

    signed: bytes
    armour: bytes
    fingerprint: str = ""

    def statement(self) -> str:
        """By which key, in a sentence, or that this was not checked."""
        if self.fingerprint:
            return f"It is signed by the key {self.fingerprint}."
        return f"It is signed, and that was not checked: {NO_PROGRAM}"

    def owner(self, allowed: str | Path) -> str:
        """Whose key it is by a file of allowed signers, in a sentence."""
        path = Path(allowed)
        if not path.is_file():
            raise Refused(f"there is no file of allowed signers {path.name}: check the path.")
        answer = _ssh_keygen("find-principals", "-f", str(path), signature=self)
        names = answer.stdout.decode(errors="replace").splitlines()
        if answer.returncode or not names:
            raise Refused(
                f"it is signed by the key {self.fingerprint}, which {path.name} does not name."
            )
        words = ("verify", "-f", str(path), "-I", names[0], "-n", NAMESPACE)
        answer = _ssh_keygen(*words, signature=self)
        if answer.returncode:
            raise Refused(
                f"the signature is not valid for {names[0]} by {path.name}: {_complaint(answer)}."
            )
        return f"By {path.name} the key {self.fingerprint} is that of {names[0]}."


def check_signer(key: str | Path) -> None:
    """Raise Refused if nothing can be signed: no ssh-keygen, or no such key."""
    _program()
    if not Path(key).is_file():
        raise Refused(f"there is no ssh key {Path(key).name}: check the path.")


def signature_files(files: Mapping[str, bytes], *, key: str | Path) -> tuple[dict[str, bytes], str]:
    """What lies beside the files of a publication that is signed, and the key's fingerprint.

    Parameters
    ----------
    files : mapping of str to bytes
        All others of the publication, the certificate too.
    key : str or Path
        An ssh key that ssh-keygen can sign with; of a key in an agent, its public half.

    Notes
    -----
    *Privacy*: checksums alone are signed. The key's public half is in the signature, its comment
    and file name are not.
    """
    check_signer(key)
    sums = "".join(f"{digest}  {name}\n" for name, digest in _checksums(files).items()).encode()
    answer = subprocess.run(
        [_program(), "-Y", "sign", "-f", str(key), "-n", NAMESPACE],
        input=sums, capture_output=True, check=False,
    )  # fmt: skip
    if answer.returncode:
        raise Refused(f"ssh-keygen did not sign with {Path(key).name}: {_complaint(answer)}.")
    signing = {SUMS: sums, SIGNED: answer.stdout}
    return signing, read_signature(signing, files).fingerprint


def taken_out(files: dict[str, bytes]) -> dict[str, bytes]:
    """Those files of a publication that sign the others, which stay; none where it is unsigned."""
    return {n: files.pop(n) for n in (SUMS, SIGNED, *FORMER) if n in files}


def read_signature(signing: Mapping[str, bytes], files: Mapping[str, bytes]) -> Signature:
    """The signature of a publication, if it signs these very files.

    Parameters
    ----------
    signing : mapping of str to bytes
        As :func:`taken_out` gives them; those of an older zip are read, too.
    files : mapping of str to bytes
        All others.
    """
    wanted = FORMER if signing.keys() & FORMER else (SUMS, SIGNED)
    if wrong := sorted(signing.keys() ^ set(wanted)):
        raise Refused(f"it is signed in part: {', '.join(wrong)} is missing or too much.")
    is_former = wanted is FORMER
    signed, armour = signing[wanted[0]], signing[wanted[1]]
    try:
        if is_former:  # behind four words: its form, its type and both lengths
            rows = json.loads(signed.split(b" ", 4)[4])["subject"]
            sums = {str(row["name"]): str(row["digest"]["sha256"]) for row in rows}
        else:
            lines = (line.split("  ", 1) for line in signed.decode().splitlines())
            sums = {name: digest for digest, name in lines}
    except (ValueError, KeyError, TypeError, IndexError):
        raise Refused(f"{wanted[0]} holds no checksums of a release.") from None
    if other := sorted(name for name, _ in sums.items() ^ _checksums(files).items()):
        raise Refused(f"the signed checksums are those of another {other[0]}.")
    unchecked = Signature(signed, armour)
    if shutil.which("ssh-keygen") is None:
        return unchecked
    answer = _ssh_keygen("check-novalidate", "-n", NAMESPACE, signature=unchecked)
    if answer.returncode:
        raise Refused(f"{wanted[1]} does not sign {wanted[0]}: {_complaint(answer)}.")
    return replace(unchecked, fingerprint=answer.stdout.decode().split()[-1])


def _checksums(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: str(file_facts(content)["sha256"]) for name, content in files.items()}


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
    program = shutil.which("ssh-keygen")
    if program is None:
        raise Refused(NO_PROGRAM)
    return program


def _complaint(answer: subprocess.CompletedProcess[bytes]) -> str:
    """The last line of what it complains about."""
    lines = (answer.stderr or answer.stdout).decode(errors="replace").strip().splitlines()
    return lines[-1].strip().rstrip(".") if lines else f"it ended with {answer.returncode}"
