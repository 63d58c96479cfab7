"""Worked examples: filled forms, computed again each time a page shows them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from federation.vocabulary.messages import gettext_noop
from ratings.calculators.fields import Family, Typed


@dataclass(frozen=True, slots=True)
class Example:
    """One example: what it is about, and what stands in the form."""

    title: str
    typed: Typed


EXAMPLES: Mapping[Family, Sequence[Example]] = {
    Family.FFG: (
        Example(gettext_noop("A win against a stronger player"), {"who": "-720", "o1": "-650", "s1": "1"}),
        Example(
            gettext_noop("A handicap game lost as White"),
            {"who": "-450", "o1": "-720", "s1": "0", "h1": "2", "c1": "w"},
        ),
        Example(
            gettext_noop("A new player’s first tournament"),
            {"grade": "12k", "o1": "-1150", "s1": "1", "o2": "-1080", "s2": "0", "o3": "-1210", "s3": "1"},
        ),
    ),
    Family.EGF: (
        Example(gettext_noop("A win against a stronger player"), {"who": "1600", "o1": "1650", "s1": "1"}),
        Example(
            gettext_noop("A handicap game lost as White"),
            {"who": "2100", "o1": "1800", "s1": "0", "h1": "3", "c1": "w", "class": "B"},
        ),
        Example(
            gettext_noop("A new player’s first tournament"),
            {"grade": "8k", "o1": "1350", "s1": "1", "o2": "1420", "s2": "0", "o3": "1250", "s3": "1"},
        ),
    ),
    Family.FIDE: (
        Example(
            gettext_noop("Three games of a tournament"),
            {
                "who": "1850",
                "k": "20",
                "o1": "1920",
                "s1": "1",
                "o2": "1780",
                "s2": "0.5",
                "o3": "2010",
                "s3": "0",
            },
        ),
        Example(
            gettext_noop("A difference of more than 400 points"),
            {"who": "1650", "k": "40", "o1": "2150", "s1": "0.5"},
        ),
        Example(
            gettext_noop("A first rating from five games"),
            {
                "o1": "1710",
                "s1": "1",
                "o2": "1650",
                "s2": "0.5",
                "o3": "1820",
                "s3": "0",
                "o4": "1590",
                "s4": "1",
                "o5": "1700",
                "s5": "0.5",
            },
        ),
    ),
    Family.GLICKO: (
        Example(
            gettext_noop("An established player beats a stronger one"),
            {"who": "1500", "rd": "60", "o1": "1600", "d1": "40", "s1": "1"},
        ),
        Example(
            gettext_noop("Back after half a year"),
            {"who": "1800", "rd": "45", "idle": "180", "o1": "1750", "d1": "50", "s1": "0"},
        ),
        Example(gettext_noop("A new player’s first game"), {"o1": "1500", "d1": "50", "s1": "0.5"}),
    ),
    Family.TEAMS: (
        Example(
            gettext_noop("A game of two pairs"),
            {
                "who": "1600",
                "rd": "70",
                "m1": "1500",
                "md1": "80",
                "o1": "1700",
                "d1": "60",
                "q1": "1450",
                "qd1": "90",
                "s1": "1",
            },
        ),
    ),
    Family.LADDER: (
        Example(
            gettext_noop("Both established"),
            {"who": "1620", "games": "85", "o1": "1700", "g1": "140", "s1": "1"},
        ),
        Example(
            gettext_noop("A new player beats an established one"),
            {"who": "1500", "games": "4", "o1": "1640", "g1": "60", "s1": "1"},
        ),
        Example(
            gettext_noop("One table of four"),
            {
                "mode": "table",
                "who": "1620",
                "games": "85",
                "points": "24",
                "place": "2",
                "o1": "1700",
                "g1": "140",
                "f1": "1",
                "o2": "1550",
                "g2": "12",
                "f2": "3",
                "o3": "1580",
                "g3": "45",
                "f3": "3",
            },
        ),
    ),
}
