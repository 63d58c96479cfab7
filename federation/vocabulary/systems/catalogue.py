"""The catalogue of rating systems: every declaration that lies beside this module, in the order of tabs.

What engines make of the editions is `ratings.rulebook.systems`.
"""

from collections.abc import Collection, Mapping
from importlib import resources

from federation.vocabulary.systems import declaration
from federation.vocabulary.systems.counting import Counts
from federation.vocabulary.systems.declaration import Cadence, Declaration, DeclaredEdition

_SUFFIX = ".toml"


class _Files:
    """The files of a folder, each read when it is first asked for, so that editions may be like others."""

    def __init__(self) -> None:
        folder = resources.files("federation.vocabulary.systems")
        self._texts = {
            file.name.removesuffix(_SUFFIX).replace("_", "-"): file.read_text("utf-8")
            for file in folder.iterdir()
            if file.name.endswith(_SUFFIX)
        }
        self._read: dict[str, Declaration] = {}
        self._being_read: set[str] = set()

    def named(self, key: str) -> Declaration:
        """Return the declaration of a system; LookupError without one, or where it is like itself."""
        if key in self._being_read:
            raise LookupError(key)
        if key not in self._read:
            self._being_read.add(key)
            self._read[key] = declaration.read(self._texts[key], self._edition)
            self._being_read.remove(key)
        return self._read[key]

    def _edition(self, key: str, name: str) -> DeclaredEdition:
        return {edition.name: edition for edition in self.named(key).editions}[name]

    def all(self) -> list[Declaration]:
        """Return every declaration, in order."""
        return sorted(map(self.named, self._texts), key=lambda declared: declared.order)


_ALL = _Files().all()
CATALOGUE: Mapping[str, Declaration] = {declared.key: declared for declared in _ALL if not declared.jobs_only}
# What a rating job can ask for besides; no systems of the site.
JOBS_ONLY: Mapping[str, Declaration] = {declared.key: declared for declared in _ALL if declared.jobs_only}


# Classes of time that any system distinguishes.
TIME_CLASSES = tuple(dict.fromkeys(kind.name for declared in _ALL for kind in declared.counts.classes))


def keys_of(cadence: Cadence) -> list[str]:
    """Return the keys of the systems of a cadence, in the order of the catalogue."""
    return [key for key, declared in CATALOGUE.items() if declared.cadence is cadence]


def rules_of_classes() -> Counts:
    """Return what counts in the first system that distinguishes classes of time."""
    return next(declared.counts for declared in CATALOGUE.values() if declared.counts.classes)


# Systems that take games one by one.
STREAMS: Mapping[str, Declaration] = {key: CATALOGUE[key] for key in keys_of(Cadence.BY_GAME)}


def disciplines_of(cadence: Cadence) -> frozenset[str]:
    """Return the disciplines of the systems of a cadence."""
    return frozenset(CATALOGUE[key].game for key in keys_of(cadence))


def systems_of_strength(game: str = "", rate: str = "") -> list[str]:
    """Return the keys of the systems that measure a player's strength, by preference.

    Of a discipline or of any, at a rate of play.
    """
    declared = [
        declared
        for declared in CATALOGUE.values()
        if declared.strength and declared.game == (game or declared.game) and declared.rate in ("", rate)
    ]
    return [entry.key for entry in sorted(declared, key=lambda entry: entry.strength)]


def families_of(game: str = "") -> tuple[str, ...]:
    """Return the families a tournament of a game, or of any, can be handed in for, in order."""
    return tuple(
        dict.fromkeys(
            declared.family
            for declared in CATALOGUE.values()
            if declared.game == (game or declared.game) and declared.cadence is not Cadence.BY_GAME
        )
    )


def family_name(family: str) -> str:
    """Return the name of a family: what its systems call it, else the name of the first."""
    declared = [declared for declared in CATALOGUE.values() if declared.family == family]
    named = (entry.family_name for entry in declared if entry.family_name)
    return next(named, declared[0].name)


def systems_of(family: str) -> list[str]:
    """Return the keys of the systems of a family, in the order of the catalogue."""
    return [key for key, declared in CATALOGUE.items() if declared.family == family]


def registers_of(families: Collection[str]) -> frozenset[str]:
    """Return the registers the systems of some families belong to."""
    declared = (declared.numbers.own for declared in CATALOGUE.values() if declared.family in families)
    return frozenset(filter(None, declared))


def systems_of_register(register: str) -> list[str]:
    """Return the keys of the systems that belong to a register, in the order of the catalogue."""
    return [key for key, declared in CATALOGUE.items() if declared.numbers.own == register]
