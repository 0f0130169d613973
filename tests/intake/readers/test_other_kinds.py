"""What is no file of a table is refused by its right name, with one step that helps."""

import gzip
import pickle

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from tests.patience import growth


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"RDX3\nX\n\0\0\0", "R data"),
        (b"X\n\0\0\0\3", "R data"),
        (b"\x89HDF\r\n\x1a\n" + bytes(9), "HDF5"),
        (b"MATLAB 5.0 MAT-file" + bytes(200), "MATLAB"),
        (b"SQLite format 3\0" + bytes(90), "SQLite"),
        (b"ARROW1\0\0" + bytes(40), "Feather or Arrow"),
        (pickle.dumps({"a": [1, 2]}), "Python pickle, which is never opened"),
        (b"7z\xbc\xaf\x27\x1c\0\4", "7z"),
        (b"Rar!\x1a\x07\x01\0", "RAR"),
        (b"\x28\xb5\x2f\xfd\x04\0a,b", "Zstandard"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
        (bytes(257) + b"ustar\x0000", "tar archive"),
    ],
)
def test_a_binary_file_is_refused_by_its_name_packed_or_not(data: bytes, name: str) -> None:
    for packed in (data, gzip.compress(data)):
        with pytest.raises(GraphFileError, match=rf"^g\.csv: .*{name}.*; .*\.$"):
            read_upload(packed, "g.csv")


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize("sign", ["|", "-- a\n", "+-", "/*", ":I"])
def test_a_head_of_one_sign_costs_no_more_than_its_length(sign: str) -> None:
    def refuse(size: int) -> None:
        with pytest.raises(GraphFileError):
            read_upload(sign.encode() * (size // len(sign)) + b"\nx", "g.csv")

    assert growth(refuse, 1000) < 10
