"""A hundred tamperings with a copied log: `palmares-verify log` refuses each."""

import shutil
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest

from ratings.merkle_log import command, notes
from ratings.merkle_log.tiles import bundle, unbundle
from tests.ratings.merkle_log.another_log import AnotherLog, entry_files, paths_of

SIZE, KEPT = 600, 300  # entries of the log, and of the checkpoint that was kept
Tamper = Callable[[Path, Random], None]


@cache
def honest() -> AnotherLog:
    return AnotherLog().add(SIZE)


def write(log: AnotherLog, folder: Path) -> Path:
    """Copy a log with its entries to a folder."""
    for path in paths_of(len(log.leaves)):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(log.fetch(path))
    return folder


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def any_file(folder: Path, dice: Random) -> Path:
    return dice.choice(files(folder))


def any_entries(folder: Path, dice: Random) -> tuple[Path, list[bytes]]:
    path = folder / dice.choice(entry_files(SIZE))
    width = int(path.name) if path.parent.name.endswith(".p") else 256
    return path, unbundle(path.read_bytes(), width)


def turn_a_bit(folder: Path, dice: Random) -> None:
    path = any_file(folder, dice)
    data = bytearray(path.read_bytes())
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    path.write_bytes(data)


def delete_a_file(folder: Path, dice: Random) -> None:
    any_file(folder, dice).unlink()


def cut_a_file(folder: Path, dice: Random) -> None:
    path = any_file(folder, dice)
    data = path.read_bytes()
    path.write_bytes(data[: dice.randrange(len(data))])


def lengthen_a_file(folder: Path, dice: Random) -> None:
    path = any_file(folder, dice)
    path.write_bytes(path.read_bytes() + dice.randbytes(32))


def swap_two_files(folder: Path, dice: Random) -> None:
    first, second = dice.sample(files(folder), 2)
    data = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(data)


def alter_an_entry(folder: Path, dice: Random) -> None:
    path, entries = any_entries(folder, dice)
    entries[dice.randrange(len(entries))] = b'{"act":"list.published"}'
    path.write_bytes(bundle(entries))


def swap_two_entries(folder: Path, dice: Random) -> None:
    path, entries = any_entries(folder, dice)
    first, second = dice.sample(range(len(entries)), 2)
    entries[first], entries[second] = entries[second], entries[first]
    path.write_bytes(bundle(entries))


def drop_an_entry(folder: Path, dice: Random) -> None:
    path, entries = any_entries(folder, dice)
    del entries[dice.randrange(len(entries))]
    path.write_bytes(bundle(entries))


def double_an_entry(folder: Path, dice: Random) -> None:
    """Put an entry in the place of its neighbour."""
    path, entries = any_entries(folder, dice)
    place = dice.randrange(1, len(entries))
    entries[place] = entries[place - 1]
    path.write_bytes(bundle(entries))


def sign_anew_with_another_past(folder: Path, dice: Random) -> None:
    """Write the whole log anew, an old entry of it changed; its own key signs."""
    place = dice.randrange(KEPT)
    log = AnotherLog().add(place).add(1, mark=b" ").add(SIZE - place - 1)
    shutil.rmtree(folder)
    write(log, folder)


def sign_fewer(folder: Path, dice: Random) -> None:
    shutil.rmtree(folder)
    write(AnotherLog().add(dice.randrange(1, KEPT)), folder)


def sign_with_another_key(folder: Path, dice: Random) -> None:
    write(AnotherLog(seed=dice.randbytes(32)).add(SIZE), folder)


def sign_another_root(folder: Path, dice: Random) -> None:
    """Let its own key sign a root, or a number of entries, that is not that of the files."""
    log = honest()
    end = log.end
    size = end.size + dice.choice([-1, 1])
    forged = dice.choice(
        [
            notes.Checkpoint(end.origin, end.size, dice.randbytes(32)),
            notes.Checkpoint(end.origin, size, end.root),
        ]
    )
    (folder / "checkpoint").write_text(notes.sign(forged.text, [(log.key, log.private.sign)]))


TAMPERINGS: Sequence[tuple[Tamper, int]] = [
    (turn_a_bit, 20),
    (delete_a_file, 10),
    (cut_a_file, 10),
    (lengthen_a_file, 10),
    (swap_two_files, 8),
    (alter_an_entry, 10),
    (swap_two_entries, 8),
    (drop_an_entry, 6),
    (double_an_entry, 6),
    (sign_anew_with_another_past, 4),
    (sign_fewer, 3),
    (sign_with_another_key, 2),
    (sign_another_root, 3),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of an honest log, and the checkpoint that was kept beside it."""
    folder = tmp_path_factory.mktemp("honest")
    (folder / "kept").write_text(AnotherLog().add(KEPT).note)
    write(honest(), folder / "log")
    return folder


def verified(copy: Path, log: Path) -> int:
    return command.main(["log", str(copy / "kept"), str(log), "--key", str(honest().key)])


def test_honest_log_holds_and_all_of_it_is_read(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(copy, copy / "log") == command.HOLDS
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == SIZE - KEPT + 2
    assert lines[-1] == "Read: all 600 entries, and every tile of hashes over them."


@pytest.mark.parametrize(
    ("tamper", "count"), TAMPERINGS, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_tampered_log_is_refused(
    tamper: Tamper, count: int, copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    accepted = []
    for seed in range(count):
        folder = tmp_path / str(seed)
        shutil.copytree(copy / "log", folder)
        tamper(folder, Random(seed))
        status = verified(copy, folder)
        if status not in (command.DIFFERS, command.UNREADABLE) or "Holds" in capsys.readouterr().out:
            accepted.append(seed)
    assert accepted == []


def test_tamperings_are_a_hundred() -> None:
    assert sum(count for _tamper, count in TAMPERINGS) == 100


@pytest.mark.parametrize("size", [1, 255, 256, 257, 512])
def test_every_file_of_a_log_is_read(size: int, tmp_path: Path) -> None:
    log = AnotherLog().add(size)
    folder = write(log, tmp_path / "log")
    (tmp_path / "kept").write_text(log.note)
    asked = ["log", str(tmp_path / "kept"), str(folder)]
    assert command.main(asked) == command.HOLDS
    for path in files(folder):
        data = path.read_bytes()
        path.unlink()
        assert command.main(asked) == command.UNREADABLE, path
        path.write_bytes(data)
