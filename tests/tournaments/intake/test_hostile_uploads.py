"""Files sent to do harm, or merely broken: a finding each, never an error, nothing half kept."""

import gzip
import io

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from federation.models import Account
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tournaments.formats import table
from tournaments.formats.shared import limits
from tournaments.models import Entry, Game, Tournament, Upload

pytestmark = pytest.mark.django_db

ENTITIES = (
    b'<?xml version="1.0"?><!DOCTYPE Tournament [<!ENTITY secret SYSTEM "file:///etc/passwd">]>'
    b"<Tournament>&secret;</Tournament>"
)
LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE Tournament [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
    b'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><Tournament>&c;</Tournament>'
)


def send(client: Client, data: bytes, name: str) -> str:
    """Send a file, follow, and give the page."""
    file = SimpleUploadedFile(name, data)
    answer = client.post(reverse("upload"), {"file": file}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"", "empty.tou", "empty-file"),
        (b"hello, this is no tournament\n", "letter.txt", "unknown-format"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "photo.tou", "binary-file"),
        (gzip.compress(b"\x00" * 1_000_000), "bomb.tou.gz", "compressed"),
        (gzip.compress(reports.tou()), "moulin.tou.gz", "compressed"),
        (ENTITIES, "entities.xml", "xml-doctype"),
        (LAUGHS, "laughs.xml", "xml-doctype"),
        (reports.undated()[:-200], "cut.xml", "xml-broken"),
        (b'<?xml version="1.0"?><html/>', "page.xml", "xml-not-opengotha"),
    ],
)
def test_unreadable_file_leads_to_its_finding(organiser: Account, data: bytes, name: str, code: str) -> None:
    page = send(logged_in(organiser), data, name)

    assert f'<code class="finding-code">{code}</code>' in page
    assert "root:" not in page
    assert (Upload.objects.count(), Tournament.objects.count(), Entry.objects.count()) == (1, 0, 0)


def test_truncated_table_drafts_and_cannot_be_submitted(organiser: Account) -> None:
    data = reports.tou()
    page = send(logged_in(organiser), data[: data.index(b"   4 Delestraint")], "cut.tou")

    assert "unknown-opponent" in page
    assert "Correct them here, or correct the file" in page


@pytest.mark.parametrize("size", [1, 2_000_000])
def test_body_over_the_limit_is_refused_before_it_is_read(organiser: Account, size: int) -> None:
    class Body(io.BytesIO):
        """A body that fails whoever reads it."""

        def read(self, *_: object) -> bytes:
            raise AssertionError("the body was read")

    length = settings.UPLOAD_LIMIT + 16 * 1024 + size
    answer = logged_in(organiser).generic(
        "POST",
        reverse("upload"),
        b"",
        content_type="multipart/form-data; boundary=x",
        **{"wsgi.input": Body(), "CONTENT_LENGTH": str(length)},  # type: ignore[arg-type]  # what a server hands over
    )

    assert answer.status_code == 413
    assert '<code class="finding-code">too-large</code>' in answer.content.decode()
    assert Upload.objects.count() == 0


def test_file_just_over_the_limit_is_told_the_limit(
    organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "UPLOAD_LIMIT", 1000)

    page = send(logged_in(organiser), b";" * 1001, "large.tou")

    assert "The file has 1001 bytes; at most 1000 are accepted." in page


def test_nothing_sent_says_so(organiser: Account) -> None:
    answer = logged_in(organiser).post(reverse("upload"), {})

    assert (answer.status_code, Upload.objects.count()) == (422, 0)


def test_markup_in_names_is_shown_as_text(organiser: Account) -> None:
    people = (
        reports.PEOPLE[0].__class__(1, "<script>alert(1)</script>", "A", grade="3d"),
        *reports.PEOPLE[1:],
    )
    client = logged_in(organiser)

    page = send(client, reports.tou("<b>Bold</b> Open", entrants=people), "<i>x.tou")
    match = client.get("/desk/1/1/match/").content.decode()

    for text in (page, match):
        assert "<script>alert" not in text
        assert "<b>Bold</b>" not in text


def test_long_and_strange_values_fit_the_columns(organiser: Account) -> None:
    odd = (
        reports.PEOPLE[0].__class__(1, "N" * 300, "G" * 300, grade="3d", club="C" * 60, country="FR"),
        *reports.PEOPLE[1:],
    )

    data = table.write(reports.report("T" * 400, entrants=odd), "spreadsheet")
    send(logged_in(organiser), data, "n" * 250 + ".csv")

    tournament = Tournament.objects.get()
    assert (len(tournament.name), len(Upload.objects.get().filename)) == (200, 200)
    longest = Entry.objects.get(number=1)
    assert (len(longest.surname), len(longest.given_name), len(longest.club)) == (80, 80, 16)


def test_pairings_no_table_can_hold_are_errors_and_left_out(organiser: Account) -> None:
    data = reports.undated().replace(b'blackPlayer="BROSSOLETTEPAUL"', b'blackPlayer="AUBRACLISE"')

    page = send(logged_in(organiser), data, "himself.xml")

    assert "plays-himself" in page
    assert Game.objects.count() == 3


def test_entries_are_not_compared_with_one_another(
    organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty thousand names fit into a file: every pair compared would hold a worker for ten minutes."""

    def compared(_one: Entry, _other: object) -> bool:
        raise AssertionError("two entries were compared")

    monkeypatch.setattr(Entry, "__eq__", compared)

    send(logged_in(organiser), reports.tou(), "moulin.tou")

    assert Tournament.objects.get().entries.count() == len(reports.PEOPLE)


def test_file_of_more_people_than_any_tournament_has_is_refused(
    organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_ENTRANTS", len(reports.PEOPLE) - 1)

    page = send(logged_in(organiser), reports.tou(), "moulin.tou")

    assert '<code class="finding-code">too-many-entrants</code>' in page
    assert (Upload.objects.count(), Tournament.objects.count()) == (1, 0)
