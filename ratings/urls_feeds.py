"""What machines read beside the pages: feeds, site maps, lists to set into other sites."""

from django.urls import URLPattern, URLResolver, path

from ratings.views import embed, feeds, programs, sitemaps

urlpatterns: list[URLPattern | URLResolver] = [
    path("feeds/lists.atom", feeds.lists, name="feed-lists"),
    path("feeds/tournaments.atom", feeds.tournaments, name="feed-tournaments"),
    path("feeds/players/<int:number>.atom", feeds.player, name="feed-player"),
    path("robots.txt", sitemaps.robots, name="robots"),
    path("sitemap.xml", sitemaps.index, name="sitemap"),
    path("sitemap-<slug:kind>-<int:part>.xml", sitemaps.part, name="sitemap-part"),
    path("embed/lists/<slug:system>/", embed.top, name="embed-list"),
    path("programs/", programs.show, name="programs"),
]
