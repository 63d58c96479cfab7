"""Page of a tournament for one receiver: file, findings, days, state, actions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from tournaments.dispatch import files, rules
from tournaments.dispatch.acts import FOLLOWS, SENDABLE
from tournaments.dispatch.files import Line, Material
from tournaments.models import Dispatch, DispatchAct, DispatchRule, Tournament
from tournaments.onward.checks import Check
from tournaments.onward.deadlines import Deadline
from tournaments.onward.receivers import RECEIVERS, File, Receiver, text_of
from tournaments.revisions.report_to_models import EARLIEST

MOST_PREVIEWED = 80  # lines of the file shown
Kind = DispatchAct.Kind
State = Dispatch.State


@dataclass(frozen=True)
class Section:
    """One receiver on the page of a revision."""

    tournament: Tournament
    receiver: Receiver
    file: File
    checks: Sequence[Check]
    deadline: Deadline
    today: date
    dispatch: Dispatch
    acts: Sequence[DispatchAct]  # newest first
    is_in_force: bool  # the revision is the one that is sent

    @property
    def is_dated(self) -> bool:
        """Return whether the tournament has its days, so that a deadline follows."""
        return self.tournament.end >= EARLIEST

    @property
    def days_left(self) -> int:
        """Return the days left, negative when it is over."""
        return self.deadline.days_left(self.today)

    @property
    def days_over(self) -> int:
        """Return how many days over it is."""
        return -self.days_left

    @property
    def is_waiting(self) -> bool:
        """Return whether it is still to be sent."""
        return not self.dispatch.is_done

    @property
    def last(self) -> DispatchAct | None:
        """What was done last."""
        return self.acts[0] if self.acts else None

    @property
    def seen(self) -> int:
        """Token of a form, to detect actions of others meanwhile."""
        return self.acts[0].pk if self.acts else 0

    @property
    def sent(self) -> DispatchAct | None:
        """The file sent last."""
        return next((act for act in self.acts if act.kind == Kind.SENT), None)

    @cached_property
    def sha256(self) -> str:
        """The digest of the file as it is now."""
        return files.digest(self.file.content)

    @property
    def has_changed(self) -> bool:
        """Return whether the file is another one than was sent."""
        sent = self.sent
        return sent is not None and self.dispatch.state != State.OFF and sent.sha256 != self.sha256

    @cached_property
    def difference(self) -> Sequence[Line]:
        """The lines that differ from what was sent; one query."""
        sent = self.sent
        return files.difference(sent, self.file) if sent is not None and self.has_changed else ()

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the file."""
        return text_of(self.file).splitlines()

    @property
    def preview(self) -> str:
        """The first lines of the file."""
        return "\n".join(self.lines[:MOST_PREVIEWED])

    @property
    def is_cut(self) -> bool:
        """Return whether the preview leaves lines out."""
        return len(self.lines) > MOST_PREVIEWED

    def may(self, kind: Kind) -> bool:
        """Return whether an act can follow now."""
        sendable = kind != Kind.SENT or (self.tournament.stage in SENDABLE and self.is_in_force)
        return sendable and State(self.dispatch.state) in FOLLOWS[kind]


def sections(tournament: Tournament, rule: DispatchRule, today: date) -> list[Section]:
    """Return a section for each receiver of a revision; thirteen queries for two receivers."""
    chosen = rules.receivers_for(tournament, rule)
    if not chosen:
        return []
    material = files.material(tournament)
    return [_section(receiver, tournament, material, rule, today) for receiver in chosen]


def section_of(tournament: Tournament, key: str, rule: DispatchRule, today: date) -> Section | None:
    """Return the section of one receiver; None where the revision does not go there."""
    receiver = RECEIVERS.get(key)
    if receiver is None or receiver not in rules.receivers_for(tournament, rule):
        return None
    return _section(receiver, tournament, files.material(tournament), rule, today)


def _section(
    receiver: Receiver, tournament: Tournament, material: Material, rule: DispatchRule, today: date
) -> Section:
    file = files.write(receiver, tournament, material)
    dispatch, acts = _done(tournament, receiver.key)
    return Section(
        tournament=tournament,
        receiver=receiver,
        file=file,
        checks=files.check(dispatch, tournament, material, file, rule=rule, today=today),
        deadline=rules.deadline_for(receiver.key, tournament.end, rule),
        today=today,
        dispatch=dispatch,
        acts=acts,
        is_in_force=in_force(tournament) == tournament.revision,
    )


def _done(tournament: Tournament, receiver: str) -> tuple[Dispatch, list[DispatchAct]]:
    """Return where a tournament stands at a receiver, and what was done, newest first; two queries."""
    dispatch = Dispatch.objects.filter(number=tournament.number, receiver=receiver).first()
    if dispatch is None:
        return Dispatch(number=tournament.number, receiver=receiver), []
    acts = dispatch.acts.select_related("account", "tournament").defer("content", "tournament__findings")
    return dispatch, list(acts.order_by("-pk"))


def in_force(tournament: Tournament) -> int:
    """Return the revision of a number that is sent: the approved one, else the newest that is handed in."""
    if tournament.stage == "approved":
        return tournament.revision
    rows = Tournament.objects.filter(number=tournament.number, stage__in=SENDABLE)
    # "approved" sorts before "submitted"
    return rows.order_by("stage", "-revision").values_list("revision", flat=True).first() or 0
