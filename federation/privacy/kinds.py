"""Kinds of systems and tournaments the policy tells apart, and the field a number belongs to there."""

from collections.abc import Collection

from federation.privacy.policy import Kind
from federation.vocabulary.systems.catalogue import CATALOGUE, registers_of


def kind_of(system: str) -> Kind:
    """Return the kind of a system."""
    return kind_of_families([CATALOGUE[system].family])


def kind_of_families(families: Collection[str]) -> Kind:
    """Return the kind of a tournament that counts for some families of systems."""
    return Kind.FIDE if "fide" in families else Kind.OTHER


def number_field(scheme: str, families: Collection[str]) -> str:
    """Return the field a number belongs to, on lists or in tournaments of some families of systems."""
    return "own_number" if scheme in registers_of(families) else "number"
