"""Marks of persons erased on request: digests of numbers and names, to recognise them.

A digest is made with the site's own secret (SECRET_KEY, and those before it): the table alone identifies no
person.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from federation.models import ErasedMark, Identifier, KnownName, Player
from federation.vocabulary.names import fold, full_name

_SALT = "federation.privacy.erased_marks"


def note(player: Player) -> None:
    """Note the numbers and names of a player who is about to be erased."""
    note_numbers(Identifier.objects.filter(player=player).values_list("scheme", "value"))
    today, year = timezone.localdate(), player.birth_year
    names = [full_name(player.surname, player.given_name)]
    names += KnownName.objects.filter(player=player).values_list("name", flat=True)
    marks = []
    for words in dict.fromkeys(filter(None, map(_of_name, names))):
        born = _digest(f"{words} {year}") if year else ""
        marks.append(ErasedMark(digest=_digest(words), born=born, erased=today))
    ErasedMark.objects.bulk_create(marks)


def note_numbers(numbers: Iterable[tuple[str, str]]) -> None:
    """Note numbers of a player who is about to be erased, each behind its register: ("ffg", "0712345")."""
    today = timezone.localdate()
    ErasedMark.objects.bulk_create(
        ErasedMark(digest=_digest(_of_number(*number)), erased=today) for number in numbers
    )


def _of_number(scheme: str, value: str) -> str:
    return f"{scheme} {value}"


def _of_name(name: str) -> str:
    """Return the words of a name in one order, whichever of them is the surname; "" for a single word."""
    words = sorted(fold(name).split())
    return " ".join(words) if len(words) > 1 else ""


def _digest(text: str, secret: str | bytes | None = None) -> str:
    key = secret.decode() if isinstance(secret, bytes) else secret
    return salted_hmac(_SALT, text, secret=key, algorithm="sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class ErasedMarks:
    """The marks of everybody erased; asked for one person after the other without a query."""

    by_digest: Mapping[str, Sequence[tuple[str, date]]]

    def erased_on(
        self, name: str, numbers: Iterable[tuple[str, str]], birth_year: int | None = None
    ) -> date | None:
        """Return the day a person of a number or a name was erased; None if not erased.

        Years of birth that are known and differ make another person.
        """
        if not self.by_digest:
            return None
        words = _of_name(name)
        for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
            for number in numbers:
                if found := self.by_digest.get(_digest(_of_number(*number), secret)):
                    return found[-1][1]
            born = _digest(f"{words} {birth_year}", secret) if birth_year else ""
            for its_birth, day in self.by_digest.get(_digest(words, secret), ()) if words else ():
                if not born or its_birth in ("", born):
                    return day
        return None


def read() -> ErasedMarks:
    """Read all marks; one query."""
    by_digest: dict[str, list[tuple[str, date]]] = defaultdict(list)
    for digest, born, day in ErasedMark.objects.order_by("pk").values_list("digest", "born", "erased"):
        by_digest[digest].append((born, day))
    return ErasedMarks(by_digest)
