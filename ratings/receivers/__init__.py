"""Receivers: what moves the facts, merges, privacy, what changes kept pages, followers."""

from django.db.models.signals import post_delete, post_save

from federation import signals
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
    (signals.rated_asked, "facts.name_the_rated"),
    (signals.list_imported, "facts.take_base_levels"),
    (signals.fide_list_imported, "facts.take_fide_list"),
    (signals.merge_asked, "register.foresee"),
    (signals.players_merged, "register.move"),
    (signals.unmerge_asked, "register.undo_obstacles"),
    (signals.players_unmerged, "register.move_back"),
    (signals.removal_asked, "register.name_holds"),
    (signals.players_removed, "register.forget"),
    (signals.birth_noted, "register.mark_born"),
    (signals.privacy_chosen, "register.apply_choice"),
    (signals.claims_asked, "register.tell_ratings"),
    (signals.data_asked, "register.tell"),
    (signals.erasure_asked, "register.remainders"),
    (signals.player_erased, "register.erase"),
    (signals.player_erased, "following.player_erased"),
    (signals.privacy_chosen, "lists.withdraw_player"),
    (signals.player_erased, "lists.withdraw_players"),
    (signals.players_removed, "lists.withdraw_register"),
    (signals.moving_begins, "lists.make_years"),
)

connect(post_save, "ratings.receivers.page_cache.public_act", sender="federation.JournalEntry")
for _change in (post_save, post_delete):
    connect(_change, "ratings.receivers.page_cache.public_row", sender="ratings.Statistic")
    connect(_change, "ratings.receivers.page_cache.public_row", sender="ratings.PublishedList")
connect(post_save, "ratings.receivers.following.list_shown", sender="ratings.PublishedList")
