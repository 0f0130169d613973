"""Signed publications: ssh-keygen alone checks them, and nothing else passes for one."""

import base64
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
SIGNING = ["statement.pae", "statement.pae.sig", "statement.dsse.json"]
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


def files(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def changed(home, tmp_path, **given):
    """The signed release with other files, or without those that are None."""
    made = {**files(home / "signed.zip"), **{n.replace("__", "."): c for n, c in given.items()}}
    path = tmp_path / "changed.zip"
    path.write_bytes(packed({name: content for name, content in made.items() if content}))
    return path


def test_ssh_keygen_alone_checks_it(home, tmp_path):
    made = files(home / "signed.zip")
    assert list(made)[-3:] == SIGNING
    (tmp_path / "sig").write_bytes(made["statement.pae.sig"])
    words = ["-Y", "verify", "-f", home / "ann.allowed", "-I", WHO, "-n", "graphdp-release"]
    for signed, good in ((made["statement.pae"], True), (made["statement.pae"] + b" ", False)):
        found = subprocess.run(
            ["ssh-keygen", *words, "-s", tmp_path / "sig"],
            input=signed, capture_output=True, check=False,
        )  # fmt: skip
        assert (found.returncode == 0) is good


def test_it_is_an_in_toto_statement_about_all_other_files_in_a_dsse_envelope(home):
    made = files(home / "signed.zip")
    envelope = json.loads(made["statement.dsse.json"])
    body = base64.b64decode(envelope["payload"])
    assert envelope["payloadType"] == "application/vnd.in-toto+json"
    head = f"DSSEv1 28 application/vnd.in-toto+json {len(body)} ".encode()
    assert made["statement.pae"] == head + body
    (one,) = envelope["signatures"]
    armour = made["statement.pae.sig"].decode().splitlines()
    assert one["sig"] == "".join(armour[1:-1])
    shown = subprocess.run(
        ["ssh-keygen", "-l", "-f", home / "ann.pub"], capture_output=True, check=True
    )
    assert one["keyid"] == shown.stdout.decode().split()[1]
    statement = json.loads(body)
    assert statement["_type"] == "https://in-toto.io/Statement/v1"
    assert statement["subject"] == [
        {"name": name, "digest": {"sha256": hashlib.sha256(content).hexdigest()}}
        for name, content in made.items()
        if name not in SIGNING
    ]


def test_nothing_is_signed_that_the_certificate_does_not_hold(home):
    made = files(home / "signed.zip")
    certificate = json.loads(made["certificate.json"])
    statement = json.loads(made["statement.pae"].split(b" ", 4)[4])
    assert statement["predicate"].items() <= certificate.items()
    assert statement["predicate"]["epsilon"] == "1.2"
    for name in SIGNING:
        for secret in (b"people", b"ledger", b"karate", b"secret", b"ann@"):
            assert secret not in made[name], (name, secret)


def test_verifying_tells_by_which_key_and_whose_it_is(home):
    key = json.loads(files(home / "signed.zip")["statement.dsse.json"])["signatures"][0]["keyid"]
    found = verify(
        home / "signed.zip", ledger=home / "people.jsonl", signed_by=home / "ann.allowed"
    )
    assert found.statement().endswith(f"It is signed by the key {key}.")
    assert found.checks[-1] == f"By ann.allowed the key {key} is that of {WHO}."
    assert len(found.checks) == 5
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
    with pytest.raises(Refused, match=r"the signed statement is about another certificate\.json"):
        verify(changed(home, tmp_path, certificate__json=again))
    other = files(home / "unsigned.zip")
    with pytest.raises(Refused, match="the signed statement is about another"):
        verify(changed(home, tmp_path, **{n.replace(".", "__"): c for n, c in other.items()}))


def test_parts_of_a_signature_are_none(home, tmp_path):
    for name in ("statement__pae", "statement__dsse__json"):
        with pytest.raises(Refused, match="it is signed in part"):
            verify(changed(home, tmp_path, **{name: None}))
    parts = changed(home, tmp_path, **{"statement__pae__sig": None})
    with pytest.raises(Refused, match=r"it is signed in part: statement\.pae\.sig is missing"):
        verify(parts)


@pytest.mark.parametrize("name", SIGNING)
def test_any_flipped_bit_of_the_signature_is_found(home, tmp_path, name):
    content = files(home / "signed.zip")[name]
    for place in range(3, len(content) - 40, len(content) // 12):
        flipped = bytearray(content)
        flipped[place] ^= 1
        with pytest.raises(Refused):
            verify(changed(home, tmp_path, **{name.replace(".", "__"): bytes(flipped)}))


def test_a_signature_of_something_else_is_refused(home, tmp_path):
    made = files(home / "signed.zip")
    found = subprocess.run(
        ["ssh-keygen", "-Y", "sign", "-f", home / "ann", "-n", "mail"],
        input=made["statement.pae"], capture_output=True, check=True,
    )  # fmt: skip
    body = made["statement.pae"].split(b" ", 4)[4]
    envelope = json.dumps(module._envelope(body, found.stdout)).encode()
    given = {"statement__pae__sig": found.stdout, "statement__dsse__json": envelope}
    with pytest.raises(Refused, match=r"statement\.pae\.sig does not sign statement\.pae: "):
        verify(changed(home, tmp_path, **given))


def test_without_ssh_keygen_nothing_is_signed_and_what_was_not_checked_is_said(
    home, tmp_path, monkeypatch
):
    monkeypatch.setattr(module.shutil, "which", lambda _: None)
    found = verify(home / "signed.zip")
    assert len(found.checks) == 2
    assert "as its signer, and that was not checked: ssh-keygen is not installed" in (
        found.statement()
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
