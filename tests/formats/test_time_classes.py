"""Classes of time in files: those the rating system that distinguishes them declares."""

from dataclasses import replace
from typing import cast

import pytest

from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import Declaration
from tournaments.formats.shared.time_control import class_floor, egf_class


def test_class_and_its_least_minutes_are_the_declared_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    before = (egf_class(60, 75), egf_class(39, 49), egf_class(40, 50, online=True), class_floor("D"))
    egf = CATALOGUE["egf"]
    classes = tuple(
        replace(kind, basic=kind.basic + 5, adjusted=kind.adjusted + 5) for kind in egf.counts.classes
    )
    changed = replace(egf, counts=replace(egf.counts, classes=tuple(classes)))
    monkeypatch.setitem(cast(dict[str, Declaration], CATALOGUE), "egf", changed)

    after = (egf_class(60, 75), egf_class(30, 49), egf_class(40, 50, online=True), class_floor("D"))

    assert before == ("A", "C", "D", 50.0)
    assert after == ("B", "C", "", 55.0)
    assert (class_floor(""), egf_class(10, 10)) == (0.0, "")
