"""Finding players by words in any order, by numbers, by words nearly right."""

import pytest
from django.db.models import Model

from federation.models import Player
from federation.models.display_name import ANONYMOUS, INITIALS, public_view
from federation.register import register
from federation.register.register import Newcomer
from federation.search import near_names, search

pytestmark = pytest.mark.django_db

PEOPLE = (
    Newcomer("HØLM", "Anna", "NO", "Berg", "3d", {"egd": "99000011"}),
    Newcomer("Holmberg", "Annika", "SE", "Upp", "5k", {"egd": "99000022"}),
    Newcomer("D'ALBRET", "Guy", "FR", "38Gr", "12k", {"ffg": "99A0077"}),
    Newcomer("SAINT-YVES", "Jean-Luc", "FR", "75Op", "1k", {"ffg": "0799123"}),
    Newcomer("Anna", "Petra", "DE", "", "9k"),
)


@pytest.fixture
def people() -> list[Player]:
    return [register.enrol(newcomer, account=None) for newcomer in PEOPLE]


@pytest.mark.parametrize(
    ("text", "surnames"),
    [
        ("anna holm", ["HØLM"]),
        ("holm anna", ["HØLM"]),
        ("HÖLM", ["HØLM", "Holmberg"]),
        ("holm", ["HØLM", "Holmberg"]),
        ("ann", ["Anna", "HØLM", "Holmberg"]),
        ("ber ann", []),
        ("albret", ["D'ALBRET"]),
        ("d'alb", ["D'ALBRET"]),
        ("yves jean", ["SAINT-YVES"]),
        ("Saint-Yves", ["SAINT-YVES"]),
        ("99A0077", ["D'ALBRET"]),
        ("99a0077", ["D'ALBRET"]),
        ("0799123", ["SAINT-YVES"]),
        ("99000022", ["Holmberg"]),
        ("saint-ives", ["SAINT-YVES"]),
        ("holmberk anika", ["Holmberg"]),
        ("zzzzqqq", []),
        ("   ", []),
        ("% _", []),
        ("7\x007", []),
        ("\x00", []),
        ("²", []),
        ("99999999999999999999", []),
        ("anna " * 5000, ["Anna", "HØLM"]),
        ("799123", ["SAINT-YVES"]),
        ("no. 0799123", ["SAINT-YVES"]),
        ("Anna Hølm 0799123", ["HØLM", "SAINT-YVES"]),
        ("zzzzqqq 0799123", ["SAINT-YVES"]),
    ],
)
def test_find_players_gives_the_best_first(people: list[Player], text: str, surnames: list[str]) -> None:
    assert [player.surname for player in search.find_players(text)] == surnames


def test_find_players_by_public_number_gives_that_player_first(people: list[Player]) -> None:
    number = people[2].pk

    assert search.find_players(str(number))[0] == people[2]
    assert search.find_players(f"#{number}")[0] == people[2]
    assert search.find_players(f"anna holm {number}") == [people[0], people[2]]


def test_find_players_by_known_name_finds_the_player(people: list[Player]) -> None:
    register.add_known_name(people[0], "Solberg Anna", account=None)

    assert search.find_players("solb") == [people[0]]


def test_find_players_after_rename_and_deletion_follows_the_register(people: list[Player]) -> None:
    register.rename(people[1], "Ekdahl", "Hedda", account=None)
    people[4].delete()

    assert search.find_players("hedda ekd") == [people[1]]
    assert search.find_players("petra") == []


def test_find_players_with_a_limit_gives_no_more(people: list[Player]) -> None:
    assert len(search.find_players("a", 2)) == 2


@pytest.mark.parametrize(
    ("text", "surnames"),
    [("ann", ["Anna", "HØLM", "Holmberg"]), ("Jean-L sain", ["SAINT-YVES"]), ("nna", []), ("", [])],
)
def test_word_filters_match_beginnings_of_words(people: list[Model], text: str, surnames: list[str]) -> None:
    found = Player.objects.filter(search.word_filters(text)).order_by("search_key")

    assert [player.surname for player in found] == surnames


def test_nearest_gives_similar_names_for_each_name(people: list[Player]) -> None:
    found = near_names.nearest(["holm ana", "qwxz", "saint yves jean", "guy dalbret"])

    assert found == [[people[0].pk], [], [people[3].pk], [people[2].pk]]


@pytest.mark.django_db
def test_nearest_offers_nobody_who_shares_only_a_given_name_on_either_database() -> None:
    near = register.enrol(Newcomer("Valmorin", "Christophe", "FR"), account=None)
    register.enrol(Newcomer("Abry", "Christophe", "FR"), account=None)

    found = near_names.nearest(["valmorim christophe"])

    assert found == [[near.pk]]


@pytest.mark.parametrize("text", ["anna", "holm", "99A0077", "holmberk anika", "zzzzqqq"])
def test_names_alone_are_found_as_players_are(people: list[Player], text: str) -> None:
    found = search.find_players(text)

    assert [(one.pk, one.surname, one.federation) for one in search.find_named(text)] == [
        (one.pk, one.surname, one.federation.code) for one in found
    ]


@pytest.mark.parametrize(("privacy", "shown"), [(INITIALS, ("H.", "A.")), (ANONYMOUS, ("NN {}", ""))])
def test_who_is_not_shown_by_name_is_named_as_he_is_shown(
    people: list[Player], privacy: str, shown: tuple[str, str]
) -> None:
    Player.objects.filter(pk=people[0].pk).update(privacy=privacy)

    with public_view():
        (one,) = search.find_named(str(people[0].pk))
        assert search.find_named("holm anna") == []

    surname, given_name = shown
    assert (one.surname, one.given_name) == (surname.format(people[0].pk), given_name)
