"""Rules that the program does not apply, or applies by its own interpretation."""

from collections.abc import Mapping, Sequence

from federation.vocabulary.messages import gettext_noop
from ratings.calculators.fields import Family, family_of
from ratings.rulebook.systems import SYSTEMS, System

# Rules of a family that are not computed, or computed by an interpretation of their text.
LEFT_OUT: Mapping[Family, Sequence[str]] = {
    Family.FFG: (
        gettext_noop("Levels before 13 January 2013: how the ladder was calculated then is not known."),
        gettext_noop(
            "The weights by time control are reconstructed from results; the published text is lost."
        ),
        gettext_noop("The optional limit on a moved start, by opponents beaten and lost to, is off."),
    ),
    Family.EGF: (
        gettext_noop("Downward resets: entered by the office as a re-evaluation."),
        gettext_noop("The class limits as relaxed since 2022."),
        gettext_noop("Automatic rules that could not be found in the published lists."),
    ),
    Family.FIDE: (
        gettext_noop(
            "The junior rule of 2014 ended on the birthday; lists give only years, so the year decides."
        ),
        gettext_noop("For 2014 and 2017 the limit of 700 and the wording of rounding are not verified."),
        gettext_noop("FIDE’s own calculator still applies the 400 rule above 2650; the Handbook does not."),
    ),
    Family.GLICKO: (
        gettext_noop("Manual changes on the server, such as ratings adjusted by an administrator."),
        gettext_noop(
            "Games whose end the server did not record: without it, the growth of the RD is unknown."
        ),
    ),
    Family.TEAMS: (
        gettext_noop("Manual changes on the server, such as ratings adjusted by an administrator."),
    ),
    Family.LADDER: (
        gettext_noop("The ladder's own page is lost: two independent copies of it agree."),
        gettext_noop(
            "The points at stake do not reduce the steps of provisional players; an office may switch this "
            "on."
        ),
    ),
}


def left_out(system: System) -> Sequence[str]:
    """Return what is left out of the rules of a system; nothing where it only borrows the engine."""
    first = next(other for other in SYSTEMS.values() if other.engine == system.engine)
    return LEFT_OUT[family_of(system)] if system.entry.family == first.entry.family else ()
