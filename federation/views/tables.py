"""The tables of accounts, of the register's desk and of the journal."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from federation.accounts.tokens import SCOPES
from federation.models import AccountLetter, DataRequest
from federation.web.tables import Column, Day, Moment, Table


class TokenTable(Table):
    """Tokens of an account."""

    name = Column(pgettext_lazy("of a thing", "Name"), "name")
    start = Column(_("Begins with"), "second")
    scopes = Column(_("May be used to"), "second")
    created = Day(_("Created"), "second nowrap", told=True)
    last_used = Moment(_("Last used"), "second nowrap", told=True)
    revoke = Column(_("Revoke"), "second", hidden=True)

    def render_scopes(self, value: list[str]) -> str:
        """Name what a token may be used to."""
        return ", ".join(str(SCOPES.get(scope, scope)) for scope in value)


class SessionTable(Table):
    """Where an account is logged in."""

    browser = Column(_("Browser"), "name")
    since = Moment(_("Since"), "second nowrap")
    address = Column(_("From"), "second")
    is_this = Column(_("Which"), "second", hidden=True)


class KeyTable(Table):
    """Passkeys and security keys of an account."""

    name = Column(pgettext_lazy("of a thing", "Name"), "name")
    kind = Column(_("Kind"), "second")
    created_at = Day(_("Added"), "second nowrap", told=True)
    last_used_at = Moment(_("Last used"), "second nowrap", told=True, default=_("never"))
    acts = Column(pgettext_lazy("act", "Change"), "second", hidden=True)


class AccountTable(Table):
    """Accounts, each with the names of its roles."""

    name = Column(_("Name"), "name")
    email = Column(_("Address"), "second", accessor="0__email")
    roles = Column(_("Roles"), "second")
    club = Column(_("Club"), "second", accessor="0__club", default="")
    factor = Column(_("Second factor"), "second", told=True)
    last_login = Day(
        _("Last login"), "second nowrap", told=True, accessor="0__last_login", default=_("never")
    )


class InvitationTable(Table):
    """Open invitations, each with the names of its roles."""

    email = Column(_("Address"), "name", accessor="0__email")
    roles = Column(_("Roles"), "second")
    invited = Column(_("Invited"), "second")
    expires = Day(_("Until"), "second nowrap", told=True, accessor="0__expires")
    letter = Column(_("E-mail"), "second", accessor="0__letter", empty_values=())
    acts = Column(_("Actions"), "second", hidden=True)

    def render_letter(self, value: str | None) -> str:
        """Return how far the e-mail has come; it has left where nothing is noted."""
        return str(AccountLetter.State(value).label if value else pgettext("e-mail", "sent"))


class FoundTable(Table):
    """Players found in the register."""

    number = Column(_("No."), "rank", accessor="player__pk")
    name = Column(_("Name"), "name")
    grade = Column(_("Grade"), "second", accessor="player__grade", default="–")
    club = Column(_("Club"), "second", accessor="player__club_name", default="–")
    federation = Column(_("Federation"), "second", accessor="player__federation")


class MergeTable(Table):
    """Players merged."""

    at = Day(_("When"), "second nowrap")
    kept = Column(_("Player kept"), "name")
    gone = Column(_("Number removed"), "second number", told=True, accessor="gone_id", by=str)
    reason = Column(_("Reason"), "second")
    account = Column(_("By"), "second", default="–")
    undo = Column(_("Undo"), "second", hidden=True, empty_values=())


class MovedTable(Table):
    """What a merge would move."""

    label = Column(_("What"), "name")
    count = Column(pgettext_lazy("rows of a merge", "moves"), "number", told=True)
    stay = Column(pgettext_lazy("rows of a merge", "stays with the old number"), "number second", told=True)
    examples = Column(_("Such as"), "second")

    def render_examples(self, value: list[str]) -> str:
        """Join the examples."""
        return ", ".join(value)


class RegionTable(Table):
    """Regions of a federation."""

    code = Column(_("Code"), "rank code", head="code")
    name = Column(_("Region"), "name")
    members = Column(_("Clubs"), "number second", told=True)


class RegisterClubTable(Table):
    """Clubs of the register's desk."""

    is_sorted = True
    name = Column(_("Club"), "name")
    code = Column(_("Code"), "second nowrap")
    town = Column(_("Town"), "second")
    region = Column(_("Region"), "second", accessor="region__name")
    federation = Column(_("Federation"), "second", accessor="federation__code")
    members = Column(_("Players"), "number second", told=True)
    state = Column(_("State"), "second", orderable=False, empty_values=())


class NamedClubTable(Table):
    """Clubs as files name them."""

    tick = Column(_("Choose"), "tick", empty_values=(), hidden=True)
    label = Column(_("In the files"), "name")
    country = Column(_("Country"), "second")
    players = Column(_("Players"), "number second", told=True)
    tournaments = Column(_("Tournaments"), "second", empty_values=())
    alike = Column(_("Similar spelling"), "second", empty_values=())


class ClubChangeTable(Table):
    """What the office made of a club."""

    at = Day(_("When"), "second nowrap")
    kind = Column(_("Action"), "name", accessor="get_kind_display")
    what = Column(_("What"), "second", empty_values=())
    account = Column(_("By"), "second", default="–")
    state = Column(_("State"), "second", empty_values=(), hidden=True)


class ClubPartTable(Table):
    """What moves with a club."""

    label = Column(_("What"), "name")
    count = Column(pgettext_lazy("rows of a merge", "moves"), "number", told=True)
    examples = Column(_("Such as"), "second")


class FederationTable(Table):
    """Federations of the register."""

    code = Column(_("Code"), "rank code", head="code")
    name = Column(_("Federation"), "name", empty_values=())
    spelled = Column(_("In files"), "second", empty_values=())
    players = Column(_("Players"), "number second", accessor="players_of", told=True)
    clubs = Column(_("Clubs"), "number second", accessor="clubs_of", told=True)


class JournalTable(Table):
    """Lines of the journal."""

    css = "rows journal lines"
    at = Column(_("When"), "second nowrap")
    act = Column(_("Action"), "name")
    subject = Column(_("Subject"), "second")
    changes = Column(_("What"), "second changes")
    account = Column(_("By"), "second", accessor="entry__account", default="–")


class ImportTable(Table):
    """Lists of other registers that were handed in."""

    filename = Column(_("List"), "name")
    list_date = Day(_("Date of the list"), "second nowrap", told=True)
    received = Moment(_("Uploaded"), "second nowrap")
    account = Column(_("By"), "second", default="–")
    stage = Column(_("Stage"), "second", accessor="get_stage_display")


class DifferenceTable(Table):
    """Things in which a list differs from the register."""

    line = Column(_("Line"), "rank")
    name = Column(_("Player"), "name")
    told = Column(_("In the list"), "second")


class ImportedTable(Table):
    """What an import has changed, a player and field a row."""

    player = Column(_("Player"), "name", empty_values=())
    pairs = Column(_("What"), "second changes")
    state = Column(_("State"), "second", empty_values=())


class ChoiceTable(DifferenceTable):
    """Rows of a list that resemble known players, to be decided."""

    css = "rows choices"
    choice = Column(_("Which player is it?"), "second", empty_values=())


class HistoryTable(Table):
    """The acts on a player."""

    css = "rows journal acts"
    at = Column(_("When"), "second nowrap", accessor="entry__at")
    act = Column(_("Action"), "name")
    pairs = Column(_("What"), "second changes")
    account = Column(_("By"), "second", accessor="entry__account", default="–")
    undo = Column(_("Undo"), "second", hidden=True, empty_values=())


class ClaimTable(Table):
    """Claims of records that were decided."""

    decided = Day(_("When"), "second nowrap")
    player = Column(_("Player"), "name")
    account = Column(_("Account"), "second", accessor="account__email")
    state = Column(_("State"), "second", empty_values=())
    decided_by = Column(_("By"), "second", default="–")
    undo = Column(_("Undo"), "second", hidden=True, empty_values=())


class CorrectionTable(Table):
    """Errors reported by players that were decided."""

    decided = Day(_("When"), "second nowrap")
    player = Column(_("Player"), "name")
    what = Column(_("What"), "second", empty_values=())
    state = Column(_("State"), "second", empty_values=())
    decided_by = Column(_("By"), "second", default="–")


class DataRequestTable(Table):
    """Requests about personal data."""

    came = Day(_("Received"), "second nowrap", told=True)
    who = Column(_("Player"), "name", empty_values=())
    kind = Column(_("Request"), "second", accessor="get_kind_display")
    state = Column(_("State"), "second", empty_values=())
    due = Day(_("Answer by"), "second nowrap", told=True)
    left = Column(_("Days left"), "number second", accessor="days_left", told=True)
    answered = Day(_("Answered"), "second nowrap", told=True, default="–")

    def render_left(self, value: int, record: DataRequest) -> str:
        """Return the days that are left for the answer, nothing once it was given."""
        return str(value) if record.state == DataRequest.State.OPEN else "–"


class GivenTable(Table):
    """Licences a list of lines would give."""

    line = Column(_("Line"), "rank")
    name = Column(_("Player"), "name")
    player = Column(_("No."), "second number", told=True, by=str)
    before = Column(_("Before"), "second", told=True)
    after = Column(_("After"), "second", told=True)


class LeftTable(Table):
    """Lines that give nothing, and why."""

    line = Column(_("Line"), "rank")
    why = Column(_("Why"), "second")


class BatchTable(Table):
    """Acts of many licences at once."""

    at = Moment(_("When"), "second nowrap", accessor="line__at")
    season = Column(_("Season"), "name", accessor="line__detail__season")
    what = Column(_("What"), "second")
    account = Column(_("By"), "second", accessor="line__account", default="–")
    undo = Column(_("Undo"), "second", hidden=True, empty_values=())
