"""The register in the admin: found as on the site, keys kept, the journal untouched."""

import pytest
from django.contrib.admin.sites import site
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from federation.models import Account, Club, Identifier, JournalEntry, KnownName, Player
from federation.register import merging, regions, register
from federation.register.register import Newcomer
from tests.federation.clubs import make_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Account:
    return Account.objects.create_superuser("admin@example.org")


@pytest.fixture
def office(admin: Account) -> Client:
    client = Client()
    client.force_login(admin)
    return client


@pytest.fixture
def anna() -> Player:
    make_club("38Gr")
    return register.enrol(Newcomer("HØLM", "Anna", "FR", "38Gr", "3d", {"ffg": "0712345"}), account=None)


def form(player: Player, **more: str) -> dict[str, str]:
    sets: dict[str, str] = {}
    for prefix in ("identifiers", "known_names", "licences", "declared_grades"):
        sets |= {f"{prefix}-TOTAL_FORMS": "0", f"{prefix}-INITIAL_FORMS": "0"}
    titles = {"title": "", "women_title": "", "other_titles": ""}
    return {"federation": str(player.federation_id), **titles, **sets, **more}


def deleting(prefix: str, row: Identifier | KnownName) -> dict[str, str]:
    """Return what the page sends when its only row of a table is ticked to be deleted."""
    return {
        f"{prefix}-TOTAL_FORMS": "1",
        f"{prefix}-INITIAL_FORMS": "1",
        f"{prefix}-0-id": str(row.pk),
        f"{prefix}-0-player": str(row.player_id),
        f"{prefix}-0-DELETE": "on",
    }


@pytest.mark.parametrize(
    "model", ["player", "club", "region", "federation", "account", "journalentry", "job"]
)
def test_every_list_opens(office: Client, anna: Player, model: str) -> None:
    assert office.get(reverse(f"admin:federation_{model}_changelist")).status_code == 200


@pytest.mark.parametrize(("text", "count"), [("anna hol", 1), ("0712345", 1), ("nobody", 0), ("", 1)])
def test_players_are_found_as_on_the_site(office: Client, anna: Player, text: str, count: int) -> None:
    response = office.get(reverse("admin:federation_player_changelist"), {"q": text})

    assert response.context["cl"].result_count == count


def test_what_the_registers_pages_change_is_not_written_in_the_administration(
    office: Client, anna: Player
) -> None:
    before, lines = Player.objects.values().get(pk=anna.pk), JournalEntry.objects.count()
    said = {
        "surname": "Quist", "given_name": "Olaf", "sex": "f", "birth_year": "1987", "club": "", "grade": "5d",
        "death": "2024", "privacy": "anonymous", "known_names-TOTAL_FORMS": "1",
        "known_names-0-name": "Quist",
        "declared_grades-TOTAL_FORMS": "1", "declared_grades-0-grade": "5d", "licences-TOTAL_FORMS": "1",
        "licences-0-season": "2026", "licences-0-status": "L",
    }  # fmt: skip

    answer = office.post(reverse("admin:federation_player_change", args=[anna.pk]), form(anna, **said))

    assert answer.status_code == 302
    assert Player.objects.values().get(pk=anna.pk) == before
    assert JournalEntry.objects.count() == lines
    assert not KnownName.objects.exists()
    assert not anna.declared_grades.exists()
    assert not anna.licences.exists()


def test_page_of_a_player_leads_to_the_registers_page(office: Client, anna: Player) -> None:
    page = office.get(reverse("admin:federation_player_change", args=[anna.pk])).content.decode()

    assert f'href="/register/{anna.pk}/"' in page
    assert 'name="birth_year"' not in page


def test_title_entered_leaves_a_line_and_nothing_else_of_the_row_is_written(
    office: Client, anna: Player, admin: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    def year_noted_meanwhile() -> None:
        Player.objects.filter(pk=anna.pk).update(birth_year=1987)

    monkeypatch.setattr(register, "one_at_a_time", year_noted_meanwhile)

    office.post(reverse("admin:federation_player_change", args=[anna.pk]), form(anna, title="GM"))

    anna.refresh_from_db()
    line = JournalEntry.objects.latest("pk")
    assert (anna.title, anna.birth_year) == ("GM", 1987)
    assert (line.act, line.account) == ("player.edited", admin)
    assert line.detail == {"before": {"title": ""}, "after": {"title": "GM"}}


def test_number_of_another_player_is_deleted_with_a_line(office: Client, anna: Player) -> None:
    number = anna.identifiers.get()
    url = reverse("admin:federation_player_change", args=[anna.pk])

    office.post(url, form(anna, **deleting("identifiers", number)))

    assert not anna.identifiers.exists()
    assert lines() == [("player.edited", {"identifiers": ["Licence FFG 0712345"]}, {"identifiers": []})]


def test_spelling_brought_by_mistake_is_deleted_with_a_line(office: Client, anna: Player) -> None:
    known = register.add_known_name(anna, "Solberg Anna", account=None)
    url = reverse("admin:federation_player_change", args=[anna.pk])

    office.post(url, form(anna, **deleting("known_names", known)))

    assert not anna.known_names.exists()
    assert lines()[-1] == ("player.edited", {"known_names": ["Solberg Anna"]}, {"known_names": []})


@pytest.mark.parametrize("model", ["player", "club", "region"])
def test_nothing_is_entered_that_the_registers_pages_enter(office: Client, anna: Player, model: str) -> None:
    assert office.get(reverse(f"admin:federation_{model}_add")).status_code == 403


def test_account_is_added_with_its_address_in_small_letters(office: Client) -> None:
    response = office.post(
        reverse("admin:federation_account_add"),
        {
            "email": "New@Example.org",
            "usable_password": "true",
            "password1": "wet-paper-77",
            "password2": "wet-paper-77",
        },
    )

    assert response.status_code == 302
    assert Account.objects.latest("pk").email == "new@example.org"


def test_journal_cannot_be_changed_or_deleted(office: Client, anna: Player) -> None:
    line = JournalEntry.objects.latest("pk")

    assert office.get(reverse("admin:federation_journalentry_add")).status_code == 403
    assert office.post(reverse("admin:federation_journalentry_delete", args=[line.pk])).status_code == 403
    assert (
        office.post(reverse("admin:federation_journalentry_change", args=[line.pk]), {"act": "x"}).status_code
        == 403
    )


def test_club_registrar_with_rights_of_the_admin_is_held_to_his_club(anna: Player) -> None:
    other = Club.objects.create(code="75Xa", label="75Xa", name="Pont", federation=anna.federation)
    remi = Account.objects.create_user("remi@example.org", is_staff=True, club=other)
    remi.groups.add(Group.objects.get(name="registrar"))
    remi.user_permissions.add(*Permission.objects.filter(codename__in=("change_player", "view_player")))
    client = Client()
    client.force_login(remi)
    url = reverse("admin:federation_player_change", args=[anna.pk])

    foreign = client.post(url, form(anna, title="GM")).status_code
    anna.club = other
    anna.save()
    own = client.post(url, form(anna, title="GM")).status_code

    assert (foreign, own) == (403, 302)


def test_rows_with_secrets_are_not_in_the_admin() -> None:
    shown = {model._meta.label for model in site._registry}

    assert not [name for name in shown if name.startswith(("account.", "mfa.", "usersessions."))]


def lines() -> list[tuple[str, object, object]]:
    found = JournalEntry.objects.exclude(act="player.enrolled").order_by("pk")
    return [(line.act, line.detail.get("before"), line.detail.get("after")) for line in found]


def test_roles_given_and_taken_leave_lines(office: Client, admin: Account) -> None:
    orla = Account.objects.create_user("orla@example.org", "secret")
    url = reverse("admin:federation_account_change", args=[orla.pk])
    officer = Group.objects.get(name="officer")
    same = {
        "email": orla.email,
        "is_active": "on",
        "date_joined_0": "2026-01-02",
        "date_joined_1": "09:00:00",
    }

    office.post(url, {**same, "groups": [str(officer.pk)]})
    office.post(url, same)

    (first, second) = JournalEntry.objects.order_by("pk")
    assert (first.account, first.detail["after"]["groups"]) == (admin, ["officer"])
    assert lines()[1] == ("account.edited", {"groups": ["officer"]}, {"groups": []})
    assert second.subject_id == str(orla.pk)


def test_password_set_in_the_administration_leaves_a_line(office: Client, admin: Account) -> None:
    orla = Account.objects.create_user("orla@example.org", "secret")
    new = {"password1": "wet-paper-77", "password2": "wet-paper-77", "usable_password": "true"}

    office.post(reverse("admin:auth_user_password_change", args=[orla.pk]), new)

    (line,) = JournalEntry.objects.all()
    assert (line.act, line.account, line.subject_id) == ("account.password", admin, str(orla.pk))
    assert "password" not in str(line.detail)


def test_club_and_region_are_looked_at_and_lead_to_the_registers_pages(office: Client, anna: Player) -> None:
    region = regions.enter(anna.federation, "38", "Alpes", account=None)
    rows = {"club": (Club.objects.get(), "clubs"), "region": (region, "regions")}
    lines = JournalEntry.objects.count()

    for model, (row, place) in rows.items():
        url = reverse(f"admin:federation_{model}_change", args=[row.pk])
        deleted = reverse(f"admin:federation_{model}_delete", args=[row.pk])
        assert f'href="/register/{place}/{row.pk}/"' in office.get(url).content.decode()
        assert office.post(url, {"name": "Else"}).status_code == 403
        assert office.post(deleted, {"post": "yes"}).status_code == 403

    assert JournalEntry.objects.count() == lines


def test_player_is_never_deleted_and_roles_are_not_renamed(office: Client, anna: Player) -> None:
    assert office.post(reverse("admin:federation_player_delete", args=[anna.pk])).status_code == 403
    assert office.get("/admin/auth/group/").status_code == 404


def test_merged_number_stays_out_of_sight_whatever_is_saved(office: Client, anna: Player) -> None:
    kept = register.enrol(Newcomer("Quist", "Olaf"), account=None)
    merging.merge(kept, anna, merging.Choice(reason="x"), account=None)
    url = reverse("admin:federation_player_change", args=[anna.pk])

    office.post(url, form(anna, title="GM", merged_into="", privacy="anonymous"))

    anna.refresh_from_db()
    assert (anna.title, anna.search_key, anna.merged_into, anna.privacy) == ("GM", "", kept, "public")
