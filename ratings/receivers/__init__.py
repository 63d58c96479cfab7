"""Receivers: what moves the facts, merges, privacy, what changes kept pages, followers."""

from django.db.models.signals import post_delete, post_save

from federation import signals as register
from federation.signals import connect, connect_all
from tournaments import signals as tournaments

connect_all(
    "ratings.receivers",
    (tournaments.approved, "facts.mark_systems_stale"),
    (tournaments.reopened, "facts.mark_systems_stale"),
    (tournaments.levels_asked, "facts.tell_levels"),
    (tournaments.rating_asked, "facts.tell_why_never_rated"),
    (tournaments.ratings_asked, "facts.tell_ratings"),
    (tournaments.games_arrived, "facts.rate_games"),
    (tournaments.games_withdrawn, "facts.rate_games_since"),
    (tournaments.games_moved, "facts.rate_games_since"),
    (register.rated_asked, "facts.name_the_rated"),
    (register.list_imported, "facts.take_base_levels"),
    (register.fide_list_imported, "facts.take_fide_list"),
    (register.merge_asked, "merging.foresee"),
    (register.players_merged, "merging.move"),
    (register.unmerge_asked, "merging.undo_obstacles"),
    (register.players_unmerged, "merging.move_back"),
    (register.removal_asked, "removal.name_holds"),
    (register.players_removed, "removal.forget"),
    (register.birth_noted, "merging.mark_born"),
    (register.privacy_chosen, "privacy.apply_choice"),
    (register.claims_asked, "privacy.tell_ratings"),
    (register.data_asked, "privacy.tell"),
    (register.erasure_asked, "privacy.remainders"),
    (register.player_erased, "privacy.erase"),
    (register.player_erased, "following.player_erased"),
    (register.privacy_chosen, "snapshots.withdraw_player"),
    (register.player_erased, "snapshots.withdraw_players"),
    (register.players_removed, "snapshots.withdraw_register"),
    (register.moving_begins, "list_years.make_years"),
)

connect(post_save, "ratings.receivers.page_cache.public_act", sender="federation.JournalEntry")
for _change in (post_save, post_delete):
    connect(_change, "ratings.receivers.page_cache.public_row", sender="ratings.Statistic")
    connect(_change, "ratings.receivers.page_cache.public_row", sender="ratings.PublishedList")
connect(post_save, "ratings.receivers.following.list_shown", sender="ratings.PublishedList")
