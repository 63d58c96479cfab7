"""Forms of corrections: what an entrant did in a round, what is written of them; a field for an entrant."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.language.wording import translated
from federation.vocabulary.disciplines.catalogue import COLUMNS, DISCIPLINES
from federation.vocabulary.grades import tidy_grade
from federation.vocabulary.names import fold
from tournaments.corrections.corrections import EntrantChange, RoundChange
from tournaments.desk.crosstable import BYES
from tournaments.models import Entry, Tournament
from tournaments.reports.outcomes import ByeKind
from tournaments.reports.report import BIRTH_YEARS
from tournaments.revisions import rounds
from tournaments.revisions.rounds import MOST_HANDICAP, Cell, Played

MOST_OFFERED = 5  # where several are called so

GAME, NOTHING = "game", "nothing"
WHAT = [
    (GAME, _("a game")),
    *((str(kind.value), words) for kind, words in BYES.items()),
    (NOTHING, _("nothing known")),
]
ENDED = [
    ("won", _("won")),
    ("lost", _("lost")),
    ("draw", _("drawn")),
    ("unknown", _("result not known")),
    ("both-lose", _("both lose")),
    ("both-win", _("both win")),
]
_SCHEMES = ("ffg", "egd", "aga", "fide")
MOST_CHOICES = 40  # entrants to choose from in a list; of more one types a name
_NUMBER = r"^[0-9A-Za-z]{0,16}$"
_IDS = "correct_%s"  # the form stands on one page with that of the facts


class RoundForm(forms.Form):
    """Result of an entrant in a round."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=16)
    what = forms.ChoiceField(label=_("In this round"), choices=WHAT)
    opponent = forms.TypedChoiceField(label=_("Opponent"), coerce=int, required=False, empty_value=None)
    ended = forms.ChoiceField(label=_("Result"), choices=ENDED, required=False)
    colour = forms.ChoiceField(label=_("Colour"), required=False)
    handicap = forms.IntegerField(
        label=_("Handicap"), min_value=0, max_value=MOST_HANDICAP, required=False, initial=0
    )
    by_default = forms.BooleanField(label=_("By forfeit: not played"), required=False)
    to = forms.TypedChoiceField(label=_("Round"), coerce=int)

    def __init__(
        self, data: QueryDict | None, *, cell: Cell, tournament: Tournament, people: list[Entry]
    ) -> None:
        super().__init__(data, initial=_initial(cell), auto_id=_IDS)
        self.cell = cell
        others = [person for person in people if person.number != cell.entrant]
        if len(others) > MOST_CHOICES:
            self.fields["opponent"] = EntrantField(people=others, label=self.fields["opponent"].label)
        else:
            offered = [(person.number, label_of(person)) for person in others]
            # the stubs know a field by name only as a field of any kind
            self.fields["opponent"].choices = [("", "–"), *offered]  # type: ignore[attr-defined]
        last = max(tournament.rounds, cell.round)
        self.fields["to"].choices = [(n, n) for n in range(1, last + 1)]  # type: ignore[attr-defined]  # as above
        self.fields["what"].widget.attrs["autofocus"] = True
        game = tournament.game
        colours = [(side, translated(seat.name)) for side, seat in game.seats.items()]
        self.fields["colour"].choices = [*colours, ("", _("not known"))]  # type: ignore[attr-defined]  # as above
        if not game.handicap:
            del self.fields["handicap"]

    def clean(self) -> dict[str, Any]:
        """Ask for the opponent of a game."""
        cleaned = super().clean() or {}
        if cleaned.get("what") == GAME and not cleaned.get("opponent") and "opponent" not in self.errors:
            self.add_error("opponent", forms.ValidationError(_("Give the opponent."), code="missing"))
        return cleaned

    @property
    def change(self) -> RoundChange:
        """The change of a valid form."""
        values = self.cleaned_data
        played = None
        if values["what"] == GAME:
            played = Played(
                opponent=values["opponent"],
                ended=values["ended"] or "unknown",
                colour=values["colour"],
                handicap=values.get("handicap") or 0,
                by_default=values["by_default"],
            )
        bye = ByeKind(int(values["what"])) if values["what"].isdecimal() else None
        return RoundChange(
            self.cell.entrant, self.cell.round, values["seen"], to=values["to"], played=played, bye=bye
        )


def _initial(cell: Cell) -> dict[str, Any]:
    played, bye = cell.played, cell.bye
    other = str(bye.value) if bye is not None else NOTHING
    game_fields = {name: getattr(played, name) for name in Played.__slots__} if played else {"colour": ""}
    return {"seen": cell.seen, "what": GAME if played else other, "to": cell.round, **game_fields}


class EntrantForm(forms.Form):
    """Data of an entrant in the file."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=16)
    surname = forms.CharField(label=_("Surname"), max_length=80, required=False)
    given_name = forms.CharField(label=_("Given name"), max_length=80, required=False)
    grade = forms.CharField(label=_("Grade"), required=False)
    country = forms.RegexField(r"^[A-Za-z]{2,3}$", label=_("Country"), required=False)
    club = forms.CharField(label=_("Club"), max_length=16, required=False)
    title = forms.CharField(label=_("Title"), max_length=3, required=False)
    sex = forms.ChoiceField(
        label=_("Sex"), choices=[("", _("not stated")), ("f", _("female")), ("m", _("male"))], required=False
    )
    birth_year = forms.IntegerField(
        label=_("Year of birth"), min_value=BIRTH_YEARS.start, max_value=BIRTH_YEARS.stop - 1, required=False
    )
    rating_written = forms.IntegerField(
        label=pgettext_lazy("chess", "Rating"), min_value=1, max_value=4000, required=False
    )
    ffg = forms.RegexField(_NUMBER, label=_("FFG licence"), required=False)
    egd = forms.RegexField(_NUMBER, label=_("EGD PIN"), required=False)
    aga = forms.RegexField(_NUMBER, label=_("AGA id"), required=False)
    fide = forms.RegexField(_NUMBER, label=_("FIDE id"), required=False)

    def __init__(self, data: QueryDict | None, *, entry: Entry, discipline: str) -> None:
        row = rounds.entrant_row(entry)
        initial = {**row, **entry.identifiers, "seen": rounds.digest(row)}
        super().__init__(data, initial=initial, auto_id=_IDS)
        self.entry = entry
        for name in self.fields.keys() & set(COLUMNS) - DISCIPLINES[discipline].entrants:
            del self.fields[name]
        self.fields["surname"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        """Take a name of one word, as of an account on a server, for the surname; ask for a name."""
        cleaned = super().clean() or {}
        if not cleaned.get("surname"):
            cleaned["surname"], cleaned["given_name"] = cleaned.get("given_name", ""), ""
        if not cleaned["surname"] and not {"surname", "given_name"} & self.errors.keys():
            self.add_error(
                "surname", forms.ValidationError(_("Enter a name of at least one word."), code="missing")
            )
        return cleaned

    def clean_grade(self) -> str:
        """Return the grade as the register keeps it."""
        grade = tidy_grade(self.cleaned_data["grade"])
        if grade is None:
            raise forms.ValidationError(_("Write the grade as 5k, 2d or 1p."), code="invalid")
        return grade

    @property
    def change(self) -> EntrantChange:
        """The change of a valid form."""
        values = dict(self.cleaned_data)
        seen = values.pop("seen")
        numbers = dict(self.entry.identifiers)
        for scheme in _SCHEMES:
            if scheme in values:
                numbers[scheme] = values.pop(scheme).upper()
        values["country"] = values["country"].upper()
        return EntrantChange(
            self.entry.number,
            seen,
            {**values, "identifiers": {scheme: value for scheme, value in numbers.items() if value}},
        )


def label_of(entry: Entry) -> str:
    """Return how an entrant is offered: number and name."""
    return f"{entry.number} · {entry}"


class _Completed(forms.TextInput):
    """A line of text with the words a browser completes it to."""

    def __init__(self, offered: Sequence[str]) -> None:
        super().__init__(attrs={"autocomplete": "off", "size": 28})
        self.offered = offered

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the line and its list."""
        key = f"{(attrs or {}).get('id', name)}-list"
        line = super().render(name, value, {**(attrs or {}), "list": key}, renderer)
        options = format_html_join("", '<option value="{}"></option>', ((offer,) for offer in self.offered))
        return format_html('{}<datalist id="{}">{}</datalist>', line, key, options)


class EntrantField(forms.CharField):
    """Takes a number, a name, or what only one entrant is called; gives their number.

    The browser itself completes what is typed, without script.
    """

    def __init__(self, *, people: Sequence[Entry], label: Any) -> None:
        self.labels = {entry.number: label_of(entry) for entry in people}
        self.names = {entry.number: fold(str(entry)).split() for entry in people}
        super().__init__(
            label=label, required=False, max_length=200, widget=_Completed(list(self.labels.values()))
        )

    def prepare_value(self, value: Any) -> Any:
        """Write a number with its name."""
        return self.labels.get(value, value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        """Return the number of the one who is meant, None where nothing is typed."""
        text = super().clean(value)
        if not text:
            return None
        number = text.partition("·")[0].strip()
        if number.isascii() and number.isdecimal() and len(number) < 6 and int(number) in self.labels:
            return int(number)
        numbers = self._called(text)
        if len(numbers) == 1:
            return numbers[0]
        raise forms.ValidationError(self._refusal(text, numbers), code="entrant")

    def _called(self, text: str) -> list[int]:
        """Return who has words beginning with each one typed; those who have no further word before all."""
        wanted = fold(text).split()
        numbers = [
            number
            for number, words in self.names.items()
            if wanted and all(any(word.startswith(part) for word in words) for part in wanted)
        ]
        whole = [number for number in numbers if sorted(self.names[number]) == sorted(wanted)]
        return whole or numbers

    def _refusal(self, text: str, numbers: Sequence[int]) -> str:
        if not numbers:
            return gettext("No entrant is called “%(text)s”.") % {"text": text}
        some = "; ".join(self.labels[number] for number in numbers[:MOST_OFFERED])
        more = " …" if len(numbers) > MOST_OFFERED else ""
        return gettext("Several entrants have this name: %(names)s") % {"names": some + more}
