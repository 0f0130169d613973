"""Files that commands write: nothing is lost, links are not followed, whole or not at all."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from graphdp_core.cli.commands import main
from graphdp_core.cli.output import arriving, free
from graphdp_core.params import Refused

KARATE = ("--graph", "karate", "--epsilon", "2")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def friends(tmp_path):
    path = tmp_path / "b.csv"
    path.write_text("source,target,note\nann,bob,x\nbob,cy,y\n")
    return path


def writers(folder, friends):
    """Every command that writes a file, and the file."""
    return {
        "convert": (["convert", str(friends), str(folder / "c.csv")], "c.csv"),
        "picture": (["picture", *KARATE, "--out", str(folder / "p.svg")], "p.svg"),
        "report": (["report", *KARATE, "--out", str(folder / "r.html")], "r.html"),
        "compare": (["compare", *KARATE, "--figure", str(folder / "f.svg")], "f.svg"),
        "sweep": (["sweep", "--graph", "karate", "--analysis", "louvain", "--epsilons", "2",
                   "--repeats", "1", "--store", ":memory:", "--csv", str(folder / "s.csv")],
                  "s.csv"),
        "lessons": (["lessons", "L2", "--sheet", str(folder / "l.html")], "l.html"),
    }  # fmt: skip


@pytest.mark.sample
@pytest.mark.parametrize("command", ["convert", "picture", "report", "compare", "sweep", "lessons"])
def test_a_file_that_is_there_is_replaced_only_when_that_is_said(
    capsys, tmp_path, friends, command
):
    words, name = writers(tmp_path, friends)[command]
    (tmp_path / name).write_text("my thesis")
    assert main(words) == 2
    assert f"{name} is there already: choose another name, or add --force." in (
        capsys.readouterr().err
    )
    assert (tmp_path / name).read_text() == "my thesis"
    assert main([*words, "--force"]) == 0
    assert len((tmp_path / name).read_text()) > len("my thesis")
    assert not list(tmp_path.glob(".*")), "nothing is left beside it"


def test_the_file_that_is_read_is_never_replaced(capsys, tmp_path, friends):
    before = friends.read_text()
    (tmp_path / "same.csv").symlink_to(friends)
    for out in (friends, tmp_path / "same.csv"):
        assert main(["convert", str(friends), str(out), "--force"]) == 2
        assert "is the file that is read: choose another name" in capsys.readouterr().err
    assert friends.read_text() == before


def test_a_link_is_replaced_and_not_followed(tmp_path, friends):
    secret, link = tmp_path / "secret", tmp_path / "c.csv"
    secret.write_text("keep me")
    link.symlink_to(secret)
    assert main(["convert", str(friends), str(link)]) == 2
    assert main(["convert", str(friends), str(link), "--force"]) == 0
    assert secret.read_text() == "keep me"
    assert not link.is_symlink()


def test_a_link_to_nowhere_and_a_folder_are_no_place(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(Refused, match="is there already"):
        free(str(tmp_path / "link"))
    with pytest.raises(Refused, match="is no file that could be replaced"):
        free(str(tmp_path), force=True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_leaves_the_old_file_and_names_it(tmp_path):
    path = tmp_path / "r.html"
    path.write_text("old")

    def fill():
        with arriving(path, force=True) as beside:
            beside.write_text("half")
            Path("/dev/full").write_text("the other half")

    with pytest.raises(OSError, match="No space left on device") as caught:
        fill()
    assert caught.value.filename == str(path)
    assert path.read_text() == "old"
    assert [other.name for other in tmp_path.iterdir()] == ["r.html"]


def test_who_is_which_is_read_by_its_owner_alone(tmp_path):
    mask = os.umask(0)
    try:
        words = ["release", "--graph", "karate", "--mechanism", "noisy_degrees", "--epsilon", "1",
                 "--ledger", str(tmp_path / "l.jsonl"), "--to", str(tmp_path / "z.zip"), "--yes",
                 "--mapping", str(tmp_path / "m.csv")]  # fmt: skip
        assert main(words) == 0
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "m.csv").stat().st_mode) == 0o600


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_that_nobody_writes_to_is_refused_at_once(capsys, tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    for words in (["convert", "--preview"], ["convert", str(tmp_path / "c.csv")]):
        order = [words[0], str(tmp_path / "pipe.csv"), *words[1:]]
        assert main(order) == 2
        assert "empty" in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_what_cannot_be_printed_is_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "graphdp_core", "datasets"], stdout=full, cwd=ROOT,
            stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "graphdp: nothing could be printed: No space left on device.\n"
