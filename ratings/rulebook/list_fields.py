"""Fields of a list entry, declared once; what each output shows is derived from them. Pure.

The API and the snapshot have the fields with a `public` meaning, bundles and the log those with a `proof`
meaning, downloads those that name them in `files`. Columns are in this order; `behind` has the exceptions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from federation.vocabulary.messages import gettext_noop

TEXT, WHOLE, NUMBER, FLAG, DATE, BYTES = "string", "integer", "number", "boolean", "date", "bytes"
# Outputs; three are files: of lists of single games, of FIDE lists, of all others.
API, PROOF, STREAM, FIDE, GO = "public", "proof", "stream", "fide", "go"
_SITE, _ALL = (GO, STREAM), (GO, STREAM, FIDE)
# Why an erasure leaves a field as it is.
_KEY = "a key: the public number stays, games of others were played against it"
_NAME = "replaced by the name shown of an anonymous player"
_PLACE = "a federation has many players; its places are counted over all of them"
_PROVED = "the public log has the digest of it, which may never change"
_RESULT = "a result: others' ratings and places are counted from it"
_RULE = "decides what the list shows, and the bundle of the list proves that"


@dataclass(frozen=True, slots=True)
class Field:
    """A stored field of ListEntry, by its column: its meaning by output, and the files that have it.

    `null`: None where nothing is known; `silent`: the value where a cadence gives none and the database has
    no default. `label`: the head of its column on a page, "" where layouts need a column of their own.
    `shown`: its name in outputs; `called`: another name, by output; `behind`: the field it follows, by
    output, "" for the first place. `policy`: its field of the privacy policy; `reveals`: another such field
    that can be inferred. `stays`: why an erasure leaves it; without that or a `proof` it is emptied.
    `internal`: why no output has it.
    """

    name: str
    type: str
    public: str = ""
    proof: str = ""
    files: tuple[str, ...] = ()
    null: bool = False
    silent: str | int | None = None
    label: str = ""
    shown: str = ""
    called: Mapping[str, str] = field(default_factory=dict)
    behind: Mapping[str, str] = field(default_factory=dict)
    policy: str = ""
    reveals: str = ""
    stays: str = ""
    internal: str = ""

    @property
    def nothing(self) -> str | None:
        """Return the empty value: None, or a text without letters."""
        return None if self.null else ""

    def is_in(self, output: str) -> bool:
        """Return whether an output has the field."""
        return bool(getattr(self, output)) if output in (API, PROOF) else output in self.files

    def name_in(self, output: str) -> str:
        """Return what an output calls the field."""
        return self.called.get(output) or self.shown or self.name


FIELDS = (
    Field("id", WHOLE, stays=_KEY, internal="key of the row"),
    Field("list_id", WHOLE, stays=_KEY, internal="key of the list"),
    Field("player_id", WHOLE, "public number of the player, as it was on the day of the list",
          "public number of the player", _SITE, shown="number", stays=_KEY),
    Field("position", WHOLE, "order of the list, 1 without gaps", "place on the page, 1.. without gaps",
          _SITE),
    Field("rank", WHOLE, "rank among all; ties share one", "place among all; equal ratings share it", _SITE),
    Field("active_position", WHOLE, proof="place on the page of the active", null=True),
    Field("active_rank", WHOLE, "rank among the active; empty: inactive",
          "place among the active; equal ratings share it", _SITE, null=True),
    Field("scopes", BYTES, null=True, internal="places among fewer, which reveal sex, age and club"),
    Field("surname", TEXT, "family name as listed, as the player chose to be shown", files=_ALL,
          policy="name", stays=_NAME),
    Field("given_name", TEXT, "given name, likewise", files=_ALL, policy="name", stays=_NAME),
    Field("search_key", TEXT, policy="name", internal="the name as searches compare it"),
    Field("sex", TEXT, "f or m, on FIDE lists", files=_ALL, behind={FIDE: "federation"}, policy="sex"),
    Field("birth_year", WHOLE, "year of birth, on FIDE lists", files=_ALL, null=True, behind={FIDE: "k"},
          policy="birth_year"),
    Field("federation", TEXT, "federation", files=_ALL, label=gettext_noop("Federation"), stays=_PLACE),
    Field("club", TEXT, "code of the club; empty: none", files=_SITE, silent="", policy="club"),
    Field("club_name", TEXT, "name of the club", files=_SITE, silent="", label=gettext_noop("Club"),
          policy="club"),
    Field("region", TEXT, "code of the region of the club", files=_SITE),
    Field("ffg", TEXT, "FFG licence number as listed; of minors on FFG lists alone", files=(GO,), silent="",
          policy="number"),
    Field("egd", TEXT, "EGD PIN as listed; of minors on EGF lists alone", files=(GO,), silent="",
          policy="number"),
    Field("fide", TEXT, "FIDE id as listed; of minors on FIDE lists alone", files=(STREAM, FIDE),
          behind={STREAM: "title", FIDE: ""}, policy="number"),
    Field("title", TEXT, "title of FIDE", "title; taken as it is", (STREAM, FIDE), behind={PROOF: "k"},
          policy="title"),
    Field("women_title", TEXT, "women's title of FIDE", files=(FIDE,), policy="title", reveals="sex"),
    Field("other_titles", TEXT, files=(FIDE,), policy="title"),
    Field("declared_grade", TEXT, files=(GO,), silent="", label=gettext_noop("Declared grade"), stays=_RULE),
    Field("grade", TEXT, "grade of the rating", files=(GO,), silent="", label=gettext_noop("Grade"),
          stays=_RESULT),
    Field("rating", WHOLE, "rating as shown; on FFG ladders without a licence the foot of the grade (3.1)",
          "rating as shown", _ALL),
    Field("exact", NUMBER, proof="rating before it was rounded to be shown", files=(STREAM,)),
    Field("change", WHOLE, "change since the previous list; empty: new", files=_SITE, null=True,
          stays=_RESULT),
    Field("rank_change", WHOLE, "places won among the active since the previous list", null=True,
          stays=_RESULT),
    Field("games", WHOLE, "rated games so far", "rated games so far", _SITE, silent=0,
          label=gettext_noop("Games")),
    Field("events", WHOLE, files=(GO,), silent=0, label=gettext_noop("Tournaments"), stays=_RESULT),
    Field("period_games", WHOLE, "rated games of the period that led to the list", files=(FIDE,),
          label=gettext_noop("Games"), called={FIDE: "games"}, stays=_RESULT),
    Field("k", WHOLE, "factor K of FIDE", "K as printed", (FIDE,), null=True, label="K"),
    Field("deviation", NUMBER, "rating deviation, on the day of the list",
          "rating deviation, aged to the day of the list", (STREAM,), null=True,
          behind={STREAM: "exact", PROOF: "exact"}),
    Field("provisional", FLAG, "1: provisional rating", "whether the rating is provisional",
          behind={PROOF: "active"}),
    Field("last_played", DATE, "day of the last rated game", files=_SITE, null=True, stays=_RESULT),
    Field("last_event", TEXT, files=(GO,), silent="", stays=_RESULT),
    Field("active", FLAG, "1: active", "whether the list calls the player active", _ALL),
    Field("licence", TEXT, "letter of the licence on FFG ladders, -: none", files=(GO,), silent="-",
          stays=_RULE),
)  # fmt: skip


@cache
def fields_in(output: str) -> tuple[Field, ...]:
    """Return the fields of an output, in its order."""
    shown = [declared for declared in FIELDS if declared.is_in(output)]
    for moved in [declared for declared in shown if output in declared.behind]:
        shown.remove(moved)
        names = ["", *(declared.name for declared in shown)]
        shown.insert(names.index(moved.behind[output]), moved)
    return tuple(shown)


def names_in(output: str) -> tuple[str, ...]:
    """Return the names an output gives to its columns."""
    return tuple(declared.name_in(output) for declared in fields_in(output))


def stored_in(output: str) -> tuple[str, ...]:
    """Return the stored names of the columns of an output."""
    return tuple(declared.name for declared in fields_in(output))


def named(name: str) -> Field:
    """Return a field by its stored name; LookupError for an unknown one."""
    for declared in FIELDS:
        if declared.name == name:
            return declared
    raise LookupError(f"no field {name} of list entries")


def filled(columns: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
    """Return the columns of a list's entries with the values of those its cadence does not give."""
    count = len(columns["player_id"])
    silent = {declared.name: [declared.silent] * count for declared in FIELDS if declared.silent is not None}
    return {**silent, **columns}
