"""The addresses of the OpenID Connect provider, where allauth looks for them."""

from allauth.idp.oidc import views
from django.urls import URLPattern, URLResolver, include, path

from federation.views.login_provider import Consent, limited, none, offered

_patterns: list[URLPattern | URLResolver] = [
    path(".well-known/openid-configuration", offered(views.configuration), name="configuration"),
    path(".well-known/jwks.json", offered(views.jwks), name="jwks"),
    path("identity/o/authorize", Consent.as_view(), name="authorization"),
    path("identity/o/logout", offered(views.logout), name="logout"),
    path("identity/o/api/token", offered(limited(views.token)), name="token"),
    path("identity/o/api/revoke", offered(limited(views.revoke)), name="revoke"),
    path("identity/o/api/userinfo", offered(limited(views.user_info)), name="userinfo"),
    path("identity/o/api/device/code", none, name="device_code"),  # allauth asks for its address
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include(([path("", include((_patterns, "oidc")))], "idp"))),
]
