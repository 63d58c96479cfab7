"""The proof of one row: made from the log, checked by the verifier alone, refused where anything differs."""

import subprocess
import sys
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.journal import journal
from federation.models import Player
from federation.privacy import privacy
from ratings.lists.publication import publish
from ratings.merkle_log import command, merkle, row_proof
from ratings.merkle_log.reader import Differs, Unreadable
from ratings.merkle_log.row_proof import RowProof
from ratings.models import ListEntry, LogEntry, LogHead, PublishedList, RatingSystem
from ratings.public_log import list_rows, verifier, writing
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
DAY, LISTED = date(2023, 3, 4), date(2023, 3, 31)
PATH = "/lists/ffg/2023-03-31/proof"


@pytest.fixture
def published() -> PublishedList:
    ffg = RatingSystem.objects.get(key="ffg")
    hold(DAY, people(5), round_robin(5), number=7)
    recalculate(stale(ffg, DAY))
    found = publish(ffg, LISTED, account=None)
    journal.seal()
    writing.extend()
    return found


def players(published: PublishedList) -> list[Player]:
    return [one.player for one in ListEntry.objects.filter(list=published).order_by("position")]


def first(published: PublishedList) -> RowProof:
    found = list_rows.proof_of(published, players(published)[0])
    assert found is not None
    return found


def test_every_row_is_proved_by_its_text_alone(
    published: PublishedList, client: Client, tmp_path: Path
) -> None:
    file, key = tmp_path / "proof.txt", LogHead.objects.get().key
    rows = list(list_rows.lines(published))[1:]
    for place, player in enumerate(players(published)):
        answer = client.get(f"{PATH}/{player.pk}/proof.txt")
        file.write_bytes(answer.content)
        assert command.main(["row", str(file), "--key", key]) == 0
        proof = row_proof.parse(answer.content.decode())
        assert (proof.row + "\n", proof.place, proof.rows) == (rows[place], place, 5)


def test_verifier_of_one_file_checks_it_on_a_bare_python(published: PublishedList, tmp_path: Path) -> None:
    (tmp_path / verifier.NAME).write_bytes(verifier.content())
    (tmp_path / "proof.txt").write_text(row_proof.write(first(published)))
    done = subprocess.run(
        [sys.executable, "-I", "-S", verifier.NAME, "row", "proof.txt", "--key", LogHead.objects.get().key],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "Holds: row 1 of 5 of the list" in done.stdout
    assert "system" not in done.stderr


@pytest.mark.parametrize("size", [1, 2, 255, 256, 257, 511, 512, 513, 700])
def test_blocks_and_rows_give_the_tree_of_all_rows(size: int) -> None:
    leaves = list_rows.leaves(f"row {number}" for number in range(size))
    width = row_proof.WIDTH
    full = [merkle.whole(leaves[at : at + width]) for at in range(0, size - size % width, width)]
    subtree = row_proof.subtree_of(b"".join(full), lambda at: leaves[at * width : (at + 1) * width])

    def plain(hashes: list[bytes]) -> bytes:
        """The definition of RFC 6962, 2.1."""
        if len(hashes) == 1:
            return hashes[0]
        half = 1 << ((len(hashes) - 1).bit_length() - 1)
        return sha256(b"\x01" + plain(hashes[:half]) + plain(hashes[half:])).digest()

    top = merkle.root(size, subtree)
    assert top == plain(leaves)
    for place in {0, size // 2, size - 1}:
        path = merkle.inclusion_proof(place, size, subtree)
        assert merkle.includes(leaves[place], place, size, path, top)


@pytest.mark.parametrize(
    "change",
    [
        {"row": "1,1,1,1,1,9999,9999.0,,2,,,1,0"},
        {"place": 1},
        {"rows": 4},
        {"path": []},
        {"index": 0},
        {"entry_path": []},
        {"entry": '{"act":"list.published"}'},
    ],
    ids=lambda one: next(iter(one)),
)
def test_proof_that_was_changed_does_not_hold(published: PublishedList, change: dict[str, object]) -> None:
    proof = replace(first(published), **change)  # type: ignore[arg-type]  # wrong on purpose

    with pytest.raises((Differs, Unreadable)):
        row_proof.check(row_proof.parse(row_proof.write(proof)))


def test_no_other_text_holds_or_ends_in_a_traceback(published: PublishedList, tmp_path: Path) -> None:
    text, chance, key = row_proof.write(first(published)), Random(7), LogHead.objects.get().key
    file, said = tmp_path / "proof.txt", set()
    for _ in range(600):
        data = bytearray(text.encode())
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(data))
            kind = chance.randrange(3)
            if kind == 0:
                data[at] ^= 1 << chance.randrange(8)
            elif kind == 1:
                del data[at : at + chance.randint(1, 40)]
            else:
                data[at:at] = chance.randbytes(chance.randint(1, 9))
        if bytes(data).replace(b"\r\n", b"\n") == text.encode():
            continue
        file.write_bytes(data)
        said.add(status := command.main(["row", str(file), "--key", key]))
        assert status != 0 or bytes(data).decode().split("\n")[1] == text.split("\n")[1], bytes(data)

    assert {1, 2} <= said


def test_wrong_key_does_not_hold(published: PublishedList, tmp_path: Path) -> None:
    (tmp_path / "proof.txt").write_text(row_proof.write(first(published)))
    other = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"

    assert command.main(["row", str(tmp_path / "proof.txt"), "--key", other]) != 0


def test_page_shows_rating_code_and_command(published: PublishedList) -> None:
    player = players(published)[0]
    client = Client(headers={"accept-language": "en"})
    page = client.get(f"{PATH}/{player.pk}/").content.decode()
    own = client.get(f"/players/{player.pk}/").content.decode()

    assert '<svg class="qr-code"' in page
    assert row_proof.FORM in page
    assert f'href="{PATH}/{player.pk}/proof.txt"' in page
    assert f'href="{PATH}/{player.pk}/"' in own


def test_hidden_player_is_proved_by_number(published: PublishedList, client: Client) -> None:
    player = players(published)[0]
    privacy.choose(player, Player.Privacy.ANONYMOUS, account=None)
    page = client.get(f"{PATH}/{player.pk}/").content.decode()

    assert player.surname not in page
    assert client.get(f"{PATH}/{player.pk}/proof.txt").status_code == 200


def test_what_has_no_proof_says_so(published: PublishedList) -> None:
    client, player = Client(headers={"accept-language": "en"}), players(published)[0]
    data = LogEntry.objects.get(list=published)
    LogEntry.objects.filter(pk=data.pk).update(data=data.data.replace('"tree"', '"forest"'))

    assert "There is no proof of this row yet." in client.get(f"{PATH}/{player.pk}/").content.decode()
    assert client.get(f"{PATH}/{player.pk}/proof.txt").status_code == 404
    for number in (999_999, 2**70):
        assert client.get(f"{PATH}/{number}/").status_code == 404
        assert client.get(f"{PATH}/{number}/proof.txt").status_code == 404


def test_proof_costs_seven_queries_whatever_the_list(published: PublishedList, client: Client) -> None:
    player = players(published)[0]
    with CaptureQueriesContext(connection) as queries:
        client.get(f"{PATH}/{player.pk}/proof.txt")

    assert len(queries) == 7
