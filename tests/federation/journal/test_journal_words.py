"""Lines of the journal in the reader's words: names of values, states, corrections; no keys."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from federation.claims import claims
from federation.journal import pages
from federation.journal.words import plain, wording_of
from federation.models import JournalEntry
from tests.federation.claims.claimants import holm, vera

GAME = {
    "round": 1, "white": 1, "black": 2, "outcome": "white_wins", "by_default": True, "handicap": 0,
    "colour_known": True,
}  # fmt: skip


def told(act: str, subject: str, language: str = "en", **detail: Any) -> list[tuple[str, str | None, str]]:
    """Return what the page of the journal says of a line."""
    with translation.override(language):
        (line,) = pages.labelled_lines([JournalEntry(act=act, subject=subject, detail=detail)])
        return [(one.name, one.before, one.value) for one in line.changes]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("act", "subject", "detail", "shown"),
    [
        (
            "tournament.submitted", "tournament",
            {"number": 544, "withdrawn": [1], "before": "draft", "after": "submitted"},
            [("", "draft", "submitted"), ("number", None, "544"), ("withdrawn revisions", None, "1")],
        ),
        (
            "run.closed", "ratingrun", {"system": "egf", "before": "proposed", "after": "overtaken"},
            [("", "to be reviewed", "outdated"), ("rating system", None, "EGF rating")],
        ),
        (
            "run.applied", "ratingrun", {"alarms": ["large-move"], "moved": 5},
            [("alerts", None, "a rating changes by much"), ("changed", None, "5")],
        ),
        (
            "player.identifier", "player", {"scheme": "ffg", "value": "0599999"},
            [("scheme", None, "FFG licence"), ("number", None, "0599999")],
        ),
        (
            "player.edited", "player",
            {"before": {"given_name": "A", "sex": ""}, "after": {"given_name": "B", "sex": "f"}},
            [("given name", "A", "B"), ("sex", "", "female")],
        ),
        ("account.logged-in", "account", {"place": "127.0.0.1"}, [("from the address", None, "127.0.0.1")]),
        (
            "account.edited", "account",
            {"before": {"roles": ["officer"]}, "after": {"roles": ["organiser"]}},
            [("roles", "rating officer", "organiser")],
        ),
        (
            "tournament.corrected", "tournament",
            {"entrant": 2, "before": {"games": [GAME], "byes": []}, "after": {"games": [], "byes": []}},
            [("games", "1 – 2 1–0, by forfeit", ""), ("entrant", None, "2")],
        ),
        (
            "tournament.matched", "tournament", {"before": {"1": "enrol"}, "after": {"1": 12}},
            [("entrant 1", "to be enrolled", "player no. 12")],
        ),
        (
            "system.schedule", "ratingsystem", {"before": {"approve": False}, "after": {"approve": True}},
            [("Approve a proposal that raises no alert", "no", "yes")],
        ),
        (
            "manual-event.entered", "manualevent",
            {"before": {}, "after": {"kind": "adjustment", "date": "2026-01-02", "offset": -10.5}},
            [
                ("kind", None, "general correction"),
                ("date", None, "2\xa0Jan. 2026"),
                ("offset", None, "−10.5"),
            ],
        ),
        (
            "office.dispatches", "dispatchrule", {"before": {"egd": True}, "after": {"egd": False}},
            [("EGD", "yes", "no")],
        ),
        (
            "list.imported", "player", {"format": "ffg-v3", "date": "2026-11-06", "created": 3},
            [("format", None, "FFG V3"), ("date", None, "6\xa0Nov. 2026"), ("new", None, "3")],
        ),
        (
            "player.merged", "player", {"moved": {"federation.names": 2, "tournaments.entries": 3}},
            [("moved", None, "5")],
        ),
    ],
)  # fmt: skip
def test_line_is_told_in_words(act: str, subject: str, detail: Any, shown: Any) -> None:
    assert told(act, subject, **detail) == shown


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("fr", [("", "soumis", "approuvé"), ("numéro", None, "544")]),
        ("ru", [("", "отправлен", "утверждён"), ("номер", None, "544")]),
    ],
)
def test_stages_are_told_in_the_language_of_the_reader(language: str, shown: Any) -> None:
    line = {"number": 544, "before": "submitted", "after": "approved"}

    assert told("tournament.approved", "tournament", language, **line) == shown


def written() -> Iterator[tuple[str, str]]:
    """Yield the names acts write that stand in the code, with the act; "" for one put together there."""
    for app in ("federation", "tournaments", "ratings"):
        for path in sorted(Path(settings.BASE_DIR, app).rglob("*.py")):
            for call in ast.walk(ast.parse(path.read_text())):
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "journal.write":
                    act = call.args[0].value if isinstance(call.args[0], ast.Constant) else ""
                    yield from ((str(act), one.arg) for one in call.keywords if one.arg)


def test_every_value_that_is_written_has_a_name() -> None:
    known = {"account", "before", "after", "state"}
    subjects = {"manual-event": "manualevent", "run": "ratingrun", "system": "ratingsystem"}

    unnamed = []
    for act, name in written():
        group = act.partition(".")[0]
        words = wording_of(act, subjects.get(group, group))
        is_named = any(name in part.names for part in words.chain) or words.column(name) is not None
        if name not in known and not is_named:
            unnamed.append((act, name))
    assert unnamed == []


def test_what_only_looks_like_a_day_stays_as_it_is() -> None:
    assert [plain(text) for text in ("2026-02-31", "2026-13-01", "1-2")] == [
        "2026-02-31", "2026-13-01", "1-2",
    ]  # fmt: skip


@pytest.mark.django_db
def test_claim_is_named_by_its_player_and_not_by_its_state_today() -> None:
    claim = claims.ask_office(holm(), "I am Anna", account=vera(), language="en")
    (line,) = pages.labelled_lines([JournalEntry.objects.get(subject="recordclaim")])

    assert line.subject is not None
    assert (line.subject.title, line.subject.url) == ("HOLM Anna", f"/register/{claim.player_id}/")
