"""Who is answered what at every address of the site."""

# The method, then what answers: nobody logged in, an account without role, the organiser of the tournament,
# another organiser, a registrar, an officer. 302 for the first is the way to the log-in page; an act answers
# 302 with the way back, whether or not the stage allows it.
MATRIX = {
    # everybody reads
    "home": ("get", 200, 200, 200, 200, 200, 200),
    "rules": ("get", 200, 200, 200, 200, 200, 200),
    "rules-system": ("get", 302, 302, 302, 302, 302, 302),  # to the edition in force
    "rules-edition": ("get", 200, 200, 200, 200, 200, 200),
    "rules-formats": ("get", 200, 200, 200, 200, 200, 200),
    "rules-lists": ("get", 200, 200, 200, 200, 200, 200),
    "rules-glossary": ("get", 200, 200, 200, 200, 200, 200),
    "calculators": ("get", 200, 200, 200, 200, 200, 200),
    "calculator": ("get", 200, 200, 200, 200, 200, 200),
    "calculator-first-rating": ("get", 200, 200, 200, 200, 200, 200),
    "calculator-win-probability": ("get", 200, 200, 200, 200, 200, 200),
    "calculator-handicap": ("get", 200, 200, 200, 200, 200, 200),
    "lists": ("get", 200, 200, 200, 200, 200, 200),
    "list-newest": ("get", 200, 200, 200, 200, 200, 200),
    "list-top": ("get", 200, 200, 200, 200, 200, 200),
    "list-number-ones": ("get", 200, 200, 200, 200, 200, 200),
    "list": ("get", 200, 200, 200, 200, 200, 200),
    "list-download": ("get", 302, 302, 302, 302, 302, 302),  # to the file made ready
    "list-file": ("get", 200, 200, 200, 200, 200, 200),
    "list-live": ("get", 200, 200, 200, 200, 200, 200),
    "list-compare": ("get", 200, 200, 200, 200, 200, 200),
    "list-distribution": ("get", 200, 200, 200, 200, 200, 200),
    "statistics": ("get", 200, 200, 200, 200, 200, 200),
    "statistics-system": ("get", 200, 200, 200, 200, 200, 200),
    "statistics-kind": ("get", 200, 200, 200, 200, 200, 200),
    "table-game": ("get", 200, 200, 200, 200, 200, 200),
    "players": ("get", 200, 200, 200, 200, 200, 200),
    "player": ("get", 200, 200, 200, 200, 200, 200),
    "player-against-choose": ("get", 200, 200, 200, 200, 200, 200),
    "player-against": ("get", 200, 200, 200, 200, 200, 200),
    "player-period": ("get", 200, 200, 200, 200, 200, 200),
    "change": ("get", 200, 200, 200, 200, 200, 200),
    "tournaments": ("get", 200, 200, 200, 200, 200, 200),
    "tournament-export": ("get", 200, 200, 200, 200, 200, 200),
    "tournament": ("get", 200, 200, 200, 200, 200, 200),
    "clubs": ("get", 200, 200, 200, 200, 200, 200),
    "club": ("get", 200, 200, 200, 200, 200, 200),
    # what machines read
    "feed-lists": ("get", 200, 200, 200, 200, 200, 200),
    "feed-tournaments": ("get", 200, 200, 200, 200, 200, 200),
    "feed-player": ("get", 200, 200, 200, 200, 200, 200),
    "robots": ("get", 200, 200, 200, 200, 200, 200),
    "sitemap": ("get", 200, 200, 200, 200, 200, 200),
    "sitemap-part": ("get", 200, 200, 200, 200, 200, 200),
    "embed-list": ("get", 200, 200, 200, 200, 200, 200),
    "programs": ("get", 200, 200, 200, 200, 200, 200),
    "set-language": ("post", 302, 302, 302, 302, 302, 302),
    # organisers hand in and see their own, officers decide
    "upload": ("get", 302, 403, 200, 200, 403, 200),
    "upload-template": ("get", 302, 403, 200, 200, 403, 200),
    "upload-findings": ("get", 302, 403, 200, 403, 403, 200),
    "games-upload": ("get", 302, 403, 200, 200, 403, 200),
    "games-preview": ("get", 302, 403, 200, 403, 403, 200),
    "games-template": ("get", 302, 403, 200, 200, 403, 200),
    "upload-by-hand": ("get", 302, 403, 200, 200, 403, 200),
    "desk": ("get", 302, 403, 200, 200, 403, 200),
    "desk-tournament": ("get", 302, 403, 200, 403, 403, 200),
    "desk-export": ("get", 302, 403, 200, 403, 403, 200),
    "desk-file": ("get", 302, 403, 200, 403, 403, 200),
    "desk-preview": ("get", 302, 403, 200, 403, 403, 200),
    "desk-match": ("get", 302, 403, 200, 403, 403, 200),
    "desk-match-search": ("get", 302, 403, 200, 403, 403, 200),
    "desk-submit": ("post", 302, 403, 302, 403, 403, 403),
    "desk-approve": ("post", 302, 403, 403, 403, 403, 302),
    "desk-return": ("post", 302, 403, 403, 403, 403, 302),
    "desk-withdraw": ("post", 302, 403, 302, 403, 403, 403),
    "desk-reopen": ("post", 302, 403, 403, 403, 403, 403),  # nobody reopens what is submitted
    "desk-revoke": ("post", 302, 403, 403, 403, 403, 302),
    "desk-cell": ("get", 302, 403, 302, 403, 403, 403),  # it is submitted: back to its page
    "desk-entrant": ("get", 302, 403, 302, 403, 403, 403),
    "desk-confirm": ("post", 302, 403, 302, 403, 403, 403),
    "queue": ("get", 302, 403, 403, 403, 403, 200),
    "queue-approve": ("post", 302, 403, 403, 403, 403, 302),
    "queue-outcomes": ("get", 302, 403, 403, 403, 403, 404),  # none were approved together
    "desk-review": ("get", 302, 403, 403, 403, 403, 200),
    "desk-claim": ("post", 302, 403, 403, 403, 403, 302),
    "desk-take-over": ("post", 302, 403, 403, 403, 403, 302),
    "desk-leave": ("post", 302, 403, 403, 403, 403, 302),
    "desk-review-return": ("post", 302, 403, 403, 403, 403, 422),  # without a reason
    # registrars keep the register
    "register-privacy": ("post", 302, 403, 403, 403, 400, 400),  # no way to be shown was said
    "register": ("get", 302, 403, 403, 403, 200, 200),
    "register-player": ("get", 302, 403, 403, 403, 200, 200),
    "register-merge": ("get", 302, 403, 403, 403, 200, 200),
    "register-data": ("post", 302, 403, 403, 403, 200, 200),
    "register-erase": ("get", 302, 403, 403, 403, 403, 200),
    "merge": ("get", 302, 403, 403, 403, 200, 200),
    "merge-undo": ("post", 302, 403, 403, 403, 302, 302),
    # officers rate and publish
    "review": ("get", 302, 403, 403, 403, 403, 200),
    "run": ("get", 302, 403, 403, 403, 403, 200),
    "run-changes": ("get", 302, 403, 403, 403, 403, 200),
    "run-players": ("get", 302, 403, 403, 403, 403, 200),
    "run-player": ("get", 302, 403, 403, 403, 403, 200),
    "effects": ("get", 302, 403, 403, 403, 403, 200),
    "alarm-bounds": ("get", 302, 403, 403, 403, 403, 200),
    "prepared-list": ("get", 302, 403, 403, 403, 403, 404),  # none is prepared
    "prepared-release": ("post", 302, 403, 403, 403, 403, 302),
    "prepared-drop": ("post", 302, 403, 403, 403, 403, 302),
    "run-apply": ("post", 302, 403, 403, 403, 403, 302),
    "run-discard": ("post", 302, 403, 403, 403, 403, 302),
    "run-undo": ("post", 302, 403, 403, 403, 403, 302),
    "manual-event-preview": ("get", 302, 403, 403, 403, 403, 404),  # the job is another one
    "run-cancel": ("post", 302, 403, 403, 403, 403, 302),
    "run-request": ("post", 302, 403, 403, 403, 403, 302),
    "list-publish": ("get", 302, 403, 403, 403, 403, 200),
    "manual-events": ("get", 302, 403, 403, 403, 403, 200),
    "manual-event-withdraw": ("post", 302, 403, 403, 403, 403, 302),
    "job": ("get", 302, 403, 200, 403, 403, 200),  # the organiser asked for it
    "game-servers": ("get", 302, 403, 403, 403, 403, 200),
    "game-server": ("get", 302, 403, 403, 403, 403, 200),
    "journal": ("get", 302, 403, 403, 403, 403, 200),
    "journal-lines": ("get", 302, 403, 403, 403, 403, 200),
    # officers invite and decide about accounts
    "accounts": ("get", 302, 403, 403, 403, 403, 200),
    "invite": ("get", 302, 403, 403, 403, 403, 200),
    "invite-again": ("post", 302, 403, 403, 403, 403, 200),  # the link, where no mail server sends it
    "invitation-withdraw": ("post", 302, 403, 403, 403, 403, 302),
    "account-of": ("get", 302, 403, 403, 403, 403, 200),
    "second-factor-reset": ("post", 302, 403, 403, 403, 403, 302),
    # coming in: who is in already is sent on, or told that somebody is
    "login": ("get", 200, 302, 302, 302, 302, 302),
    "account_login": ("get", 200, 302, 302, 302, 302, 302),
    "logout": ("post", 302, 302, 302, 302, 302, 302),
    "account_logout": ("get", 302, 200, 200, 200, 200, 200),
    "account_signup": ("get", 200, 302, 302, 302, 302, 302),
    "invitation": ("get", 200, 200, 200, 200, 200, 200),
    "account_inactive": ("get", 200, 200, 200, 200, 200, 200),
    "account_reset_password": ("get", 200, 200, 200, 200, 200, 200),
    "account_reset_password_done": ("get", 200, 200, 200, 200, 200, 200),
    "account_reset_password_from_key": ("get", 200, 200, 200, 200, 200, 200),  # says that the link is too old
    "account_reset_password_from_key_done": ("get", 200, 200, 200, 200, 200, 200),
    "account_confirm_email": ("get", 200, 200, 200, 200, 200, 200),  # likewise
    "mfa_authenticate": ("get", 302, 302, 302, 302, 302, 302),  # only in the middle of logging in
    "mfa_login_webauthn": ("get", 302, 302, 302, 302, 302, 302),  # without script, back to the form
    # one's own account; 302 asks once more who it is, or leads to what there is to see
    "account": ("get", 302, 200, 200, 200, 200, 200),
    "sessions": ("get", 302, 200, 200, 200, 200, 200),
    "mail-preferences": ("get", 302, 200, 200, 200, 200, 200),
    "mail-off": ("get", 200, 200, 200, 200, 200, 200),  # whoever has the letter
    "tokens": ("get", 302, 200, 200, 200, 200, 200),
    "token-revoke": ("post", 302, 404, 302, 404, 404, 404),  # the organiser's token
    "account_email": ("get", 302, 200, 200, 200, 200, 200),
    "account_change_password": ("get", 302, 200, 200, 200, 200, 200),
    "account_set_password": ("get", 302, 302, 302, 302, 302, 302),  # they have one
    "account_reauthenticate": ("get", 302, 200, 200, 200, 200, 200),
    "mfa_index": ("get", 302, 200, 200, 200, 200, 200),
    "mfa_reauthenticate": ("get", 302, 302, 302, 302, 302, 302),  # they have no second factor
    "mfa_reauthenticate_webauthn": ("get", 302, 302, 302, 302, 302, 302),
    "mfa_activate_totp": ("get", 302, 302, 302, 302, 302, 302),
    "mfa_deactivate_totp": ("get", 302, 404, 404, 404, 404, 404),
    "mfa_view_recovery_codes": ("get", 302, 404, 404, 404, 404, 404),
    "mfa_generate_recovery_codes": ("get", 302, 302, 302, 302, 302, 302),
    "mfa_download_recovery_codes": ("get", 302, 404, 404, 404, 404, 404),
    "mfa_list_webauthn": ("get", 302, 200, 200, 200, 200, 200),
    "mfa_add_webauthn": ("get", 302, 302, 302, 302, 302, 302),
    "mfa_edit_webauthn": ("get", 302, 302, 302, 302, 302, 302),
    "mfa_remove_webauthn": ("get", 302, 302, 302, 302, 302, 302),
    # administrators only
    "admin:login": ("get", 302, 403, 403, 403, 403, 403),
    "admin:*": ("get", 302, 302, 302, 302, 302, 302),
}

# The interface of programs, by address: nobody gets in with a session, whoever he is.
PROGRAMS = {
    "/api/v1/openapi.json": ("get", 200, 200, 200, 200, 200, 200),
    "/api/v1/": ("get", 404, 404, 404, 404, 404, 404),
    # open to everybody; what is asked for nothing, or for a number nobody has, is refused or not there
    "/api/v1/systems": ("get", 200, 200, 200, 200, 200, 200),
    "/api/v1/lists": ("get", 200, 200, 200, 200, 200, 200),
    "/api/v1/lists/<system>/<date>": ("get", 200, 200, 200, 200, 200, 200),
    "/api/v1/lists/<system>/<date>/entries": ("get", 200, 200, 200, 200, 200, 200),
    "/api/v1/lists/<system>/<date>/entries.csv": ("get", 200, 200, 200, 200, 200, 200),
    "/api/v1/lists/<system>/<date>/entries.json": ("get", 200, 200, 200, 200, 200, 200),
    "/api/v1/players": ("get", 422, 422, 422, 422, 422, 422),
    "/api/v1/players/<number>": ("get", 404, 404, 404, 404, 404, 404),
    "/api/v1/players/<number>/history": ("get", 422, 422, 422, 422, 422, 422),
    "/api/v1/players/<number>/history.csv": ("get", 422, 422, 422, 422, 422, 422),
    "/api/v1/tournaments/<number>/crosstable": ("get", 404, 404, 404, 404, 404, 404),
    "/api/v1/rate": ("post", 422, 422, 422, 422, 422, 422),
    "/api/v1/games": ("post", 401, 401, 401, 401, 401, 401),
    "/api/v1/games/status": ("get", 401, 401, 401, 401, 401, 401),
    "/api/v1/games/<server>/<code>": ("delete", 401, 401, 401, 401, 401, 401),
    "/api/v1/tournaments": ("post", 401, 401, 401, 401, 401, 401),
    "/api/v1/tournaments/<number>/submit": ("post", 401, 401, 401, 401, 401, 401),
    "/api/v1/tournaments/<number>/confirm": ("post", 401, 401, 401, 401, 401, 401),
    "/api/v1/tournaments/<number>": ("get", 401, 401, 401, 401, 401, 401),
}
