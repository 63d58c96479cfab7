"""The addresses of an account: logging in and out, its password, its language, and background jobs."""

from django.contrib.auth.views import LogoutView, PasswordChangeDoneView
from django.urls import URLPattern, URLResolver, path
from django.views.i18n import set_language

from federation.views import jobs, tokens
from federation.views.accounts import ChangePassword, LogIn, enter_admin

urlpatterns: list[URLPattern | URLResolver] = [
    path("login/", LogIn.as_view(), name="login"),
    path("admin/login/", enter_admin),  # in front of the administration's own page
    path("logout/", LogoutView.as_view(), name="logout"),
    path("account/password/", ChangePassword.as_view(), name="password_change"),
    path("account/password/done/", PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("account/tokens/", tokens.own, name="tokens"),
    path("account/tokens/<int:number>/revoke/", tokens.revoke, name="token-revoke"),
    path("language/", set_language, name="set-language"),
    path("jobs/<int:number>/", jobs.show, name="job"),
]
