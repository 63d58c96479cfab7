"""The acts of the journal in words: act -> text, grouped by what they are done to."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop

WORDS: Mapping[str, Mapping[str, str]] = {
    gettext_noop("Players"): {
        "player.enrolled": gettext_noop("player enrolled"),
        "player.edited": gettext_noop("player changed"),
        "player.renamed": gettext_noop("player renamed"),
        "player.transferred": gettext_noop("player moved to a club"),
        "player.grade": gettext_noop("grade declared"),
        "player.identifier": gettext_noop("number noted"),
        "player.known_name": gettext_noop("spelling remembered"),
        "player.merged": gettext_noop("players merged"),
        "player.unmerged": gettext_noop("merge undone"),
        "player.privacy": gettext_noop("privacy chosen"),
        "player.exported": gettext_noop("personal data handed out"),
        "player.erased": gettext_noop("personal data erased"),
        "list.imported": gettext_noop("list imported"),
    },
    gettext_noop("Tournaments"): {
        "upload.received": gettext_noop("file received"),
        "tournament.drafted": gettext_noop("tournament drafted"),
        "tournament.corrected": gettext_noop("facts corrected"),
        "tournament.matched": gettext_noop("entrants matched"),
        "tournament.reopened": gettext_noop("tournament reopened"),
        "tournament.claimed": gettext_noop("tournament taken for review"),
        "tournament.left": gettext_noop("tournament given back to the queue"),
        "tournament.submitted": gettext_noop("tournament submitted"),
        "tournament.returned": gettext_noop("tournament returned"),
        "tournament.approved": gettext_noop("tournament approved"),
        "tournament.withdrawn": gettext_noop("tournament withdrawn"),
        "tournament.revoked": gettext_noop("tournament taken out of the ratings"),
        "games.received": gettext_noop("games received"),
        "games.withdrawn": gettext_noop("game withdrawn"),
        "handle.given": gettext_noop("handle given to another player"),
        "server.entered": gettext_noop("game server entered"),
        "server.changed": gettext_noop("game server changed"),
    },
    gettext_noop("Ratings"): {
        "manual-event.entered": gettext_noop("decision entered"),
        "manual-event.withdrawn": gettext_noop("decision withdrawn"),
        "run.requested": gettext_noop("recalculation asked for"),
        "run.applied": gettext_noop("recalculation applied"),
        "run.discarded": gettext_noop("recalculation discarded"),
        "run.undone": gettext_noop("recalculation undone"),
        "run.closed": gettext_noop("recalculation overtaken or failed"),
        "run.cancelled": gettext_noop("recalculation cancelled"),
        "list.ordered": gettext_noop("list ordered"),
        "list.published": gettext_noop("list published"),
        "list.archived": gettext_noop("list archived"),
        "system.changed": gettext_noop("rules of a system changed"),
        "system.levels": gettext_noop("levels of a list taken as base"),
    },
    gettext_noop("Clubs and federations"): {
        "club.added": gettext_noop("club added"),
        "club.edited": gettext_noop("club changed"),
        "club.deleted": gettext_noop("club deleted"),
        "federation.added": gettext_noop("federation added"),
        "federation.edited": gettext_noop("federation changed"),
        "federation.deleted": gettext_noop("federation deleted"),
    },
    gettext_noop("Accounts"): {
        "account.added": gettext_noop("account made"),
        "account.edited": gettext_noop("account changed"),
        "account.deleted": gettext_noop("account deleted"),
        "account.password": gettext_noop("password changed"),
        "account.logged-in": gettext_noop("logged in"),
        "account.locked": gettext_noop("log-in locked"),
        "token.issued": gettext_noop("token made"),
        "token.revoked": gettext_noop("token revoked"),
    },
}

WORD: Mapping[str, str] = {act: text for acts in WORDS.values() for act, text in acts.items()}
