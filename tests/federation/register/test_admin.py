"""The register in the admin: found as on the site, keys kept, the journal untouched."""

import pytest
from django.contrib.admin.sites import site
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from federation.models import Account, Club, JournalEntry, KnownName, Player
from federation.register import merging, register
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
    return {
        "surname": player.surname, "given_name": player.given_name, "sex": "", "birth_year": "",
        "federation": str(player.federation_id), "club": "", "grade": "3d", "privacy": player.privacy, **sets,
        **more,
    }  # fmt: skip


@pytest.mark.parametrize("model", ["player", "club", "federation", "account", "journalentry", "job"])
def test_every_list_opens(office: Client, anna: Player, model: str) -> None:
    assert office.get(reverse(f"admin:federation_{model}_changelist")).status_code == 200


@pytest.mark.parametrize(("text", "count"), [("anna hol", 1), ("0712345", 1), ("nobody", 0), ("", 1)])
def test_players_are_found_as_on_the_site(office: Client, anna: Player, text: str, count: int) -> None:
    response = office.get(reverse("admin:federation_player_changelist"), {"q": text})

    assert response.context["cl"].result_count == count


def test_player_saved_gets_his_key_and_a_journal_line(office: Client, anna: Player, admin: Account) -> None:
    url = reverse("admin:federation_player_change", args=[anna.pk])
    known = {"known_names-TOTAL_FORMS": "1", "known_names-0-name": "Sølberg Anna"}

    response = office.post(url, form(anna, surname="Quist", **known))

    anna.refresh_from_db()
    line = JournalEntry.objects.latest("pk")
    assert response.status_code == 302
    assert anna.search_key == "quist anna"
    assert list(KnownName.objects.values_list("player", "key")) == [(anna.pk, "solberg anna")]
    assert (line.act, line.account) == ("player.edited", admin)
    assert line.detail == {
        "before": {"surname": "HØLM", "club": "38Gr", "known_names": []},
        "after": {"surname": "Quist", "club": None, "known_names": ["Sølberg Anna"]},
    }


def test_known_name_twice_is_refused_with_a_sentence(office: Client, anna: Player) -> None:
    register.add_known_name(anna, "Solberg Anna", account=None)
    url = reverse("admin:federation_player_change", args=[anna.pk])
    known = {"known_names-TOTAL_FORMS": "1", "known_names-0-name": "SOLBERG Anna"}

    response = office.post(url, form(anna, **known, **{"known_names-0-player": str(anna.pk)}))

    assert response.status_code == 200
    assert KnownName.objects.count() == 1


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

    foreign = client.post(url, form(anna, surname="Changed")).status_code
    anna.club = other
    anna.save()
    own = client.post(url, form(anna, surname="Changed", club=str(other.pk))).status_code

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


def test_club_made_changed_and_deleted_leaves_lines(office: Client) -> None:
    home = register.federation_for("FR")
    form = {"code": "38Gr", "label": "38Gr", "name": "Grenoble", "town": "", "federation": str(home.pk)}
    office.post(reverse("admin:federation_club_add"), form)
    club = Club.objects.get()

    office.post(reverse("admin:federation_club_change", args=[club.pk]), {**form, "town": "Gières"})
    office.post(reverse("admin:federation_club_change", args=[club.pk]), {**form, "town": "Gières"})
    office.post(
        reverse("admin:federation_club_changelist"),
        {"action": "delete_selected", "_selected_action": [str(club.pk)], "post": "yes"},
    )

    assert [act for act, _before, _after in lines()] == ["club.added", "club.edited", "club.deleted"]
    assert lines()[1][1:] == ({"town": ""}, {"town": "Gières"})
    bare = {"region": None, "merged_into": None, "closed": None, "contact_public": False}
    contact = dict.fromkeys(("email", "website", "address"), "")
    assert lines()[2][1:] == ({**form, "town": "Gières", "federation": "FR", **bare, **contact}, {})
    assert Club.objects.count() == 0


def test_player_is_never_deleted_and_roles_are_not_renamed(office: Client, anna: Player) -> None:
    assert office.post(reverse("admin:federation_player_delete", args=[anna.pk])).status_code == 403
    assert office.get("/admin/auth/group/").status_code == 404


def test_merged_number_stays_out_of_sight_whatever_is_saved(office: Client, anna: Player) -> None:
    kept = register.enrol(Newcomer("Quist", "Olaf"), account=None)
    merging.merge(kept, anna, merging.Choice(reason="x"), account=None)
    url = reverse("admin:federation_player_change", args=[anna.pk])

    office.post(url, form(anna, surname="Holm", merged_into="", privacy="anonymous"))

    anna.refresh_from_db()
    assert (anna.surname, anna.search_key, anna.merged_into, anna.privacy) == ("Holm", "", kept, "public")
