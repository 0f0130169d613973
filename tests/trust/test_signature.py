"""Signed publications: ssh-keygen alone checks them, and nothing else passes for one."""

import hashlib
import json
import shutil
import subprocess
import zipfile

import pytest

import graphdp_core as gdp
from graphdp_core.params import Refused
from graphdp_core.trust import signature as module
from graphdp_core.trust.certificate import with_checksum
from graphdp_core.trust.ledger import Ledger
from graphdp_core.trust.package import packed
from graphdp_core.trust.publish import publish
from graphdp_core.trust.verify import verify

pytestmark = pytest.mark.skipif(
    shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed"
)
SIGNING = ["SHA256SUMS", "SHA256SUMS.sig"]
FORMER = ["statement.pae", "statement.pae.sig", "statement.dsse.json"]
WHO = "ann@example.org"


def new_key(path, *, who=WHO):
    """A key without a passphrase, and a file that allows it to sign."""
    words = ["-q", "-t", "ed25519", "-N", "", "-C", "a secret comment", "-f", str(path)]
    subprocess.run(["ssh-keygen", *words], check=True)
    kind, half, _ = path.with_suffix(".pub").read_text().split(" ", 2)
    path.with_suffix(".allowed").write_text(f"{who} {kind} {half}\n")
    return path


def released(folder, name, key=""):
    return publish(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), epsilon="1.2",
        to=folder / f"{name}.zip", ledger=folder / "people.jsonl", question="Who knows whom?",
        sign=key,
    )  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder with two keys, a release that the first has signed, and one that none has."""
    folder = tmp_path_factory.mktemp("home")
    new_key(folder / "other", who="bo@example.org")
    released(folder, "signed", new_key(folder / "ann"))
    released(folder, "unsigned")
    return folder


def fingerprint(home):
    words = ["ssh-keygen", "-l", "-f", home / "ann.pub"]
    return subprocess.run(words, capture_output=True, check=True).stdout.decode().split()[1]


def files(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def changed(home, tmp_path, **given):
    """The signed release with other files, or without those that are None."""
    made = {**files(home / "signed.zip"), **{n.replace("__", "."): c for n, c in given.items()}}
    path = tmp_path / "changed.zip"
    path.write_bytes(packed({name: content for name, content in made.items() if content}))
    return path


def test_ssh_keygen_and_sha256sum_alone_check_it(home, tmp_path):
    made = files(home / "signed.zip")
    assert list(made)[-2:] == SIGNING
    sums = [f"{hashlib.sha256(c).hexdigest()}  {n}" for n, c in made.items() if n not in SIGNING]
    assert made["SHA256SUMS"].decode().splitlines() == sums
    (tmp_path / "sig").write_bytes(made["SHA256SUMS.sig"])
    words = ["-Y", "verify", "-f", home / "ann.allowed", "-I", WHO, "-n", "graphdp-release"]
    for signed, good in ((made["SHA256SUMS"], True), (made["SHA256SUMS"] + b" ", False)):
        answer = subprocess.run(
            ["ssh-keygen", *words, "-s", tmp_path / "sig"],
            input=signed, capture_output=True, check=False,
        )  # fmt: skip
        assert (answer.returncode == 0) is good
    for name in SIGNING:
        for secret in (b"people", b"karate", b"secret", b"ann@"):
            assert secret not in made[name], (name, secret)


def test_verifying_tells_by_which_key_and_whose_it_is(home):
    key = fingerprint(home)
    verified = verify(
        home / "signed.zip", ledger=home / "people.jsonl", signed_by=home / "ann.allowed"
    )
    assert verified.statement().endswith(f"It is signed by the key {key}.")
    assert verified.checks[-1] == f"By ann.allowed the key {key} is that of {WHO}."
    assert len(verified.checks) == 5
    assert verify(home / "unsigned.zip").statement().endswith("It is not signed.")
    assert len(gdp.read_release(home / "signed.zip").names) == 34


@pytest.mark.parametrize(
    ("zip", "allowed", "complaint"),
    [
        ("unsigned", "ann.allowed", r"^unsigned\.zip is not signed: ask its maker"),
        ("signed", "other.allowed", r"^it is signed by the key SHA256:.*, which other\.allowed"),
        ("signed", "none", "^there is no file of allowed signers none: check the path"),
    ],
)
def test_a_release_that_they_did_not_sign_is_refused(home, zip, allowed, complaint):
    with pytest.raises(Refused, match=complaint):
        verify(home / f"{zip}.zip", signed_by=home / allowed)


def test_a_key_that_may_sign_other_things_alone_is_refused(home, tmp_path):
    text = (home / "ann.allowed").read_text()
    (tmp_path / "mails").write_text(text.replace(" ", ' namespaces="mail" ', 1))
    with pytest.raises(Refused, match=r"mails does not name|not valid for ann@example\.org"):
        verify(home / "signed.zip", signed_by=tmp_path / "mails")


def test_a_change_with_a_new_certificate_is_found(home, tmp_path):
    made = files(home / "signed.zip")
    facts = json.loads(made["certificate.json"])
    del facts["checksum"]
    again = with_checksum({**facts, "question": "Another?"})
    with pytest.raises(Refused, match=r"signed checksums are those of another certificate\.json"):
        verify(changed(home, tmp_path, certificate__json=again))
    other = files(home / "unsigned.zip")
    with pytest.raises(Refused, match="the signed checksums are those of another"):
        verify(changed(home, tmp_path, **{n.replace(".", "__"): c for n, c in other.items()}))


@pytest.mark.parametrize("name", SIGNING)
def test_parts_of_a_signature_are_none(home, tmp_path, name):
    other = SIGNING[1 - SIGNING.index(name)].replace(".", "__")
    with pytest.raises(Refused, match=f"it is signed in part: {name} is missing"):
        verify(changed(home, tmp_path, **{name.replace(".", "__"): None}))
    with pytest.raises(Refused, match="it is signed in part"):
        verify(changed(home, tmp_path, **{other: None, "statement__pae": b"x"}))


@pytest.mark.parametrize("name", SIGNING)
def test_any_flipped_bit_of_the_signature_is_found(home, tmp_path, name):
    content = files(home / "signed.zip")[name]
    for place in range(3, len(content) - 40, len(content) // 12):
        flipped = bytearray(content)
        flipped[place] ^= 1
        with pytest.raises(Refused):
            verify(changed(home, tmp_path, **{name.replace(".", "__"): bytes(flipped)}))


def signed_by_ann(home, content, namespace):
    words = ["ssh-keygen", "-Y", "sign", "-f", home / "ann", "-n", namespace]
    return subprocess.run(words, input=content, capture_output=True, check=True).stdout


def test_a_signature_of_something_else_is_refused(home, tmp_path):
    mail = signed_by_ann(home, files(home / "signed.zip")["SHA256SUMS"], "mail")
    with pytest.raises(Refused, match=r"SHA256SUMS\.sig does not sign SHA256SUMS: "):
        verify(changed(home, tmp_path, SHA256SUMS__sig=mail))


def signed_formerly(home, tmp_path, made):
    """A zip with these files, as version 0.1 signed the unsigned one."""
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in made.items()}
    subject = [{"name": name, "digest": {"sha256": digest}} for name, digest in sums.items()]
    body = json.dumps({"_type": "https://in-toto.io/Statement/v1", "subject": subject}).encode()
    signed = b"DSSEv1 28 application/vnd.in-toto+json %d %s" % (len(body), body)
    signing = (signed, signed_by_ann(home, signed, "graphdp-release"), b"{}")
    path = tmp_path / "former.zip"
    path.write_bytes(packed({**made, **dict(zip(FORMER, signing, strict=True))}))
    return path


def test_what_version_0_1_has_signed_is_verified(home, tmp_path):
    made = files(home / "unsigned.zip")
    path = signed_formerly(home, tmp_path, made)
    assert verify(path).statement().endswith(f"It is signed by the key {fingerprint(home)}.")
    assert WHO in verify(path, signed_by=home / "ann.allowed").checks[-1]
    whole = files(path)
    for wrong, why in (
        ({**whole, "statement.pae": whole["statement.pae"] + b" "}, "does not sign"),
        ({**whole, "statement.pae": b"DSSEv1"}, "holds no checksums of a release"),
        ({n: c for n, c in whole.items() if n != FORMER[1]}, r"pae\.sig is missing"),
        ({**whole, "certificate.json": files(home / "signed.zip")["certificate.json"]}, "changed"),
    ):
        path.write_bytes(packed(wrong))
        with pytest.raises(Refused, match=why):
            verify(path, signed_by=home / "ann.allowed")


def test_without_ssh_keygen_nothing_is_signed_and_what_was_not_checked_is_said(
    home, tmp_path, monkeypatch
):
    monkeypatch.setattr(module.shutil, "which", lambda _: None)
    verified = verify(home / "signed.zip")
    assert len(verified.checks) == 2
    assert "It is signed, and that was not checked: ssh-keygen is not installed" in (
        verified.statement()
    )
    with pytest.raises(Refused, match=r"ssh-keygen is not installed: it comes with OpenSSH 8\.2"):
        verify(home / "signed.zip", signed_by=home / "ann.allowed")
    with pytest.raises(Refused, match="ssh-keygen is not installed"):
        released(tmp_path, "a", home / "ann")
    assert list(tmp_path.iterdir()) == []


def test_a_key_that_does_not_sign_costs_nothing(tmp_path):
    (tmp_path / "key").write_text("no key\n")
    with pytest.raises(Refused, match=r"^there is no ssh key none: check the path\.$"):
        released(tmp_path, "a", tmp_path / "none")
    with pytest.raises(Refused, match=r"^ssh-keygen did not sign with key: \S.*\.$"):
        released(tmp_path, "a", tmp_path / "key")
    assert not (tmp_path / "a.zip").exists()
    assert Ledger(tmp_path / "people.jsonl").spent() == {}
