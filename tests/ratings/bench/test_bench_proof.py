"""The step of `manage.py bench` that measures the verifier, at a small size."""

import pytest

from ratings.list_proof.checking import check, opened
from ratings.list_proof.tables import LIST
from tests.bench import measuring_proof
from tests.bench.figures import Size
from tests.bench.measuring_proof import SYSTEMS
from tests.bench.proof_facts import bundle_of
from tests.bench.steps import EVERY


@pytest.mark.parametrize("key", SYSTEMS)
def test_invented_bundle_is_proved_and_has_whom_it_rates(key: str) -> None:
    bundle = opened(bundle_of(key, 400))

    assert check(bundle).differences == []
    assert len(bundle.tables["games"]["white"]) == 400
    assert len(bundle.tables[LIST.name]["number"]) >= 40


@pytest.mark.long
def test_step_proves_a_family_compiled_and_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring_proof, "SYSTEMS", ("ladder",))

    figures = EVERY["proof"](Size(games=400))

    assert [one.name for one in figures] == [
        "verifier, compiled: ladder, 400 games",
        "verifier, plain: ladder, 40 games",
    ]
    assert all(one.most for one in figures)
