"""Addresses for machines: feeds, pictures of shared pages, site maps, lists for other sites."""

from django.urls import URLPattern, URLResolver, path

from federation.vocabulary.messages import gettext_noop
from federation.web.public_pages import Cached, Help, public_page
from ratings.views.feeds_and_frames import (
    calendars,
    embed,
    feeds,
    public_log,
    reference,
    share,
    sitemaps,
    snapshot_files,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("feeds/lists.atom", feeds.lists, name="feed-lists"),
    path("feeds/tournaments.atom", feeds.tournaments, name="feed-tournaments"),
    path("feeds/tournaments.ics", calendars.tournaments, name="calendar-tournaments"),
    path("feeds/players/<key:number>.atom", feeds.player, name="feed-player"),
    path("feeds/clubs/<str:code>.atom", feeds.club, name="feed-club"),
    public_page(
        "share/players/<key:number>.png", share.player, name="share-player", cached=Cached.WITH_EVERYTHING
    ),
    public_page(
        "share/players/<key:number>-<key:other>.png",
        share.against,
        name="share-against",
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "share/lists/<slug:system>/<str:date>.png",
        share.player_list,
        name="share-list",
        cached=Cached.WITH_EVERYTHING,
    ),
    public_page(
        "share/tournaments/<key:number>.png",
        share.tournament,
        name="share-tournament",
        cached=Cached.WITH_EVERYTHING,
    ),
    path("log/checkpoint", public_log.checkpoint, name="log-checkpoint"),
    path("log/cosigned-checkpoint", public_log.cosigned_checkpoint, name="log-cosigned"),
    path("log/witness/<slug:digest>", public_log.witnessed, name="log-witness"),
    path("log/evidence/<key:number>.txt", public_log.evidence, name="log-evidence"),
    path("log/tile/<slug:level>/<path:rest>", public_log.tile, name="log-tile"),
    path("log/palmares-verify.pyz", public_log.verifier_file, name="log-verifier"),
    path("favicon.ico", sitemaps.favicon, name="favicon"),
    path("robots.txt", sitemaps.robots, name="robots"),
    path("sitemap.xml", sitemaps.index, name="sitemap"),
    path("sitemap-<slug:kind>-<key:part>.xml", sitemaps.part, name="sitemap-part"),
    path("embed/lists/<slug:system>/", embed.top, name="embed-list"),
    path("embed/players/<key:number>/", embed.player, name="embed-player"),
    path("embed/tournaments/<key:number>/", embed.tournament, name="embed-tournament"),
    path("public-data/datapackage.json", snapshot_files.describe, name="snapshot-package"),
    path("public-data/SHA256SUMS", snapshot_files.sums, name="snapshot-sums"),
    path("public-data/files/<str:name>", snapshot_files.file, name="snapshot-file"),
    public_page(
        "programs/",
        reference.programs,
        name="programs",
        help_line=Help(
            gettext_noop("Programs can read everything public, without a token."), "rules-formats"
        ),
        description=gettext_noop("Rating lists, players and tournaments as JSON, CSV and feeds."),
    ),
    public_page(
        "programs/reference/",
        reference.show,
        name="programs-reference",
        help_line=Help(
            gettext_noop("Every call with its parameters, an example and the errors."), "rules-formats"
        ),
    ),
]
