from datetime import datetime, timedelta

import pytest
from django.utils import timezone, translation

from tournaments.desk.finding_words import sentence
from tournaments.templatetags.waiting import waited

NOW = datetime(2026, 3, 10, 23, 30, tzinfo=timezone.get_default_timezone())


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (0, "since today"),
        (23, "since today"),
        (24, "1 day"),
        (72, "3 days"),
        (24 * 5128, "5128 days"),
        (24 * 15_128, "15,128 days"),
    ],
)
def test_waiting_is_counted_in_days_of_the_calendar(
    monkeypatch: pytest.MonkeyPatch, hours: int, words: str
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)

    with translation.override("en"):
        assert waited(NOW - timedelta(hours=hours)) == words


def test_what_does_not_wait_says_nothing() -> None:
    assert waited(None) == ""


def test_bytes_of_a_file_are_counted_with_grouped_thousands() -> None:
    with translation.override("en"):
        said = sentence("too-large", {"size": 2_500_460, "limit": 2_097_152})

    assert said == "The file has 2,500,460 bytes; at most 2,097,152 are accepted."
