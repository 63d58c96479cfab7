"""Files of practice read with entrants and games exactly as they hold them, counted twice by crude means."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.formats.real_files import DATA, needed
from tournaments.formats.table import read
from tournaments.inspection.inspection import inspect
from tournaments.reports.outcomes import ByeKind, Outcome

pytestmark = needed

# What organisers really got wrong; everything else must be free of errors. Files by kind of mistake.
TRUE_ERRORS = {
    "opengotha": {"end-before-start": 2, "implausible-date": 1, "plays-twice": 1},
    "h9": {"colour-mismatch": 1},
    "tou": {},
}


def _files(folder: str) -> list[Path]:
    return sorted(path for path in (DATA / folder).glob("*") if path.is_file())


def _names(folder: str) -> list[str]:
    return [path.name for path in _files(folder)]


@pytest.mark.parametrize("name", _names("opengotha"))
def test_opengotha_file_has_the_entrants_games_and_byes_of_its_text(name: str) -> None:
    data = (DATA / "opengotha" / name).read_bytes()
    text = data.decode()
    rounds = int(re.search(r'numberOfRounds="(\d+)"', text)[1])  # type: ignore[index]  # every such file says it
    finals = [line for line in re.findall(r"<Player [^>]*>", text) if 'registeringStatus="FIN"' in line]
    paired_with_bye = re.findall(r'<Game [^>]*"PLAYERBYE"[^>]*>', text)  # in one file a player called so
    text = re.sub(r'<(?:Player|Game) [^>]*"(?:Bye|PLAYERBYE)"[^>]*>', "", text)
    flags = "".join(re.search(r'participating="(\d+)"', line)[1][:rounds] for line in finals)  # type: ignore[index]  # every such line has it

    report = read(data, filename=name)

    kinds = Counter(
        p.outcome.name.replace("_", "").replace("DRAW", "EQUAL") + ("_BYDEF" if p.by_default else "")
        for p in report.pairings
    )
    assert len(report.entrants) == text.count("<Player ")
    assert kinds == Counter(re.findall(r'<Game [^>]*result="RESULT_(\w+)"', text))
    assert sum(p.handicap for p in report.pairings) == sum(
        int(stones) for stones in re.findall(r'<Game [^>]*handicap="(\d+)"', text)
    )
    byes = Counter(bye.kind for bye in report.byes)
    assert byes[ByeKind.PAIRING_ALLOCATED] == text.count("<ByePlayer ") + len(paired_with_bye)
    assert byes[ByeKind.ZERO_POINT] == flags.count("0")


@pytest.mark.parametrize("name", _names("h9"))
def test_h9_file_has_the_entrants_games_and_byes_of_its_text(name: str) -> None:
    data = (DATA / "h9" / name).read_bytes()
    text = data.decode("utf-8" if name != "Tournoi_de_Juvisy_handicap.h9" else "iso-8859-15")
    lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] != ";"]
    body = "\n".join(lines)

    report = read(data, filename=name)

    won = re.findall(r"(?<!\S)[1-9]\d*\+", body)
    lost = re.findall(r"(?<!\S)[1-9]\d*-(?!\d)", body)
    decided = [p for p in report.pairings if p.outcome in (Outcome.WHITE_WINS, Outcome.BLACK_WINS)]
    contradicted = len(report.pairings) - len(decided)
    assert len(report.entrants) == len(lines)
    assert (len(decided), len(decided), contradicted) == (len(won), len(lost), 0)
    free = Counter(bye.kind for bye in report.byes)
    assert free[ByeKind.FULL_POINT] == len(re.findall(r"(?<!\S)0\+", body))
    assert free[ByeKind.ZERO_POINT] == len(re.findall(r"(?<!\S)0-", body))
    assert sum(p.handicap for p in report.pairings) * 2 == sum(
        int(stones) for stones in re.findall(r"(?<!\S)[1-9]\d*[-+]/[wb](\d+)", body)
    )


@pytest.mark.parametrize("name", _names("tou"))
def test_tou_file_has_the_entrants_games_and_absences_of_its_text(name: str) -> None:
    data = (DATA / "tou" / name).read_bytes()
    lines = [line for line in data.decode("iso-8859-15").splitlines() if line and line[0] != ";"]
    body = "\n".join(line[46:] for line in lines)

    report = read(data, filename=name)

    assert len(report.entrants) == len(lines)
    assert len(report.pairings) == len(re.findall(r"[1-9]\d*\+", body)) == len(re.findall(r"[1-9]\d*-", body))
    assert len(report.byes) == len(re.findall(r"(?<!\d)0[-=+]", body))
    assert all(pairing.colour_known for pairing in report.pairings)


def test_tou_and_h9_of_one_tournament_tell_the_same_games() -> None:
    h9 = read((DATA / "h9" / "Tournoi_de_Juvisy_handicap.h9").read_bytes())
    tou = read((DATA / "tou" / "Tournoi_de_Juvisy_966050.tou").read_bytes())

    assert [(p.round, p.white, p.black, p.outcome, p.handicap) for p in h9.pairings] == [
        (p.round, p.white, p.black, p.outcome, p.handicap) for p in tou.pairings
    ]


@pytest.mark.parametrize("folder", list(TRUE_ERRORS))
def test_only_true_mistakes_are_errors(folder: str) -> None:
    found: Counter[str] = Counter()
    for path in _files(folder):
        findings = inspect(read(path.read_bytes(), filename=path.name))
        found.update({finding.code for finding in findings if finding.severity == "error"})

    assert found == TRUE_ERRORS[folder]
