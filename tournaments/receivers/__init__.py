"""Receivers of the register's signals and of the steps of a tournament."""

from federation import signals as register
from federation.signals import connect_all
from tournaments import signals as tournaments

connect_all(
    "tournaments.receivers",
    (register.merge_begins, "register.lock"),
    (register.merge_asked, "register.foresee"),
    (register.players_merged, "register.move"),
    (register.unmerge_asked, "register.undo_obstacles"),
    (register.players_unmerged, "register.move_back"),
    (register.data_asked, "register.tell"),
    (register.erasure_asked, "register.remainders"),
    (register.player_erased, "register.erase"),
    (register.removal_asked, "register.name_holds"),
    (register.players_removed, "register.forget"),
    (tournaments.submitted, "mail.tell_received"),
    (tournaments.returned, "mail.tell_returned"),
    (tournaments.approved, "mail.tell_approved"),
    (tournaments.reopened, "mail.tell_revoked"),
)
