"""A small tournament entered by hand: one side of each game is enough, and it becomes a draft like a file."""

import re

import pytest
from django.urls import reverse

from federation.models import Account
from federation.register import register
from tests.tournaments.conftest import logged_in
from tournaments.formats import manual_entry
from tournaments.formats.manual_entry import HandFacts, HandRow
from tournaments.models import Tournament, Upload
from tournaments.reports.findings import Place
from tournaments.reports.outcomes import Outcome
from tournaments.revisions import models_to_report

FACTS = {
    "name": "Coupe du Lac", "discipline": "go", "start": "2024-03-09", "place": "Annecy", "country": "fr",
    "rounds": "2", "time_class": "A", "rated_for": ["ffg", "egf"], "rows": "6",
}  # fmt: skip
PEOPLE = {
    "surname-1": "Aubrac", "given_name-1": "Lise", "grade-1": "3d", "country-1": "FR", "ffg-1": "0100001",
    "surname-2": "Brossolette", "given_name-2": "Paul", "grade-2": "1k", "country-2": "FR",
    "surname-4": "Cavaillès", "given_name-4": "Jean", "grade-4": "5k", "country-4": "FR",
}  # fmt: skip
GAMES = {"r1-1": "2+w0", "r1-4": "bye", "r2-1": "4-b2", "r2-2": "absent"}


def rows(*lines: tuple[str, ...]) -> list[HandRow]:
    return [HandRow(number, f"Name{number}", cells=cells) for number, cells in enumerate(lines, start=1)]


@pytest.mark.parametrize(
    ("typed", "other"),
    [
        ("2+w3", "1-b3"),
        ("2-", "1+"),
        ("2 = b", "1=w"),
        ("2½", "1="),
        ("2−w", "1+b"),
        ("2+!", "1-!"),
        ("2?", "1?"),
        ("2+2", "1-?2"),
        ("bye", ""),
        ("9+", ""),
        ("1+", ""),
        ("nonsense", ""),
    ],
)
def test_other_side_of_a_game_fills_itself_in(typed: str, other: str) -> None:
    filled = manual_entry.mirrored(rows((typed,), ("",)), 1)

    assert filled[1].cells == (other,)


def test_what_somebody_typed_stays() -> None:
    filled = manual_entry.mirrored(rows(("2+",), ("1+",)), 1)

    assert [row.cells for row in filled] == [("2+",), ("1+",)]


@pytest.mark.parametrize("name", ["=SUM(A1)", "-Aubrac", "A;B", 'A "le" B', "A\nB"])
def test_names_go_through_the_spreadsheet_as_they_are(name: str) -> None:
    facts = HandFacts(name, "2024-03-09", "2024-03-10", rounds=1)
    people = [HandRow(1, name, cells=("2+",)), HandRow(2, "Brossolette", cells=("",))]

    report = manual_entry.read(facts, people)

    plain = " ".join(name.split())
    assert (report.name, report.entrants[0].surname) == (plain, plain)


def test_finding_names_entrant_and_round_of_the_table() -> None:
    facts = HandFacts("Coupe du Lac", "2024-03-09", "2024-03-10", place="Annecy", rounds=2)
    people = [*rows(("3+", "")), HandRow(3, "Cavaillès", cells=("", "nonsense"))]

    places = [(one.code, one.place) for one in manual_entry.read(facts, people).findings]

    assert ("unknown-result", Place(entrant=3, round=2)) in places
    assert all(place.line is None and place.column is None for _code, place in places)


@pytest.mark.django_db
class TestPage:
    address = "/upload/by-hand/"

    def test_table_becomes_a_draft(self, organiser: Account) -> None:
        answer = logged_in(organiser).post(self.address, {**FACTS, **PEOPLE, **GAMES})

        assert (answer.status_code, answer["Location"]) == (302, "/desk/1/1/")
        tournament = Tournament.objects.get()
        facts = (
            tournament.name,
            tournament.place,
            tournament.country,
            tournament.rounds,
            tournament.rated_for,
        )
        assert facts == ("Coupe du Lac", "Annecy", "FR", 2, ["ffg", "egf"])
        assert (str(tournament.start), str(tournament.end)) == ("2024-03-09", "2024-03-09")
        games = tournament.games.order_by("round").values_list(
            "white__surname", "black__surname", "outcome", "handicap"
        )
        assert list(games) == [
            ("Aubrac", "Brossolette", Outcome.WHITE_WINS, 0),
            ("Cavaillès", "Aubrac", Outcome.WHITE_WINS, 2),
        ]
        assert [one["code"] for one in tournament.current_findings if one["severity"] != "notice"] == []

    def test_file_is_the_one_our_own_writer_makes(self, organiser: Account) -> None:
        logged_in(organiser).post(self.address, {**FACTS, **PEOPLE, **GAMES})

        upload = Upload.objects.get()
        assert (upload.filename, upload.format) == ("coupe-du-lac.csv", "spreadsheet")
        report = models_to_report.report_of(Tournament.objects.get())
        assert manual_entry.file_of(report)[0] == bytes(upload.content)

    def test_same_table_again_is_no_second_tournament(self, organiser: Account) -> None:
        orla = logged_in(organiser)
        for _ in range(2):
            answer = orla.post(self.address, {**FACTS, **PEOPLE, **GAMES})

        assert Tournament.objects.count() == 1
        assert answer["Location"] == reverse("upload-findings", args=[Upload.objects.get().pk])

    def test_contradiction_is_shown_and_nothing_is_kept(self, organiser: Account) -> None:
        answer = logged_in(organiser).post(self.address, {**FACTS, **PEOPLE, "r1-1": "2+", "r1-2": "1+"})

        page = answer.content.decode()
        assert answer.status_code == 422
        assert "result-mismatch" in page
        assert re.search(r'name="surname-4" value="Cavaillès"', page)
        assert re.search(r'name="r1-2" value="1\+"', page)
        assert not Upload.objects.exists()

    def test_missing_day_is_asked_for(self, organiser: Account) -> None:
        answer = logged_in(organiser).post(self.address, {**FACTS, **PEOPLE, **GAMES, "start": ""})

        assert answer.status_code == 422
        assert "start" in answer.context["form"].errors
        assert not Upload.objects.exists()

    def test_player_of_the_register_is_searched_and_added_without_script(self, organiser: Account) -> None:
        newcomer = register.Newcomer(
            "Delestraint", "Anne", country="FR", club="35Re", grade="9k", identifiers={"ffg": "0100004"}
        )
        anne = register.enrol(newcomer, account=None)
        orla = logged_in(organiser)
        typed = {**FACTS, **PEOPLE, **GAMES}

        found = orla.post(self.address, {**typed, "q": "delest", "search": "1"}).content.decode()
        added = orla.post(self.address, {**typed, "add": str(anne.pk)})

        assert f'name="add" value="{anne.pk}"' in found
        row = added.context["table"][2]  # the first that is empty
        assert (row.surname, row.grade, row.identifiers, row.player) == (
            "Delestraint",
            "9k",
            {"ffg": "0100004"},
            anne.pk,
        )
        assert [one.surname for one in added.context["table"]] == [
            "Aubrac",
            "Brossolette",
            "Delestraint",
            "Cavaillès",
            "",
            "",
        ]
        assert not Upload.objects.exists()

    def test_player_chosen_is_the_one_in_the_draft(self, organiser: Account) -> None:
        two = [
            register.enrol(register.Newcomer("Aubrac", "Lise", country="FR"), account=None) for _ in range(2)
        ]
        people = {**PEOPLE, "ffg-1": "", "player-1": str(two[1].pk)}

        logged_in(organiser).post(self.address, {**FACTS, **people, **GAMES})

        entry = Tournament.objects.get().entries.get(number=1)
        assert (entry.player, entry.match) == (two[1], "confirmed")

    def test_more_rows_and_other_rounds_keep_what_was_typed(self, organiser: Account) -> None:
        orla = logged_in(organiser)

        more = orla.post(self.address, {**FACTS, **PEOPLE, **GAMES, "more": "1"})
        longer = orla.post(self.address, {**FACTS, **PEOPLE, **GAMES, "rounds": "5", "shape": "1"})

        assert len(more.context["table"]) == 12
        assert more.context["table"][0].cells == ("2+w0", "4-b2")
        assert longer.context["table"][0].cells == ("2+w0", "4-b2", "", "", "")

    def test_chess_is_written_as_a_report_of_fide(self, organiser: Account) -> None:
        chess = {**FACTS, "discipline": "chess", "rate": "rapid", "rated_for": ["fide"]}
        people = {key: text for key, text in PEOPLE.items() if not key.startswith(("grade", "ffg"))}
        numbers = {"fide-1": "600001", "rating-1": "1850"}
        games = {"r1-1": "2+w", "r1-4": "bye", "r2-1": "4=b", "r2-2": "absent"}

        logged_in(organiser).post(self.address, {**chess, **people, **numbers, **games})

        tournament = Tournament.objects.get()
        assert (tournament.discipline, tournament.rate, tournament.rated_for) == ("chess", "rapid", ["fide"])
        assert Upload.objects.get().format == "trf26"
        one = tournament.entries.get(number=1)
        assert (one.identifiers, one.rating_written) == ({"fide": "600001"}, 1850)
        assert sorted(tournament.games.values_list("outcome", flat=True)) == [
            Outcome.DRAW,
            Outcome.WHITE_WINS,
        ]

    @pytest.mark.parametrize(
        "strange",
        [{"rows": "99999999"}, {"rows": "x"}, {"rounds": "-4"}, {"player-1": "x"}, {"add": "9" * 30}],
    )
    def test_nonsense_does_no_harm(self, strange: dict[str, str], organiser: Account) -> None:
        answer = logged_in(organiser).post(self.address, {**FACTS, **PEOPLE, **GAMES, **strange})

        assert answer.status_code in (200, 302, 422)
