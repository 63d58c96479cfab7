"""The registrar's desk: one change of one player at a time, who may make it, and what of others he sees."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone, translation
from pytest_django.fixtures import Settings

from federation.history import undoing
from federation.models import Account, Club, Federation, JournalEntry, Player
from federation.player_lists import newer_acts
from federation.privacy import privacy
from federation.register import merging, register
from federation.register.federations import federation_for
from federation.register.merging import Choice
from federation.register.register import Newcomer, RegisterError
from federation.vocabulary.player_fields import COUNTRY, PERSON
from tests.federation.accounts.entering import enter, person
from tests.federation.clubs import make_club
from tests.markup import html_of

pytestmark = pytest.mark.django_db


def registrar(
    club: Club | None = None, *, email: str = "remi@example.org", role: str = "registrar"
) -> Client:
    account = Account.objects.create_user(email, "secret", club=club)
    account.groups.set(Group.objects.filter(name=role))
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


@pytest.fixture
def holm() -> Player:
    make_club("38Gr")
    return register.enrol(Newcomer("HOLM", "Anna", "FR", "38Gr", "3d", {"ffg": "0712345"}), account=None)


@pytest.fixture
def club() -> Club:
    made = make_club("75Op", "FR")
    assert made is not None
    return made


def sent(client: Client, player: Player, act: str, **said: Any) -> Any:
    """Send a form as its page filled it in, but for what is said."""
    page = client.get(f"/register/{player.pk}/edit/")
    (form,) = [form for form in page.context["forms"] if form.act == act]
    values = {name: form[name].value() for name in form.fields}
    filled = {name: "" if value is None else value for name, value in values.items()}
    return client.post(f"/register/{player.pk}/edit/", {"act": act, **filled, **said}, follow=True)


def last_line() -> tuple[str, str, str | None, Mapping[str, Any]]:
    line = JournalEntry.objects.latest("pk")
    told = {name: value for name, value in line.detail.items() if name != "state"}
    return line.act, line.subject_id, line.account.email if line.account else None, told


def test_registrar_renames_and_the_old_name_stays_known(holm: Player) -> None:
    answer = sent(registrar(), holm, "rename", surname="PETIT")

    holm.refresh_from_db()
    assert (answer.status_code, str(holm), holm.search_key) == (200, "PETIT Anna", "petit anna")
    assert [one.name for one in holm.known_names.all()] == ["HOLM Anna"]
    what = {"before": "HOLM Anna", "after": "PETIT Anna"}
    assert last_line() == ("player.renamed", str(holm.pk), "remi@example.org", what)
    assert b"Saved." in answer.content


def test_registrar_transfers_and_takes_out_of_a_club(holm: Player, club: Club) -> None:
    desk = registrar()

    sent(desk, holm, "transfer", club=club.pk)
    holm.refresh_from_db()
    into = holm.club
    sent(desk, holm, "transfer", club="")

    holm.refresh_from_db()
    assert (into, holm.club) == (club, None)
    assert last_line() == (
        "player.transferred",
        str(holm.pk),
        "remi@example.org",
        {"before": "75Op", "after": ""},
    )


def test_registrar_says_the_day_of_a_transfer(holm: Player, club: Club) -> None:
    desk = registrar()
    germany = federation_for("DE")

    sent(desk, holm, "transfer", club=club.pk, since="2024-03-01")
    club_line = last_line()
    sent(desk, holm, "federation", federation=germany.pk, since="2024-04-02")
    federation_line = last_line()
    page = html_of(desk.get(f"/register/{holm.pk}/"))

    holm.refresh_from_db()
    assert (holm.club, holm.federation) == (club, germany)
    said = {"before": "38Gr", "after": "75Op", "since": "2024-03-01"}
    assert (club_line[0], club_line[3]) == ("player.transferred", said)
    moved = {"before": {"federation": "FR"}, "after": {"federation": "DE"}, "since": "2024-04-02"}
    assert (federation_line[0], federation_line[3]) == ("player.edited", moved)
    assert "club from 1\xa0March 2024" in page
    assert "federation from 2\xa0April 2024" in page
    assert "<del>France</del> → <ins>Germany</ins>" in page


def test_transfer_without_a_day_is_of_today(holm: Player) -> None:
    sent(registrar(), holm, "transfer", club="", since="")

    assert last_line()[3] == {"before": "38Gr", "after": ""}


def test_country_a_file_named_goes_with_the_federation_and_comes_back(holm: Player) -> None:
    Player.objects.filter(pk=holm.pk).update(federation=federation_for("Atlantis"), country_text="ATLANTIS")
    desk = registrar()

    sent(desk, holm, "federation", federation=federation_for("DE").pk)
    holm.refresh_from_db()
    filed = (holm.federation.code, holm.country_text)
    page = html_of(desk.get(f"/register/{holm.pk}/"))
    undoing.undo(holm, JournalEntry.objects.latest("pk").pk, account=None)

    holm.refresh_from_db()
    assert (filed, (holm.federation.code, holm.country_text)) == (("DE", ""), ("XX", "ATLANTIS"))
    assert "<del>ATLANTIS</del> → <ins>Germany</ins>" in page


def test_federation_that_is_gone_is_not_put_back(holm: Player) -> None:
    atlantis = Federation.objects.create(code="QQ", name="Atlantis")
    register.change_federation(holm, atlantis, account=None)
    register.change_federation(holm, federation_for("DE"), account=None)
    atlantis.delete()

    with translation.override("en"), pytest.raises(RegisterError, match="no longer in the register"):
        undoing.undo(holm, JournalEntry.objects.latest("pk").pk, account=None)


def test_registrar_notes_titles(holm: Player) -> None:
    answer = sent(registrar(), holm, "titles", open_title="IM", women_title="WGM", other_titles="fa, ni fa")

    holm.refresh_from_db()
    assert (holm.title, holm.women_title, holm.other_titles) == ("IM", "WGM", "FA,NI")
    assert last_line()[0] == "player.edited"
    assert "<del>–</del> → <ins>IM, WGM, FA,NI</ins>" in html_of(answer)


def test_title_that_is_not_offered_stays_as_it_is(holm: Player) -> None:
    Player.objects.filter(pk=holm.pk).update(title="WH", women_title="WH")

    sent(registrar(), holm, "titles", other_titles="IA")

    holm.refresh_from_db()
    assert (holm.title, holm.women_title, holm.other_titles) == ("WH", "WH", "IA")


@pytest.mark.parametrize(
    ("act", "said", "what"),
    [("federation", {}, COUNTRY), ("titles", {"open_title": "IM"}, PERSON)],
)
def test_list_of_an_earlier_day_does_not_go_over_an_act_nor_over_its_undoing(
    holm: Player, act: str, said: dict[str, Any], what: str
) -> None:
    desk = registrar()
    more = {"federation": federation_for("DE").pk} if act == "federation" else {}
    sent(desk, holm, act, **said, **more)
    line = JournalEntry.objects.latest("pk")

    undoing.undo(holm, line.pk, account=None)
    undone = JournalEntry.objects.latest("pk").detail

    assert newer_acts.newer_than(date(2024, 1, 1), "fide").holds(holm.pk, what)
    # the line of the undoing names the same columns, the other way round
    assert (undone["before"], undone["after"]) == (line.detail["after"], line.detail["before"])


def test_registrar_declares_a_grade_from_a_day_on(holm: Player) -> None:
    sent(registrar(), holm, "grade", grade="4D", since="2024-03-01")

    holm.refresh_from_db()
    assert (holm.grade, holm.declared_grades.get().since) == ("4d", date(2024, 3, 1))
    assert last_line()[0] == "player.grade"


def test_registrar_licenses_a_season_and_replaces_the_licence(holm: Player) -> None:
    desk, season = registrar(), timezone.localdate().year

    sent(desk, holm, "licence", status="L")
    sent(desk, holm, "licence", status="C")

    held = holm.licences.get()
    assert (held.season, held.status, held.club) == (season, "C", holm.club)
    what = {"season": season, "before": "L", "after": "C"}
    assert last_line() == ("player.licensed", str(holm.pk), "remi@example.org", what)


def test_registrar_notes_a_number_and_a_spelling(holm: Player) -> None:
    desk = registrar()

    sent(desk, holm, "number", scheme="egd", value="99000001")
    first = last_line()[0]
    sent(desk, holm, "spelling", name="Holm-Berg Anna")

    assert (first, last_line()[0]) == ("player.identifier", "player.known_name")
    assert holm.identifiers.get(scheme="egd").value == "99000001"
    assert holm.known_names.get().key == "holm berg anna"


@pytest.mark.parametrize(
    ("act", "said", "why"),
    [
        ("rename", {"surname": "!!!"}, "A name needs at least one letter."),
        ("grade", {"grade": "11d"}, "11d is not a grade."),
        ("grade", {"grade": "4d", "since": "2999-01-01"}, "A date between 1950 and today."),
        ("licence", {"season": 2999}, "Next year’s season at the latest."),
        ("licence", {"status": "Z"}, "Select a valid choice."),
        ("number", {"scheme": "egd", "value": "12"}, "An EGD PIN has eight digits."),
        ("number", {"scheme": "ffg", "value": "0799999"}, "already has the number FFG licence 0712345."),
        ("number", {"scheme": "egd", "value": "99000077"}, "EGD PIN 99000077 belongs to QUIST Olaf"),
        ("spelling", {"name": "…"}, "A name needs at least one letter."),
        ("transfer", {"club": "", "since": "2999-01-01"}, "A date between 1950 and today."),
        ("transfer", {"club": "", "since": "1949-12-31"}, "A date between 1950 and today."),
        ("federation", {"since": "2999-01-01"}, "A date between 1950 and today."),
        ("federation", {"federation": "0"}, "Select a valid choice."),
        ("titles", {"open_title": "XX"}, "Select a valid choice."),
        ("titles", {"women_title": "GM"}, "Select a valid choice."),
        ("titles", {"other_titles": "IA, Arbiter"}, "codes of two or three letters"),
    ],
)
def test_what_the_register_refuses_is_said_at_the_form(
    holm: Player, act: str, said: dict[str, Any], why: str
) -> None:
    register.enrol(Newcomer("QUIST", "Olaf", "FR", identifiers={"egd": "99000077"}), account=None)
    before, lines = Player.objects.values().get(pk=holm.pk), JournalEntry.objects.count()

    answer = sent(registrar(), holm, act, **said)

    assert answer.status_code == 409
    assert why in html_of(answer).replace("&#x27;", "'")
    assert (Player.objects.values().get(pk=holm.pk), JournalEntry.objects.count()) == (before, lines)


def test_same_values_write_nothing(holm: Player) -> None:
    desk, lines = registrar(), JournalEntry.objects.count()

    answers = [sent(desk, holm, act).content for act in ("rename", "transfer")]

    assert all(b"No changes." in answer for answer in answers)
    assert JournalEntry.objects.count() == lines


@pytest.mark.parametrize("act", ["rename", "transfer", "grade", "licence"])
def test_change_decided_about_another_state_is_refused_and_shows_what_stands(
    holm: Player, club: Club, act: str
) -> None:
    desk = registrar()
    said: dict[str, dict[str, Any]] = {
        "rename": {"surname": "PETIT", "given_name": "Anna"},
        "transfer": {"club": ""},
        "grade": {"grade": "5d", "since": "2024-05-01"},
        "licence": {"season": 2024, "status": "L"},
    }
    page = desk.get(f"/register/{holm.pk}/edit/")
    (form,) = [form for form in page.context["forms"] if form.act == act]
    other = registrar(email="other@example.org")
    sent(other, holm, "rename", surname="QUIST")
    sent(other, holm, "transfer", club=club.pk)
    sent(other, holm, "grade", grade="2d")
    sent(other, holm, "licence", status="C")
    lines = JournalEntry.objects.count()
    address, values = f"/register/{holm.pk}/edit/", {"act": act, "seen": form["seen"].value(), **said[act]}

    refused = desk.post(address, values)
    shown_now = next(one for one in refused.context["forms"] if one.act == act)["seen"].value()
    again = desk.post(address, {**values, "seen": shown_now})

    assert (refused.status_code, again.status_code) == (409, 302)
    assert b"Someone else has changed this in the meantime." in refused.content
    assert JournalEntry.objects.count() == lines + 1


def test_registrar_of_a_club_changes_his_own_alone(holm: Player, club: Club) -> None:
    desk = registrar(club)
    own = register.enrol(Newcomer("QUIST", "Olaf", "FR", "75Op"), account=None)

    answers = {
        player.surname: (
            desk.get(f"/register/{player.pk}/edit/").status_code,
            desk.post(
                f"/register/{player.pk}/edit/", {"act": "spelling", "name": "X Y", "seen": ""}
            ).status_code,
        )
        for player in (holm, own)
    }

    assert answers == {"HOLM": (403, 403), "QUIST": (200, 302)}


def test_registrar_of_a_club_loses_whom_he_transfers(holm: Player, club: Club) -> None:
    desk = registrar(holm.club)

    answer = sent(desk, holm, "transfer", club=club.pk)

    assert answer.status_code == 200
    assert desk.get(f"/register/{holm.pk}/edit/").status_code == 403


def test_registrar_of_a_club_reads_of_others_what_is_public(holm: Player, club: Club) -> None:
    Player.objects.filter(pk=holm.pk).update(birth_year=1987)
    register.add_known_name(holm, "Solberg Anna", account=None)
    content = html_of(registrar(club).get(f"/register/{holm.pk}/"))

    assert "HOLM Anna" in content
    assert not any(text in content for text in ("1987", "Solberg", "0712345", f"/register/{holm.pk}/edit/"))


@pytest.mark.parametrize("way", ["initials", "anonymous"])
def test_registrar_of_a_club_cannot_find_out_who_is_not_shown_by_name(
    holm: Player, club: Club, way: str
) -> None:
    privacy.choose(holm, way, account=None)
    desk = registrar(club)
    pages = [
        desk.get("/register/", {"q": "holm"}),
        desk.get("/register/", {"q": "0712345"}),
        desk.get("/register/merge/", {"q": "holm"}),
        desk.get(f"/register/{holm.pk}/"),
        desk.get("/register/merge/", {"kept": holm.pk}),
    ]

    assert [page.status_code for page in pages] == [200, 200, 200, 200, 403]
    assert not any("HOLM" in html_of(page) for page in pages)
    assert "HOLM" in html_of(registrar(holm.club, email="own@example.org").get("/register/", {"q": "holm"}))


def test_registrar_of_a_club_reads_merges_of_his_own_alone(holm: Player, club: Club) -> None:
    gone = register.enrol(Newcomer("HOLM", "Anne", "FR"), account=None)
    made = merging.merge(holm, gone, Choice(reason="the same"), account=None)

    desks = [registrar(club), registrar(holm.club, email="own@example.org")]

    assert [desk.get(made.get_absolute_url()).status_code for desk in desks] == [403, 200]
    assert ["the same" in html_of(desk.get("/register/")) for desk in desks] == [False, True]


def test_number_that_was_merged_is_not_changed(holm: Player) -> None:
    gone = register.enrol(Newcomer("HOLM", "Anne", "FR"), account=None)
    merging.merge(holm, gone, Choice(reason="the same"), account=None)
    desk, lines = registrar(), JournalEntry.objects.count()

    shown = desk.get(f"/register/{gone.pk}/edit/")
    written = desk.post(
        f"/register/{gone.pk}/edit/",
        {"act": "rename", "surname": "X", "given_name": "Y", "seen": "HOLM Anne"},
    )

    assert (shown.status_code, written.status_code, JournalEntry.objects.count()) == (302, 409, lines)
    assert "has already been merged into number" in html_of(written)


def test_act_that_is_none_is_a_bad_request(holm: Player) -> None:
    assert registrar().post(f"/register/{holm.pk}/edit/", {"act": "delete"}).status_code == 400


def test_officer_without_a_second_factor_is_sent_to_set_one_up(holm: Player, settings: Settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    desk = registrar(role="officer")

    answers = [desk.get(path) for path in (f"/register/{holm.pk}/edit/", "/register/new/")]

    assert [answer.headers["Location"] for answer in answers] == ["/account/second-factor/"] * 2


def test_registrar_lands_on_the_register_an_organiser_on_his_desk_a_visitor_on_the_first_page() -> None:
    found = {}
    for email, roles in (
        ("r@example.org", ["registrar"]),
        ("b@example.org", ["registrar", "organiser"]),
        ("v@example.org", []),
    ):
        person(email, *roles)
        _client, answer = enter(email)
        found[email] = answer.headers["Location"]

    assert found == {"r@example.org": "/register/", "b@example.org": "/desk/", "v@example.org": "/"}


def test_desk_leads_to_a_new_player_and_a_player_to_his_changes(holm: Player) -> None:
    desk = registrar()

    assert b'href="/register/new/"' in desk.get("/register/").content
    assert f'href="/register/{holm.pk}/edit/"' in html_of(desk.get(f"/register/{holm.pk}/"))
