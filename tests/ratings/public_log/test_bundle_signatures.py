"""Bundles signed by the key of the log, where that lies, and what pages say of it."""

from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from federation.journal import journal
from ratings.lists.publication import ListRequest, order, prepare_and_release
from ratings.merkle_log import minisign
from ratings.merkle_log.notes import parse_key
from ratings.models import ListBundle, LogHead, PublishedList, RatingSystem
from ratings.public_log import writing
from ratings.public_log.bundles import list_bundles, signatures
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
ADDRESS = "/lists/ffg/2023-03-31/bundle.zip"


@pytest.fixture
def published() -> PublishedList:
    ffg = RatingSystem.objects.get(key="ffg")
    hold(date(2023, 3, 4), people(4), round_robin(4), number=7)
    recalculate(stale(ffg, date(2023, 3, 4)))
    return prepare_and_release(order(ffg, ListRequest(date(2023, 3, 31)), account=None).pk)


def extend() -> ListBundle:
    journal.seal()
    writing.extend()
    return ListBundle.objects.get()


def opened(client: Client, bundle: ListBundle) -> str:
    """Check the signature by what anybody can download, and return its comment."""
    data = client.get(ADDRESS).getvalue()
    hashed = minisign.file_hash()
    hashed.update(data)
    assert sha256(data).hexdigest() == bundle.sha256
    text = client.get(f"{ADDRESS}.minisig").content.decode()
    return minisign.open_signature(text, hashed.digest(), parse_key(bundle.signed_by).public)


def test_bundle_is_signed_when_the_log_follows_and_the_page_says_how_to_check(
    published: PublishedList, client: Client
) -> None:
    assert client.get(f"{ADDRESS}.minisig").status_code == 404
    english = Client(headers={"accept-language": "en"})
    assert "minisign" not in english.get("/lists/ffg/2023-03-31/proof/").content.decode()
    bundle = extend()
    answer = client.get(f"{ADDRESS}.minisig")
    page = english.get("/lists/ffg/2023-03-31/proof/").content.decode()
    key = signatures.public_key_of(bundle)

    assert answer["Content-Disposition"] == 'attachment; filename="ffg_2023-03-31_r1_bundle.zip.minisig"'
    assert opened(client, bundle).startswith(
        f"file:{list_bundles.name_of(published)} sha256:{bundle.sha256} made:"
    )
    name = list_bundles.name_of(published)
    assert f'minisign <span class="nowrap">-Vm</span> {name} <span class="nowrap">-P</span> {key}' in page
    assert f'href="{ADDRESS}.minisig"' in page


def test_signing_reads_a_bundle_once_and_asks_two_questions_where_nothing_waits(
    published: PublishedList,
) -> None:
    extend()
    with CaptureQueriesContext(connection) as nothing:
        assert signatures.sign_bundles() == 0
    ListBundle.objects.update(signed_by="")
    with CaptureQueriesContext(connection) as one:
        assert signatures.sign_bundles() == 1

    assert (len(nothing), len(one)) == (2, 5)


def test_machine_without_the_key_signs_nothing(published: PublishedList, key_file: Path) -> None:
    extend()
    ListBundle.objects.update(signature="", signed_by="")
    key_file.unlink()

    assert extend().signature == ""


def test_new_key_signs_anew_what_the_old_one_had_signed(
    published: PublishedList, client: Client, tmp_path: Path, settings: Settings
) -> None:
    first = extend()
    call_command("public_log", new_key=tmp_path / "new")
    settings.PUBLIC_LOG_KEY = str(tmp_path / "new")
    second = extend()

    assert second.signed_by == LogHead.objects.get().key != first.signed_by
    assert second.sha256 == first.sha256
    assert opened(client, second)
