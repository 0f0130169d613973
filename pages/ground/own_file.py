"""The files that people brought, in the server's memory: never on disk, gone an hour after use.

Whoever asks needs the browser's secret (:mod:`pages.ground.visitor_cookie`), which no address
carries; the address carries the file's mark, which says which file it is and opens nothing.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from graphdp_core.intake import Loaded
from graphdp_core.intake.files.graph_file import plain_text
from graphdp_core.intake.files.reading import Reading
from graphdp_core.memory import share

KEPT_S = 3600.0  # seconds after the last use
MOST_BYTES = 1_000_000_000  # of all people's files together
MOST_FILES = 4  # of one person


@dataclass(frozen=True)
class FileToken:
    """Which file it is, without the file: its size and a short checksum.

    Its name stays home: no address says it, but those of former links. "" where it is not known.
    """

    name: str = field(compare=False)
    size: int
    checksum: str

    def __str__(self) -> str:
        """As it stands in an address."""
        return f"{self.checksum}.{self.size}"

    @classmethod
    def parse(cls, text: str) -> FileToken | None:
        """The mark in an address; None if it is none.

        Examples
        --------
        >>> FileToken.parse("1a2b3c4d.2048.friends.csv")
        FileToken(name='friends.csv', size=2048, checksum='1a2b3c4d')
        >>> FileToken.parse("nonsense") is None
        True
        """
        checksum, _, rest = text.partition(".")
        size, _, name = rest.partition(".")
        name = plain_text(name)
        is_hex = len(checksum) == 8 and all(sign in "0123456789abcdef" for sign in checksum)
        if not (is_hex and size.isascii() and size.isdigit() and len(size) < 13):
            return None
        return cls(name, int(size), checksum)


@dataclass(frozen=True)
class Upload:
    """A graph file as it came."""

    name: str
    data: bytes = field(repr=False)

    @cached_property
    def digest(self) -> str:
        """Of the content."""
        return hashlib.blake2b(self.data, digest_size=32).hexdigest()

    @cached_property
    def mark(self) -> FileToken:
        """What an address says of it."""
        return FileToken(plain_text(self.name) or "the file", len(self.data), self.digest[:8])


@dataclass(frozen=True)
class Choices:
    """What a person chose of how a file is read.

    Parameters
    ----------
    reading : Reading
        Whatever of it is None is guessed.
    classes : Brought, optional
        A second file, with the class of every node.
    points, rescale : bool
        The file holds latent positions; they are rescaled.
    numbered : bool
        Nodes lose their names.
    """

    reading: Reading = field(default_factory=Reading)
    classes: Upload | None = None
    points: bool = False
    rescale: bool = False
    numbered: bool = False

    @property
    def key(self) -> str:
        """The same for choices that read the same."""
        digest = "" if self.classes is None else self.classes.digest
        return repr((self.reading, digest, self.points, self.rescale, self.numbered))


@dataclass(frozen=True)
class UploadState:
    """A file, how it is to be read, and the graph in it once the user has accepted it.

    Parameters
    ----------
    choices : Choices
        As they stand on the page; those accepted are in `accepted`.
    loaded : Loaded, optional
        None until it is accepted.
    accepted : Choices
        The choices that gave `loaded`.
    """

    brought: Upload
    choices: Choices = Choices()
    loaded: Loaded | None = None
    accepted: Choices = Choices()


class OwnFiles:
    """Files by person and mark, the one used longest ago first.

    Parameters
    ----------
    kept : float
        Seconds that a file stays after its last use.
    most_bytes, most_files : int
        Of all people together, and of one.
    clock : callable
        Seconds, never going back.

    Examples
    --------
    >>> files = OwnFiles()
    >>> files.keep("a secret", UploadState(Upload("g.csv", b"1,2")))
    >>> [held.brought.name for held in files.of("a secret")], files.of("another secret")
    (['g.csv'], [])
    """

    def __init__(
        self,
        *,
        kept: float = KEPT_S,
        most_bytes: int = MOST_BYTES,
        most_files: int = MOST_FILES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._kept, self._clock = kept, clock
        self._most_bytes, self._most_files = most_bytes, most_files
        self._held: OrderedDict[tuple[str, str], tuple[float, UploadState]] = OrderedDict()
        self._lock = threading.RLock()
        self._timer: threading.Timer | None = None

    def keep(self, person: str, held: UploadState) -> None:
        """Keep a file, or note that it is used; the oldest give way where there are too many."""
        with self._lock:
            key = (person, str(held.brought.mark))
            self._held[key] = (self._clock(), held)
            self._held.move_to_end(key)
            own = [other for other in self._held if other[0] == person and other != key]
            own.sort(key=lambda other: self._held[other][1].loaded is not None)  # unread ones go
            for old in own[: max(len(own) - self._most_files + 1, 0)]:
                del self._held[old]
            while len(self._held) > 1 and self._bytes() > min(self._most_bytes, share("files")):
                self._held.popitem(last=False)
            self._watch()

    def find(self, person: str, mark: FileToken) -> UploadState | None:
        """The user's file with this mark, if it is still here."""
        with self._lock:
            self.forget_old()
            upload = self._held.get((person, str(mark)))
            if upload is None:
                return None
            self.keep(person, upload[1])
            return upload[1]

    def of(self, person: str) -> list[UploadState]:
        """All files of one person, the last used first."""
        with self._lock:
            self.forget_old()
            return [held for key, (_, held) in reversed(self._held.items()) if key[0] == person]

    def forget(self, person: str, mark: FileToken) -> None:
        """Let go of one file."""
        with self._lock:
            self._held.pop((person, str(mark)), None)

    def forget_old(self) -> None:
        """Let go of what has not been used for long."""
        with self._lock:
            last = self._clock() - self._kept
            for key in [key for key, (used, _) in self._held.items() if used < last]:
                del self._held[key]

    def _bytes(self) -> int:
        return sum(len(held.brought.data) for _, held in self._held.values())

    def _watch(self) -> None:
        """Look again when the oldest may have to go, whether anybody asks or not."""
        if self._timer is not None or not self._held:
            return
        oldest = next(iter(self._held.values()))[0]
        self._timer = threading.Timer(oldest + self._kept - self._clock() + 1.0, self._look)
        self._timer.daemon = True
        self._timer.start()

    def _look(self) -> None:
        with self._lock:
            self._timer = None
            self.forget_old()
            self._watch()


def size_words(size: int) -> str:
    """A file's size for people.

    Examples
    --------
    >>> size_words(1), size_words(12_034), size_words(52_400_000)
    ('1 byte', '12.0 KB', '52.4 MB')
    """
    if size < 1_000:
        return "1 byte" if size == 1 else f"{size} bytes"
    return f"{size / 1_000:.1f} KB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"


OWN_FILES = OwnFiles()
"""The one of this server."""
