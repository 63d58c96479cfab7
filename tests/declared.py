"""The editions the declared systems have, by the class of their engine."""

from typing import cast

from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.ladder import LadderEdition
from ratings.rulebook.systems import SYSTEMS

FFG = cast(tuple[FfgEdition, ...], SYSTEMS["ffg"].editions)
EGF = cast(tuple[EgfEdition, ...], SYSTEMS["egf"].editions)
STANDARD = cast(tuple[FideEdition, ...], SYSTEMS["fide-standard"].editions)
RAPID_AND_BLITZ = cast(tuple[FideEdition, ...], SYSTEMS["fide-rapid"].editions)
FICS = cast(tuple[FicsEdition, ...], SYSTEMS["fics-standard"].editions)
LADDER = cast(tuple[LadderEdition, ...], SYSTEMS["ladder"].editions)
