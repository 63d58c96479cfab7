"""Fields of the register's player, declared once; forms, journal, merges, exports, imports follow. Pure."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from federation.vocabulary.messages import gettext_noop

TEXT, WHOLE = "string", "integer"  # types of public fields
# What of a player lists of other registers describe, and decisions of the office protect from older lists.
NAME, COUNTRY, CLUB, GRADE, LICENCE, PERSON = "name", "country", "club", "grade", "licence", "person"
EDITED = "player.edited"
# Why an erasure leaves a field as it is.
_ANONYMOUS = "marks the player as anonymous"
_PLACE = "a federation has many players"
_SEX = gettext_noop("For women’s lists and FIDE lists.")
_WOMEN = "women's title of FIDE"
_YEAR = "empty: only FIDE lists show the year of birth"


@dataclass(frozen=True, slots=True)
class PlayerField:
    """A stored field of Player.

    One declared by its name alone has a form on the desk and a place on the player's page there, its changes
    can be undone, merges offer it, it is handed out as personal data, erased on request, and never public.

    `group`: the field of acts (`register.register.state_of`) it belongs to, which has a form of its own;
    `act`: the act of its changes, `lead`: the sentence above its form. `part`: what lists see it as.
    `public`: its meaning in the API and in snapshots, `alone`: the API has it of a single player alone;
    `policy`: its field of the privacy policy, `reveals`: another such field, which a women's title reveals.
    `beside`: the field it goes with when players are merged; `apart`: why no merge offers it. `stays`: why an
    erasure leaves it. `internal`: why it is not handed out.
    """

    name: str
    group: str = ""
    part: str = ""
    type: str = TEXT
    public: str = ""
    alone: bool = False
    policy: str = ""
    reveals: str = ""
    act: str = EDITED
    lead: str = ""
    beside: str = ""
    apart: str = ""
    stays: str = ""
    internal: str = ""

    @property
    def key(self) -> str:
        """The field of the acts that change it."""
        return self.group or self.name

    @property
    def is_plain(self) -> bool:
        """Whether it is changed by itself, with no code of its own."""
        return not (self.group or self.apart or self.internal)

    @property
    def is_merged(self) -> bool:
        """Whether a merge offers it."""
        return not (self.beside or self.apart or self.internal)

    @property
    def is_named(self) -> bool:
        """Whether pages name its values, not with those of another field of its group."""
        is_changed = self.is_plain or (bool(self.group) and not self.beside)
        return is_changed and (self.key == self.name or all(self.key != each.name for each in FIELDS))


FIELDS = (
    PlayerField("surname", "name", NAME),
    PlayerField("given_name", "name", NAME),
    PlayerField("search_key", internal="made of the name"),
    PlayerField("sound_key", internal="made of the name"),
    PlayerField("sex", part=PERSON, act="player.sex", lead=_SEX),
    PlayerField("birth_year", "birth_year", PERSON, WHOLE, public=_YEAR, alone=True, policy="birth_year"),
    PlayerField("death", "death"),
    PlayerField("death_shown", "death"),
    PlayerField("federation", "federation", COUNTRY, stays=_PLACE),
    PlayerField("club", "club", CLUB),
    PlayerField("club_text", "club", beside="club", internal="handed out as the name of the club"),
    PlayerField("club_code", "club", beside="club", internal="made of the name of the club"),
    PlayerField("country_text", "federation", beside="federation", stays=_PLACE),
    PlayerField("grade", "grade", GRADE, public="declared grade"),
    PlayerField("title", "titles", PERSON, public="title of FIDE", policy="title", reveals="sex"),
    PlayerField("women_title", "titles", PERSON, public=_WOMEN, policy="title", reveals="sex"),
    PlayerField("other_titles", "titles", PERSON),
    PlayerField("privacy", "privacy", apart="has to be the same for both", stays=_ANONYMOUS),
    PlayerField("privacy_chosen", "privacy", apart="chosen for one, chosen for both", stays=_ANONYMOUS),
    PlayerField("enrolled", apart="the day of the number", stays="the day of the number"),
    PlayerField("club_hidden", stays=_ANONYMOUS, internal="follows from lists"),
    PlayerField("merged_into", stays="the number leads there", internal="handed out as merged numbers"),
)


def names_of(wanted: Callable[[PlayerField], bool]) -> tuple[str, ...]:
    """Return the names of some fields, in order."""
    return tuple(declared.name for declared in FIELDS if wanted(declared))


def merged_fields() -> tuple[str, ...]:
    """Return the names of the fields a merge offers."""
    return names_of(lambda declared: declared.is_merged)


def plain_fields() -> tuple[str, ...]:
    """Return the names of the fields changed by themselves."""
    return names_of(lambda declared: declared.is_plain)


def parts_of(names: Collection[str]) -> set[str]:
    """Return what of a player some fields are, by their names or those of their groups."""
    return {each.part for each in FIELDS if each.part and (each.name in names or each.key in names)}


def public_fields(*, alone: bool = True) -> list[PlayerField]:
    """Return what outputs have beside name, federation and club; those of a player `alone` are the last."""
    shown = [declared for declared in FIELDS if declared.public and not declared.alone]
    return shown + [declared for declared in FIELDS if declared.public and declared.alone and alone]


def named(name: str) -> PlayerField:
    """Return a field by its name; LookupError for an unknown one."""
    for declared in FIELDS:
        if declared.name == name:
            return declared
    raise LookupError(f"no field {name} of players")
