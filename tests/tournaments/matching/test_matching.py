"""Who an entrant is: a table of cases, and two entrants who claim one player."""

from dataclasses import replace

import pytest

from federation.register.candidates import Candidate
from tournaments.matching.matching import TEXTS, Match, State, grade_distance, match, match_all
from tournaments.reports.report import Entrant

ANNA = Candidate(1, "HOLM", "Anna", (), {"ffg": "0712345", "egd": "99000011"}, "FR", "38Gr", "3d")
ANNA_2 = Candidate(2, "HOLM", "Anna", (), {"ffg": "9912345"}, "FR", "75Op", "15k")
GUY = Candidate(3, "D'ALBRET", "Guy", ("Dalbret Guido",), {}, "FR", "", "12k")
IDIR = Candidate(4, "BEN AMARA", "Idir", (), {}, "FR", "31To", "2k")
JORG = Candidate(5, "Müller", "Jörg", (), {"egd": "99000055"}, "DE", "Ham", "1d")
JUDIT = Candidate(6, "Dam", "Judit van", (), {}, "NL", "Gron", "4k")
YVES = Candidate(7, "SAINT-YVES", "Jean-Luc", (), {"ffg": "0799123"}, "FR", "75Op", "1k")
LUC = Candidate(8, "BODIN", "Luc (Lyon)", (), {}, "FR", "69Ly", "5k")
LUC_2 = Candidate(9, "BODIN", "Luc (Paris)", (), {}, "FR", "75Al", "5k")
KIM = Candidate(10, "Kim", "", (), {}, "KR", "", "4d")


def entrant(surname: str, given_name: str = "", **more: object) -> Entrant:
    return Entrant(number=1, surname=surname, given_name=given_name, **more)  # type: ignore[arg-type]  # names and types are those of an entrant


CASES = [
    # the number decides when the name agrees
    ("number and name", entrant("HOLM", "Anna", identifiers={"ffg": "0712345"}), [ANNA, ANNA_2],
     State.CERTAIN, 1, "number-same"),
    ("number, name with a slip", entrant("HOLMM", "Ana", identifiers={"ffg": "0712345"}), [ANNA],
     State.CERTAIN, 1, "number-same"),
    ("number in small letters", entrant("Holm", "Anna", identifiers={"egd": "99000011"}), [ANNA],
     State.CERTAIN, 1, "number-same"),
    ("number of somebody else", entrant("Quist", "Olaf", identifiers={"ffg": "0712345"}), [ANNA],
     State.AMBIGUOUS, None, "number-other-name"),
    ("two numbers, two players", entrant("HOLM", "Anna", identifiers={"egd": "99000011", "ffg": "9912345"}),
     [ANNA, ANNA_2], State.AMBIGUOUS, None, "numbers-disagree"),
    ("one number his, one not", entrant("HOLM", "Anna", identifiers={"egd": "99000011", "ffg": "0000001"}),
     [ANNA], State.AMBIGUOUS, None, "numbers-disagree"),
    ("name right, number another", entrant("MÜLLER", "Jörg", country="DE", identifiers={"egd": "99000099"}),
     [JORG], State.AMBIGUOUS, None, "number-other"),
    ("number not in the register", entrant("BEN_AMARA", "Idir", country="FR", identifiers={"ffg": "0700001"}),
     [IDIR], State.LIKELY, 4, "number-new"),
    # the whole name
    ("name and country", entrant("Ben Amara", "Idir", country="FR"), [IDIR], State.CERTAIN, 4, "name-same"),
    ("name and club", entrant("Ben Amara", "Idir", club="31to"), [IDIR], State.CERTAIN, 4, "club-same"),
    ("name alone", entrant("Ben Amara", "Idir"), [IDIR], State.LIKELY, 4, "name-same"),
    ("written together", entrant("BENAMARA", "Idir", country="FR"), [IDIR], State.CERTAIN, 4, "name-same"),
    ("swapped", entrant("Idir", "Ben_Amara", country="FR"), [IDIR], State.LIKELY, 4, "name-swapped"),
    ("swapped, grade near", entrant("Idir", "Ben_Amara", country="FR", grade="3k"), [IDIR],
     State.CERTAIN, 4, "name-swapped"),
    ("apostrophe lost", entrant("DALBRET", "Guy", country="FR"), [GUY], State.CERTAIN, 3, "name-same"),
    ("known name", entrant("Dalbret", "Guido", country="FR"), [GUY], State.CERTAIN, 3, "name-known"),
    ("accents lost", entrant("MULLER", "Jorg", country="DE"), [JORG], State.CERTAIN, 5, "name-same"),
    ("umlauts written out", entrant("Mueller", "Joerg", country="DE"), [JORG],
     State.CERTAIN, 5, "name-transcribed"),
    ("particle moved", entrant("van_Dam", "Judit", country="NL"), [JUDIT], State.CERTAIN, 6, "name-same"),
    ("particle left out", entrant("Dam", "Judit", country="NL"), [JUDIT], State.CERTAIN, 6, "name-same"),
    ("hyphens lost", entrant("Saint Yves", "Jean Luc", country="FR"), [YVES], State.CERTAIN, 7, "name-same"),
    ("title before the name", entrant("Dr. SAINT-YVES", "Jean-Luc", country="FR"), [YVES],
     State.CERTAIN, 7, "name-same"),
    ("remark left out", entrant("BODIN", "Luc", country="FR"), [LUC], State.CERTAIN, 8, "name-same"),
    ("one word only", entrant("KIM", country="KR"), [KIM], State.LIKELY, 10, "name-same"),
    # what speaks against him
    ("another country", entrant("Ben Amara", "Idir", country="BE"), [IDIR], State.LIKELY, 4, "country-other"),
    ("grade far off", entrant("Ben Amara", "Idir", country="FR", grade="18k"), [IDIR],
     State.LIKELY, 4, "grade-far"),
    ("another country and grade", entrant("Ben Amara", "Idir", country="BE", grade="18k"), [IDIR],
     State.AMBIGUOUS, None, "country-other"),
    ("UK and GB are one country", entrant("Kim", country="GB"), [Candidate(11, "Kim", "", country="UK")],
     State.LIKELY, 11, "country-same"),
    # namesakes
    ("namesakes", entrant("HOLM", "Anna", country="FR"), [ANNA, ANNA_2], State.AMBIGUOUS, None, "namesakes"),
    ("namesakes, one of this club", entrant("HOLM", "Anna", country="FR", club="75Op", grade="14k"),
     [ANNA, ANNA_2], State.LIKELY, 2, "namesakes"),
    ("namesakes, club right, grade far", entrant("HOLM", "Anna", country="FR", club="75Op", grade="3d"),
     [ANNA, ANNA_2], State.AMBIGUOUS, None, "namesakes"),
    ("namesakes parted by remarks", entrant("BODIN", "Luc", country="FR", club="75Al"), [LUC, LUC_2],
     State.LIKELY, 9, "namesakes"),
    # similar names
    ("a slip", entrant("SAINT-IVES", "Jean-Luc", country="FR"), [YVES], State.LIKELY, 7, "name-similar"),
    ("a slip, no more known", entrant("SAINT-IVES", "Jean-Luc"), [YVES], State.AMBIGUOUS, None, "several"),
    ("a slip, two possible", entrant("HOLMM", "Anna", country="FR"), [ANNA, ANNA_2],
     State.AMBIGUOUS, None, "several"),
    ("somewhat alike", entrant("HOLMGREN", "Anna", country="FR"), [ANNA], State.AMBIGUOUS, None, "several"),
    ("a slip, another number", entrant("SAINT-IVES", "Jean-Luc", country="FR", identifiers={"ffg": "0700"}),
     [YVES], State.UNKNOWN, None, "nobody"),
    ("nobody like it", entrant("Quist", "Olaf", country="FR"), [ANNA, GUY], State.UNKNOWN, None, "nobody"),
    ("nobody at all", entrant("Quist", "Olaf"), [], State.UNKNOWN, None, "nobody"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("who", "offered", "state", "player", "reason"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_match(who: Entrant, offered: list[Candidate], state: State, player: int | None, reason: str) -> None:
    found = match(who, offered)

    assert (found.state, found.player) == (state, player)
    assert reason in [each.code for each in found.reasons]


CLARA = Candidate(15, "VOSS", "Clara", (), {"fide": "4600000"}, "DE", "", "", "f", 2010)


@pytest.mark.parametrize("how", ["name", "number", "slip", "club"])
@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ({"sex": "m"}, {"sex-male"}),
        ({"birth": "1950"}, {"birth-far"}),
        ({"birth": "1950-02-03", "sex": "f"}, {"birth-far"}),
        ({"birth": "1930", "sex": "m"}, {"sex-male", "birth-far"}),
    ],
    ids=["sex", "sixty years", "day of birth", "both"],
)
def test_player_of_the_other_sex_or_another_generation_is_asked_about(
    how: str, said: dict[str, str], codes: set[str]
) -> None:
    more: dict[str, dict[str, object]] = {
        "name": {"country": "DE"},
        "number": {"identifiers": {"fide": "4600000"}},
        "slip": {"country": "DE"},
        "club": {"club": "Ham"},
    }
    offered = replace(CLARA, club="Ham", surname="VOSSLER")
    who = entrant("VOSLER" if how == "slip" else "VOSSLER", "Clara", **more[how])
    contradicted = replace(who, sex=said.get("sex", ""), birth=said.get("birth", ""))

    before, found = match(who, [offered]), match(contradicted, [offered])

    assert before.player == 15
    assert (found.state, found.player) == (State.AMBIGUOUS, None)
    assert codes <= {reason.code for reason in found.suggestions[0].reasons}
    assert how == "slip" or codes <= {reason.code for reason in found.reasons}
    assert found.suggestions[0].player == 15


@pytest.mark.parametrize(
    "said",
    [
        {"sex": "f", "birth": "2010-05-06"},
        {"birth": "1951"},
        {"birth": "2069"},
        {"birth": "0000"},
        {"birth": "9999"},
        {"birth": "?"},
        {"sex": ""},
    ],
)
def test_player_of_the_same_sex_and_less_than_sixty_years_apart_is_certain(said: dict[str, str]) -> None:
    by_name, by_number = {"country": "DE"}, {"identifiers": {"fide": "4600000"}}

    states = [match(entrant("VOSS", "Clara", **more, **said), [CLARA]).state for more in (by_name, by_number)]

    assert states == [State.CERTAIN, State.CERTAIN]


def test_player_of_whom_neither_sex_nor_year_is_known_is_certain() -> None:
    unknown = replace(CLARA, sex="", birth_year=None)

    found = match(entrant("VOSS", "Clara", country="DE", sex="m", birth="1920"), [unknown])

    assert (found.state, found.player) == (State.CERTAIN, 15)


def test_namesake_of_the_other_sex_in_the_club_does_not_stand_out() -> None:
    him = replace(CLARA, player=16, sex="m", club="Ham", identifiers={})
    her = replace(CLARA, club="Kie")

    found = match(entrant("VOSS", "Clara", country="DE", club="Ham", sex="f"), [him, her])

    assert (found.state, found.suggestions[0].player) == (State.AMBIGUOUS, 15)


def test_what_contradicts_a_person_is_said_in_sentences() -> None:
    found = match(entrant("VOSS", "Clara", sex="m", birth="1940", identifiers={"fide": "4600000"}), [CLARA])
    other = match(entrant("VOSS", "Clara", sex="f"), [replace(CLARA, sex="m")])

    assert [reason.message for reason in found.reasons[-2:]] == [
        "The file says male, the register female.",
        "The years of birth are far apart: 1940, in the register 2010.",
    ]
    assert other.reasons[-1].message == "The file says female, the register male."


def test_match_with_namesakes_suggests_the_better_first_with_reasons() -> None:
    found = match(entrant("HOLM", "Anna", country="FR", grade="13k"), [ANNA, ANNA_2])

    assert [suggestion.player for suggestion in found.suggestions] == [2, 1]
    assert [r.code for r in found.suggestions[0].reasons] == ["name-same", "country-same", "grade-near"]
    assert [r.code for r in found.suggestions[1].reasons] == ["name-same", "country-same", "grade-far"]
    assert found.suggestions[0].score > found.suggestions[1].score


def test_match_says_its_reasons_in_sentences() -> None:
    found = match(
        entrant("MÜLLER", "Jörg", country="AT", grade="12k", identifiers={"egd": "99000099"}), [JORG]
    )

    assert [reason.message for reason in found.reasons] == [
        "The file says 99000099 (egd), the register 99000055.",
        "The name is the same.",
        "The file says country AT, the register DE.",
        "The grade is very different: 12k, in the register 1d.",
    ]


def test_match_gives_no_reason_without_a_text() -> None:
    codes = {reason.code for case in CASES for reason in match(case[1], case[2]).reasons}

    assert codes - TEXTS.keys() == set()


def test_match_all_with_two_entrants_of_one_name_leaves_both_open() -> None:
    both = [entrant("Ben Amara", "Idir", country="FR"), entrant("BENAMARA", "Idir", country="FR")]

    first, second = match_all(both, [[IDIR], [IDIR]])

    assert [found.state for found in (first, second)] == [State.AMBIGUOUS, State.AMBIGUOUS]
    assert [found.player for found in (first, second)] == [None, None]
    assert first.reasons[0].code == "claimed-twice"
    assert [suggestion.player for suggestion in second.suggestions] == [4]


def test_match_all_with_one_giving_the_number_lets_him_keep_the_player() -> None:
    both = [
        entrant("SAINT-YVES", "Jean-Luc", country="FR"),
        entrant("SAINT-YVES", "Jean-Luc", identifiers={"ffg": "0799123"}),
    ]

    by_name, by_number = match_all(both, [[YVES], [YVES]])

    assert (by_name.state, by_name.player) == (State.AMBIGUOUS, None)
    assert (by_number.state, by_number.player) == (State.CERTAIN, 7)


def test_match_all_with_different_players_changes_nothing() -> None:
    both = [entrant("Ben Amara", "Idir", country="FR"), entrant("Quist", "Olaf")]

    matches = match_all(both, [[IDIR], []])

    assert matches == [match(both[0], [IDIR]), match(both[1], [])]
    assert isinstance(matches[0], Match)


@pytest.mark.parametrize(
    ("written", "listed", "distance"),
    [("5k", "5k", 0), ("1k", "1d", 1), ("2d", "3k", 4), ("9p", "7d", 0), ("", "1k", None), ("x", "1k", None)],
)
def test_grade_distance(written: str, listed: str, distance: int | None) -> None:
    assert grade_distance(written, listed) == distance


JOSEPHINE = Candidate(12, "MARTINET", "Josephine", (), {"ffg": "0712399"}, "FR", "38Gr", "5k")


def score_of(who: Entrant, candidate: Candidate = JOSEPHINE) -> int:
    (suggestion,) = match(who, [candidate]).suggestions
    return suggestion.score


@pytest.mark.parametrize(
    ("more", "score"),
    [
        # 84 for the whole name, and what each reason adds to it
        ({}, 84),
        ({"identifiers": {"ffg": "0712399"}}, 100),
        ({"identifiers": {"ffg": "0712300"}}, 44),
        ({"country": "FR"}, 88),
        ({"country": "BE"}, 72),
        ({"club": "38gr"}, 92),
        ({"club": "75Op"}, 81),
        ({"club": "xxxx"}, 84),
        ({"grade": "1k"}, 88),
        ({"grade": "1d"}, 84),
        ({"grade": "14k"}, 84),
        ({"grade": "15k"}, 72),
        ({"country": "FR", "club": "38Gr", "grade": "5k"}, 100),
    ],
)
def test_score_adds_what_each_reason_weighs(more: dict[str, object], score: int) -> None:
    assert score_of(entrant("MARTINET", "Josephine", **more)) == score


def test_number_weighs_forty_where_the_name_is_another() -> None:
    found = match(entrant("Quist", "Olaf", identifiers={"ffg": "0712399"}), [JOSEPHINE])

    percent = {reason.code: reason.values for reason in found.suggestions[0].reasons}["name-similar"][
        "percent"
    ]
    assert found.suggestions[0].score == round(0.84 * int(percent)) + 40


@pytest.mark.parametrize(
    ("surname", "given_name", "percent", "state", "numbered"),
    [
        ("Martit", "Osephinn", 85, State.LIKELY, State.CERTAIN),
        ("Morteinenn", "Josephine", 84, State.AMBIGUOUS, State.LIKELY),
        ("Mialrtilnen", "Josnpuhiue", 75, State.AMBIGUOUS, State.LIKELY),
        ("Umartinen", "Tiosethane", 74, State.UNKNOWN, State.AMBIGUOUS),
    ],
)
def test_likeness_of_names_decides_from_85_and_from_75_percent(
    surname: str, given_name: str, percent: int, state: State, numbered: State
) -> None:
    alone = match(entrant(surname, given_name, country="FR"), [JOSEPHINE])
    with_number = match(entrant(surname, given_name, identifiers={"ffg": "0712399"}), [JOSEPHINE])

    assert (alone.state, with_number.state) == (state, numbered)
    similar = [one for one in with_number.suggestions[0].reasons if one.code == "name-similar"]
    assert [one.values["percent"] for one in similar] == [percent]


@pytest.mark.parametrize(
    ("other", "state"),
    [(("Martnet", "Joiehine"), State.LIKELY), (("Martinet", "Josphinrr"), State.AMBIGUOUS)],
    ids=["six points apart", "five points apart"],
)
def test_similar_name_stands_out_by_six_points(other: tuple[str, str], state: State) -> None:
    close = Candidate(13, "Rmartinet", "Josephine", country="FR")
    found = match(
        entrant("Martinet", "Josephine", country="FR"), [close, Candidate(14, *other, country="FR")]
    )

    scores = [one.score for one in found.suggestions]
    assert scores[0] - scores[1] == (6 if state is State.LIKELY else 5)
    assert found.state is state


def test_no_more_than_five_are_suggested() -> None:
    namesakes = [Candidate(number, "MARTINET", "Josephine") for number in range(1, 8)]

    assert [one.player for one in match(entrant("Martinet", "Josephine"), namesakes).suggestions] == [
        1,
        2,
        3,
        4,
        5,
    ]


@pytest.mark.parametrize(
    ("who", "degree"),
    [
        (entrant("MARTINET", "Josephine"), 84),  # 100 percent
        (entrant("Perrin", "Jo"), 83),  # 99: a known name
        (entrant("Josephine", "MARTINET"), 82),  # 98: swapped
    ],
)
def test_other_ways_to_write_a_whole_name_count_a_percent_less_each(who: Entrant, degree: int) -> None:
    assert score_of(who, Candidate(12, "MARTINET", "Josephine", ("Perrin Jo",))) == degree


def test_transcribed_name_counts_97_percent() -> None:
    assert score_of(entrant("Mueller", "Joerg"), JORG) == round(0.84 * 97)
