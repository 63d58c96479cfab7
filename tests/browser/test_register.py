"""The registrar's desk in a browser: enrolling past a namesake, and every form of a player."""

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from federation.models import Player
from federation.register import register
from federation.register.register import Newcomer
from tests.browser.visitors import visitor
from tests.federation.accounts.entering import PASSWORD, person
from tests.federation.clubs import make_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, serialized_rollback=True)]


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("width", [1280, 390])
def test_registrar_enrols_and_changes_a_player(
    browser: Browser, live_server: LiveServer, width: int, script: bool
) -> None:
    person("remi@example.org", "registrar")
    club = make_club("75Op", "FR")
    assert club is not None
    known = register.enrol(Newcomer("HOLM", "Anna", "FR", "38Gr", "3d"), account=None)
    with visitor(browser, live_server.url, width=width, script=script) as registrar:
        page = registrar.page
        registrar.go("/login/")
        page.fill("[name=login]", "remi@example.org")
        page.fill("[name=password]", PASSWORD)
        registrar.press("Log in")
        registrar.follow("New player")
        page.get_by_label("Surname").fill("Holm")
        page.get_by_label("Given name").fill("Anna")
        registrar.press("Enrol")
        assert page.get_by_role("link", name="HOLM Anna").get_attribute("href") == f"/register/{known.pk}/"
        page.get_by_label("None of these").check()
        registrar.press("Enrol")
        for label, value, button in (
            ("Surname", "Quist", "Rename"),
            ("Grade", "4d", "Declare"),
            ("Season", "2025", "Issue licence"),
            ("Number", "0712345", "Save number"),
            ("Surname and given name, as written in files", "Kvist Anna", "Add"),
        ):
            registrar.follow("Change")
            page.get_by_label(label, exact=True).fill(value)
            registrar.press(button)
        registrar.follow("Change")
        page.get_by_label("New club").select_option(str(club.pk))
        registrar.press("Transfer")

    made = Player.objects.exclude(pk=known.pk).get()
    assert (str(made), made.club, made.grade) == ("Quist Anna", club, "4d")
    assert [(one.scheme, one.value) for one in made.identifiers.all()] == [("ffg", "0712345")]
    assert [one.season for one in made.licences.all()] == [2025]
    assert sorted(one.name for one in made.known_names.all()) == ["Holm Anna", "Kvist Anna"]
    assert [text for text in registrar.complaints if "409" not in text] == []
