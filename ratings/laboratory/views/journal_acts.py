"""The acts on simulations and trials as the journal has them: words and subjects."""

from collections.abc import Collection, Iterable

from django.utils.translation import gettext_lazy as _

from federation.journal.acts import Act, declare
from federation.journal.subjects import Kind, Subject, register
from ratings.laboratory.models import Simulation, Trial
from ratings.views.journal_acts import RATINGS


def _simulations(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for simulation in Simulation.objects.filter(pk__in=keys).only("name", "fingerprint"):
        yield simulation.pk, Subject(simulation.name, simulation.get_absolute_url())


def _trials(keys: Collection[int]) -> Iterable[tuple[int, Subject]]:
    for trial in Trial.objects.filter(pk__in=keys).only("name"):
        yield trial.pk, Subject(trial.name, trial.get_absolute_url())


declare(
    RATINGS,
    Act(
        "simulation.opened",
        _("pages of players of a simulation opened to everyone"),
        after="system.levels",
    ),
    Act("simulation.closed", _("pages of players of a simulation closed"), after="simulation.opened"),
    Act("trial.begun", _("variant put on trial"), after="simulation.closed"),
    Act("trial.ended", _("trial of a variant ended"), after="trial.begun"),
    Act("simulation.emptied", _("pages of players of a simulation deleted"), after="trial.ended"),
    Act("simulation.deleted", _("simulation deleted"), after="simulation.emptied"),
)
register("simulation", Kind(_("simulation"), _simulations))
register("trial", Kind(_("trial of a variant"), _trials))
