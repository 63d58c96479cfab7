"""Names of byes that programs write as an opponent: BYE, Freilos, spielfrei, exempt, ..."""

import re
from unicodedata import combining, normalize

# Words for a bye, a line a language or two. Left out are those that are names of people as well:
# Bay (Turkish), Frei (German), Liber (Romanian), Prost (Slovene), Slobodan (Serbian).
_WORDS = """
    bye / no opponent / without opponent / no player / unpaired / odd player out / sits out / rests
    exempt / exempte / exempté / exemptée / exempts / sans adversaire / au repos
    Freilos / spielfrei / spielt frei / kein Gegner / ohne Gegner
    vrij / vrije ronde / vrijgeloot / speelvrij / geen tegenstander
    libre / descansa / descanso / exento / exenta / sin rival / sin oponente
    lliure / isento / folga / sem adversário
    pausa / riposa / riposo / turno di riposo
    pauza / pauzuje / wolny los / volno / volný los / voľno / voľný los
    szabadnapos / erőnyerő / pihenő / slobodan krug / slobodna
    frirond / frirunde / oversidder / står over / vapaa / huilaa / vabavoor / laisvas
    свободен / свободна / свободный / свободная / бай / пропуск / без соперника / выходной
    вільний / вільна / без суперника / почивка / слободан круг / ρεπό
    轮空 / 輪空 / 不戦勝 / 부전승
"""
# Also in a few words: "half-point bye", "Bye Player", "BYE (requested)".
_WITH_BYE = frozenset(
    [
        "allocated",
        "bye",
        "full",
        "half",
        "pairing",
        "player",
        "point",
        "points",
        "pt",
        "requested",
        "round",
        "zero",
    ]
)
_NOT_A_LETTER = re.compile(r"[\W\d_]+")


def is_bye_name(surname: str, given_name: str = "") -> bool:
    """Return whether a name is no person's but means that there was no opponent.

    "Bye, Anna" is a person. A number in a register makes a person of "Bye" alone as well: readers check it.
    """
    words = _words(f"{surname} {given_name}")
    return " ".join(words) in _NAMES or ("bye" in words and _WITH_BYE.issuperset(words))


def _words(name: str) -> list[str]:
    """Return the words of a name without case, accents, digits and signs, each the first time it stands."""
    plain = "".join(letter for letter in normalize("NFKD", name.casefold()) if not combining(letter))
    return list(dict.fromkeys(_NOT_A_LETTER.sub(" ", plain).split()))


_NAMES = frozenset(" ".join(_words(name)) for name in re.split("[/\n]", _WORDS) if name.strip())
