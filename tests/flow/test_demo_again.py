"""The demonstration twice: the same seed gives the same lists and files."""

from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from pytest_django.fixtures import Settings

from ratings.models import ListEntry, PublishedList
from tests.flow.conftest import load

pytestmark = [pytest.mark.django_db, pytest.mark.release]  # a minute of processor
FIDE = ("fide-standard", "fide-rapid", "fide-blitz")
STREAMS = ("fics-blitz", "ladder")


def listed() -> list[Any]:
    """Return every line of the lists of chess and of streams."""
    rows = ListEntry.objects.filter(list__system__key__in=(*FIDE, *STREAMS))
    names = ("list__system__key", "list__date", "fide", "rank", "exact", "k", "deviation", "title")
    return list(rows.order_by("list__system__key", "list__date", "position").values_list(*names))


def files() -> list[Any]:
    """Return names, sizes and digests of the downloads."""
    lists = PublishedList.objects.filter(system__key__in=FIDE).order_by("date", "system__key")
    # which lists a file was made from is noted by their keys, and these are others each time
    return [
        {name: (note["size"], note["sha256"]) for name, note in noted.items()}
        for noted in lists.values_list("files", flat=True)
    ]


def opened() -> tuple[list[Any], list[Any]]:
    """Open a small office and return its lists and files; nothing of it stays."""
    with transaction.atomic():
        load("--players=100")
        made = (listed(), files())
        transaction.set_rollback(True)
    return made


def test_same_seed_gives_the_same_lists_again(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path

    first, second = opened(), opened()

    assert len(first[0]) > 1000
    assert first == second
