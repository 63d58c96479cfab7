"""What clubs are called where players stand: the name, and the town where that tells too little."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Club, Federation
from federation.register.club_names import club_labels
from federation.web.caches import pages
from ratings.models import ListChoices, ListEntry
from tests.ratings import small_federation

pytestmark = pytest.mark.django_db


def enter(code: str, name: str, town: str) -> tuple[str, str]:
    home = Federation.objects.get_or_create(code="FR", defaults={"name": "France"})[0]
    Club.objects.create(code=code, label=code[-4:], name=name, town=town, federation=home)
    return code, name


def test_name_that_tells_its_club_stands_alone_and_costs_no_query() -> None:
    clubs = [enter("38Yb", "Tengen", "Valmont"), enter("75Xa", "Hoshi", "Noircaire"), ("", "")]

    with CaptureQueriesContext(connection) as asked:
        labels = club_labels(clubs, are_all=True)

    assert (labels, len(asked)) == ({"38Yb": "Tengen", "75Xa": "Hoshi"}, 0)
    assert club_labels(clubs) == labels
    assert club_labels([]) == {}


def test_name_of_two_clubs_has_the_town_else_the_code() -> None:
    clubs = [
        *(enter("38Yb", "Tengen", "Valmont"), enter("75Xa", "Tengen", "Noircaire")),
        *(enter("FR-Ab", "Tengen", ""), ("BE-Zz", "Tengen")),
    ]

    with CaptureQueriesContext(connection) as asked:
        labels = club_labels(clubs)

    assert [*labels.values()] == ["Tengen, Valmont", "Tengen, Noircaire", "Tengen, FR-Ab", "Tengen, BE-Zz"]
    assert len(asked) == 1


def test_club_shown_alone_is_told_from_another_of_its_name_in_the_register() -> None:
    clubs = [enter("38Yb", "Tengen", "Valmont"), enter("75Xa", "Tengen", "Noircaire")]

    assert club_labels(clubs[:1]) == {"38Yb": "Tengen, Valmont"}
    assert club_labels(clubs[:1], are_all=True) == {"38Yb": "Tengen"}


def test_bare_code_is_called_by_its_town_where_that_is_known() -> None:
    clubs = [
        *(enter("FR-Valm", "Valm", "Valmont"), enter("38Yb", "", "Noircaire"), enter("39Zc", "39Zc", "")),
        *(enter("40Ad", "40Ad", "Laubrune"), enter("FR-Laub", "Laub", "Laubrune"), ("BE-Xy", "Xy")),
    ]

    labels = club_labels(clubs)

    assert [*labels.values()] == ["Valmont", "Noircaire", "39Zc", "Laubrune, 40Ad", "Laubrune, Laub", "Xy"]


def test_list_home_and_search_call_a_club_alike_and_files_as_it_was_published(client: Client) -> None:
    small = small_federation.build(players=26, tournaments=2, systems=("ffg",))
    newest = small.lists[-1]
    first = ListEntry.objects.filter(list=newest, active_position=1).get()
    Club.objects.update(town="Laubrune", name="Tengen")
    Club.objects.filter(code=first.club).update(town="Valmont")
    ListEntry.objects.filter(list=newest).exclude(club="").update(club_name="Tengen")
    ListChoices.objects.all().delete()
    pages.clear()
    number = first.player_id

    for path in ("/lists/ffg/", "/", f"/search/?q={number}", f"/search/?q={number}&found=1"):
        html = client.get(path, headers={"accept-language": "en"}).content.decode()
        assert "Tengen, Valmont" in html, path
    file = client.get("/lists/ffg/latest/download.csv").content.decode()
    assert ("Tengen" in file, "Tengen, Valmont" in file) == (True, False)
