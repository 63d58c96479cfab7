"""An act declared once is in every place that depends on it."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, cast

import pytest
from django.forms import Form
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from federation.journal import acts, journal, pages
from federation.journal.acts import Act, EventType, Family, Group, PublicEvent, Report, declare
from federation.models import Account, JournalEntry, Player
from federation.player_lists import newer_acts
from federation.views.journal import WantedForm
from federation.views.webhooks import WebhookForm
from federation.vocabulary.player_fields import CLUB, NAME
from federation.webhooks import endpoints, fan_out
from federation.webhooks.endpoints import Wanted, WebhookError
from ratings.models import LogEntry, ManualEvent, RatingRun, RatingSystem
from ratings.page_cache import version
from ratings.public_log import writing
from ratings.runs import stale_reasons
from tests.ratings.histories import people
from tournaments.desk import queries
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
GAMES = Group("Board games", 99)
KEY, INSIDE = "toy.given", "toy.hidden"


def given(lines: Sequence[JournalEntry]) -> Mapping[int, PublicEvent]:
    return {line.pk: PublicEvent(acts.event_of(line.act), {"toy": line.detail["toy"]}) for line in lines}


def choices_of(form: Form, name: str) -> list[Any]:
    return list(cast(Any, form.fields[name]).choices)


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> None:
    """Declare two acts and their family as a module of an app does."""
    acts.discover()
    monkeypatch.setattr(acts, "_acts", dict(acts._acts))
    monkeypatch.setattr(acts, "_families", dict(acts._families))
    settings.PUBLIC_LOG_KEY = str(tmp_path / "log_key")
    declare(
        GAMES,
        Family("toy.", names={"toy": "name of the toy"}, is_public=False),
        Act(
            KEY,
            "toy given",
            brief="given",
            page="player",
            page_key="owner",
            values={"toy": {"top": "spinning top"}},
            decides={NAME},
            report=Report(given, (EventType("toy.new", "A toy is given", 99),)),
            moves_ratings=True,
            is_logged=True,
            is_public=True,
        ),
        Act(INSIDE, "toy hidden"),
        Act("toy.first", "first toy", after=KEY),
    )


@pytest.fixture
def player() -> Player:
    return people(1)[0]


def test_filter_of_the_journal_has_the_group_with_its_acts() -> None:
    assert choices_of(WantedForm(), "act")[-1] == (
        "Board games",
        [(KEY, "toy given"), ("toy.first", "first toy"), (INSIDE, "toy hidden")],
    )


def test_line_has_the_sentence_the_labels_and_the_page(player: Player) -> None:
    line = journal.write(KEY, "toy", account=None, toy="top", owner=player.pk)

    (shown,) = pages.labelled_lines([line])

    assert (shown.act, shown.page) == ("toy given", reverse("player", args=[player.pk]))
    assert pages.Change("name of the toy", "spinning top") in shown.changes


def test_page_of_a_tournament_has_the_brief_sentence() -> None:
    tournament = Tournament(pk=7)
    for act in (KEY, INSIDE, "toy.unknown"):
        journal.write(act, tournament, account=None)

    assert [line.words for line in queries.history(tournament)] == ["toy.unknown", "toy hidden", "given"]


def test_event_is_offered_to_webhooks_and_in_the_feed(client: Client) -> None:
    account = Account.objects.create_user("olaf@example.org", "secret", is_superuser=True)
    webhook, _secret = endpoints.add(account, Wanted("https://example.org/hook", ["toy.new"]))
    fan_out.write_messages()
    cursor = client.get("/api/v1/changes").json()["cursor"]
    journal.write(KEY, "toy", account=None, toy="top")
    journal.write(INSIDE, "toy", account=None, toy="kite")

    fan_out.write_messages()

    (item,) = client.get("/api/v1/changes", {"since": cursor, "type": "toy.new"}).json()["items"]
    assert choices_of(WebhookForm(), "events")[-1] == ("toy.new", "A toy is given")
    assert (item["type"], item["data"]) == ("toy.new", {"toy": "top"})
    assert [message.name for message in webhook.messages.all()] == [item["id"]]
    with pytest.raises(WebhookError):
        endpoints.check(Wanted("https://example.org/hook", ["toy.hidden"]))


def test_older_lists_leave_what_the_act_decided(player: Player) -> None:
    journal.write(KEY, player, account=None)

    newer = newer_acts.newer_than(date(2020, 1, 1), "egd")

    assert (newer.holds(player.pk, NAME), newer.holds(player.pk, CLUB)) == (True, False)


def test_recalculation_names_it_among_its_reasons() -> None:
    system = RatingSystem.objects.get(key="ffg")
    journal.write(KEY, system, account=None)
    journal.write(INSIDE, system, account=None)

    causes = stale_reasons.causes_of(RatingRun.objects.create(system=system))

    assert [cause.act for cause in causes.shown] == ["toy given"]


def test_public_log_has_an_entry_of_it() -> None:
    system = RatingSystem.objects.get(key="ffg")
    decision = ManualEvent.objects.create(system=system, kind="adjustment", date=date(2026, 1, 2))
    journal.write(KEY, decision, account=None)
    journal.write(INSIDE, decision, account=None)
    journal.seal()

    writing.extend()

    (entry,) = LogEntry.objects.filter(data__contains="toy.")
    assert f'"act":"{KEY}"' in entry.data


def test_pages_are_kept_through_an_act_that_shows_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    changed: list[str] = []
    monkeypatch.setattr(version, "change_after_commit", lambda: changed.append("changed"))

    journal.write(INSIDE, "toy", account=None)
    changed_by_hidden = [*changed]
    journal.write(KEY, "toy", account=None)

    assert (changed_by_hidden, changed) == ([], ["changed"])
