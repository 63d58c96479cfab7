"""What the rules of a family say and the program does not do, or does by a reading of ours."""

from collections.abc import Mapping, Sequence

from federation.vocabulary.messages import gettext_noop
from ratings.calculators.fields import Family

# What a family's rules know and we do not compute, or compute by a reading of ours.
LEFT_OUT: Mapping[Family, Sequence[str]] = {
    Family.FFG: (
        gettext_noop("Levels of before 13 January 2013: what the ladder computed then is not known."),
        gettext_noop("The weights by thinking time are recomputed from results, the published text is lost."),
        gettext_noop("The optional bound of a moved start by opponents beaten and lost to is off."),
    ),
    Family.EGF: (
        gettext_noop("Downward resets: the office enters them as a re-evaluation."),
        gettext_noop("The limits of the classes as eased since 2022."),
        gettext_noop("Automatic rules nobody could find in the published lists."),
    ),
    Family.FIDE: (
        gettext_noop(
            "The junior rule of 2014 ended on the birthday; a list has only years, so the year decides."
        ),
        gettext_noop("For 2014 and 2017 the limit of 700 and the wording of rounding are not verified."),
        gettext_noop("FIDE’s own calculator still applies the 400 rule above 2650; the Handbook does not."),
    ),
    Family.GLICKO: (
        gettext_noop("What the server did by hand, such as ratings adjusted by an administrator."),
        gettext_noop(
            "Games of which the server kept no end: without it nobody knows how far an RD had grown."
        ),
    ),
    Family.TEAMS: (
        gettext_noop("What the server did by hand, such as ratings adjusted by an administrator."),
    ),
    Family.LADDER: (
        gettext_noop("The page of the ladder itself is lost: two independent transcriptions of it agree."),
        gettext_noop(
            "The points at stake do not shrink the steps of provisional players; an office may switch it on."
        ),
    ),
}
