"""Names of two players a side: pair go, rengo, tandem, consultation; of an entrant, and of an event."""

import re

from federation.vocabulary.names import full_name, without_remark

_WORD = re.compile(r"[^\W\d_]{2}")  # an initial alone is no word of a name
_BETWEEN = re.compile(r"[/&+]|\b(?:and|und|et|и)\b", re.IGNORECASE)
# Within one name: Dutch v/d (van de), Indian s/o, Malay a/l (son of), German o/w.
_ABBREVIATED = re.compile(r"\b[^\W\d_]/[^\W\d_]\b")
_ALLIES = re.compile(
    r"(?:the )?(?:allies|alliés)|(?:die )?verbündeten?|союзники|.*\bconsult(?:\.|ation\b|ants\b).*",
    re.IGNORECASE,
)
_PAIR = re.compile(r"[^\W\d_]+[-–][^\W\d_]+ (?:pair|paire|пара)", re.IGNORECASE)
# Only words that are not names of towns or clubs as well.
_EVENT = re.compile(
    r"\b(?:pair[ -]?go|(?<!\bau )(?<!\bau-)pairs?|paires|paar[ -]?go|paarturnier"
    r"|парн(?:ый|ое|ая|ые|ого|ом|ых)|rengo\w*|ренго|tandem(?:schach|go)?|тандем"
    r"|bug[ -]?house|шведки|hand (?:and|&) brain"
    r"|consultation|consult(?=\.)|консультационн\w+)\b|ペア碁|連碁|페어바둑",
    re.IGNORECASE,
)


def names_several(surname: str, given_name: str = "") -> bool:
    """Return whether a name is that of two or more people: "Ivanova / Petrov", "Anderssen and allies".

    Double surnames (García y López, de Vries-Smit) are one person's.
    """
    name = full_name(surname, given_name).replace("_", " ")
    if _ALLIES.fullmatch(name) or _PAIR.fullmatch(name):
        return True
    sides = _BETWEEN.split(_ABBREVIATED.sub("", without_remark(name)))
    return sum(_WORD.search(side) is not None for side in sides) > 1


def sharing_in(event: str) -> str:
    """Return the words of an event's name by which players share a side in it, "" where there are none."""
    found = _EVENT.search(event)
    return found[0] if found else ""
