"""Settings: one file; what differs between machines comes from the environment, nonsense stops the start.

`docs/deploy.md` lists every variable read here.
"""

import hashlib
import os
from typing import Any

import environ
from csp.constants import SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from federation import __version__, data_folder, site_folder
from federation import background as register_work
from federation.database import addresses
from federation.jobs import brokers, schedule
from federation.logs import json_lines
from federation.web import storage_address

BASE_DIR = site_folder.ROOT
SITE_DIR = site_folder.SITE  # templates and static files, which a wheel has elsewhere
env = environ.Env()


def _boolean(name: str, *, default: bool) -> bool:
    """Read a boolean that must be spelled True or False; anything else stops the start."""
    raw = os.environ.get(name)
    if raw is None:
        return default
    if raw not in ("True", "False"):
        raise ImproperlyConfigured(f"{name} must be True or False, not {raw!r}")
    return raw == "True"


VERSION = __version__
DATA_DIR = data_folder.make()
os.environ.setdefault("NUMBA_CACHE_DIR", str(data_folder.compiled_kernels(DATA_DIR)))

DEBUG = _boolean("DEBUG", default=False)
SECRET_KEY = os.environ.get("SECRET_KEY", "") or data_folder.secret_key(DATA_DIR)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SECURE_COOKIES = _boolean("SECURE_COOKIES", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_COOKIES
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=0)
BEHIND_PROXY = _boolean("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

# The laboratory of rules (docs/laboratory.md), which an office may leave out.
LABORATORY = _boolean("LABORATORY", default=True)
OPTIONAL_APPS = ["ratings.laboratory"] if LABORATORY else []
OUR_APPS = ["federation", "tournaments", "ratings", *OPTIONAL_APPS]
INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",  # federation.urls looks for what it shows
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.idp.oidc",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "django_tables2",
    *OUR_APPS,
]

MIDDLEWARE = [
    "ratings.monitoring.probes.watched",
    "django.middleware.security.SecurityMiddleware",
    "federation.web.middleware.kept_apart",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "federation.web.address_language.language_of_address",
    "federation.web.middleware.CompressTexts",  # cached responses are compressed already
    "federation.web.middleware.tables_without_pages",
    "ratings.page_cache.middleware.response_cache",
    "ratings.page_cache.middleware.read_from_replicas",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "federation.web.middleware.shown_as_chosen",
    "django.middleware.locale.LocaleMiddleware",
    "federation.api.answers.AsProblems",  # in the reader's language, as the next
    "federation.web.middleware.without_nul",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "federation.web.middleware.part_without_log_in",
    "federation.web.middleware.second_factor_first",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "federation.web.sent_forms.SentOnce",  # asks the view itself: the last
]

ROOT_URLCONF = "federation.urls"
WSGI_APPLICATION = "federation.wsgi.application"

_CONTEXT = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [SITE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [*_CONTEXT, "federation.web.address_language.shell"],
            "builtins": ["federation.templatetags.dates", "federation.templatetags.numbers"],
        },
    },
    {
        # The hot public tables only (templates/jinja/): sixteen times faster than per-cell machinery.
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [SITE_DIR / "templates" / "jinja"],
        "APP_DIRS": False,
        "OPTIONS": {"environment": "federation.web.jinja.environment"},
    },
]

if os.environ.get("DATABASE_URL"):
    DATABASES = {"default": addresses.completed(env.db_url("DATABASE_URL"))}
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
else:
    _file = {"ENGINE": addresses.SQLITE, "NAME": DATA_DIR / "palmares.sqlite3"}
    DATABASES = {"default": addresses.completed(_file)}
# Opening the file again for each page takes a third of its time: seven statements that set it up.
DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)
# Copies of the database that public pages are read from (federation.database.reading), and how far behind the
# primary one may be at most.
REPLICAS = addresses.add_replicas(DATABASES, env.list("DATABASE_REPLICA_URLS", default=[]))
REPLICA_LAG_SECONDS = env.int("REPLICA_LAG_SECONDS", default=10)
DATABASE_ROUTERS = ["federation.database.reading.Router"] if REPLICAS else []
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# How long a statement of a page may take on PostgreSQL, and wait for a lock; 0: no limit.
STATEMENT_SECONDS = env.int("STATEMENT_SECONDS", default=30)
LOCK_SECONDS = env.int("LOCK_SECONDS", default=5)

# Connections to PostgreSQL keep the plans of what pages ask again and again (federation.database.bulk.rows).
PREPARED_STATEMENTS = _boolean("PREPARED_STATEMENTS", default=True)

# "default" is one for all processes, for what is counted (attempts to log in): Redis, or a table.
# "pages" keeps what was worked out for a page, "answers" whole pages; both may be each process's own.
REDIS_URL = os.environ.get("REDIS_URL", "")
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "federation_counted",
        # A flood of attempts must not push out the counts of others before they end.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
    "pages": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "answers": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "answers",
        "OPTIONS": {"MAX_ENTRIES": 6000},  # a page of some ten kilobytes, and where its last answer is
    },
}
# Texts common to all pages, one set a language and process; not cached while templates are written.
CACHES["template_fragments"] = {
    "BACKEND": f"django.core.cache.backends.{'dummy.DummyCache' if DEBUG else 'locmem.LocMemCache'}",
    "LOCATION": "template_fragments",
    "KEY_FUNCTION": "federation.web.caches.fragment_key",
    "TIMEOUT": None,
    "OPTIONS": {"MAX_ENTRIES": 2000},
}
# No cached value outlives a player's choice of display.
CACHES["pages"]["KEY_FUNCTION"] = "federation.privacy.generation.cache_key"
if REDIS_URL:
    # Two offices may share a Redis: each keeps to keys of its own, named after its database and how
    # values are written (federation.web.redis_cache).
    _database = "{HOST}:{PORT}/{NAME}".format_map({"HOST": "", "PORT": "", **DATABASES["default"]})
    _redis = {
        "BACKEND": "federation.web.redis_cache.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": hashlib.sha256(f"{_database} JSON".encode()).hexdigest()[:12],
    }
    # For as long as Redis fails, each is what it would be without one.
    for _name, _without in [(_name, CACHES[_name]) for _name in ("default", "pages", "answers")]:
        _keys = {"KEY_FUNCTION": _without["KEY_FUNCTION"]} if "KEY_FUNCTION" in _without else {}
        CACHES[f"{_name}-without-redis"] = _without
        CACHES[_name] = {**_redis, **_keys, "OPTIONS": {"FALLBACK": f"{_name}-without-redis"}}
# Public pages are cached whole (ratings.page_cache.responses), but while templates are being written.
# Version 1.0 called the setting PAGES_KEPT; that name is accepted until 2.0.
PAGE_CACHE_ENABLED = _boolean("PAGE_CACHE_ENABLED", default=_boolean("PAGES_KEPT", default=not DEBUG))

# Background work: RabbitMQ or Redis where there is one, else a folder of messages beside the data.
BROKER_URL = os.environ.get("BROKER_URL", "") or REDIS_URL
for _name, _value in brokers.described(BROKER_URL, folder=DATA_DIR / "queue").items():
    globals()[f"CELERY_{_name}"] = _value
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker as long as that is away
# A run holds its row by a claim and goes on without its broker; the message that comes again finds nothing.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_IMPORTS = ["federation.tasks", "ratings.tasks", *(f"{app}.tasks" for app in OPTIONAL_APPS)]
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # the job rows show what runs
# How often the clock looks for jobs that are silent and for messages of webhooks that are due.
JOB_LOOK_SECONDS = env.float("JOB_LOOK_SECONDS", default=5.0)
CELERY_BEAT_SCHEDULE = brokers.not_waiting(
    {**schedule.declared(OUR_APPS, "SCHEDULE"), **register_work.looks(JOB_LOOK_SECONDS)}
)
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # nothing to remember between starts, so no file to corrupt
# Kinds of letters by the kind of the job that sends them; what pages call jobs, by kind: message ids.
LETTERS, JOB_NAMES = schedule.declared(OUR_APPS, "LETTERS"), schedule.declared(OUR_APPS, "NAMES")
# A job without heartbeat for so long is sent again. More than any one write transaction may hold SQLite.
JOB_SILENT_SECONDS = env.float("JOB_SILENT_SECONDS", default=30.0)
# How often a running job gives a sign of life.
JOB_BEAT_SECONDS = env.float("JOB_BEAT_SECONDS", default=1.0)
if not 0 < JOB_BEAT_SECONDS < JOB_SILENT_SECONDS or JOB_LOOK_SECONDS <= 0:
    raise ImproperlyConfigured(
        "JOB_BEAT_SECONDS and JOB_LOOK_SECONDS must be above 0, and beats come sooner than JOB_SILENT_SECONDS"
    )

AUTH_USER_MODEL = "federation.Account"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
AUTH_PASSWORD_VALIDATORS.append({"NAME": "federation.accounts.passwords.SiteNameValidator"})
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# The public log (docs/proof.md): the name it signs by, which never changes once it is opened, and the
# private key, which only the machine that signs needs.
_named_hosts = [host.lstrip(".") for host in ALLOWED_HOSTS if host.strip(".*")]
PUBLIC_LOG_ORIGIN = env.str("PUBLIC_LOG_ORIGIN", default=f"{(*_named_hosts, 'localhost')[0]}/log")
PUBLIC_LOG_KEY = env.str("PUBLIC_LOG_KEY", default=str(DATA_DIR / "log_key"))
# The name and the private key by which logs of other installations are cosigned.
WITNESS_NAME = env.str("WITNESS_NAME", default=f"{(*_named_hosts, 'localhost')[0]}/witness")
WITNESS_KEY = env.str("WITNESS_KEY", default=str(DATA_DIR / "witness_key"))

# Officers and superusers log in with a second factor; only a demonstration does without.
SECOND_FACTOR_REQUIRED = _boolean("SECOND_FACTOR_REQUIRED", default=True)
ACCOUNT_ADAPTER = "federation.accounts.allauth_adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "federation.forms.accounts.LogInForm",
    "reset_password": "federation.forms.accounts.ForgottenForm",
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"  # an invitation has reached its address; a new one is confirmed
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # no letters to strangers
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SECURE_COOKIES else "http"
# Five failures lock an address from one place for a quarter of an hour (place: see AccountAdapter).
LOCK_AFTER = "5/15m/key"
ACCOUNT_RATE_LIMITS = {"login_failed": f"20/m/ip,{LOCK_AFTER}"}
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0
MFA_ADAPTER = "federation.accounts.allauth_adapters.SecondFactor"
MFA_FORMS = {"add_webauthn": "federation.forms.accounts.KeyForm"}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # who waits for his new address to be confirmed may still add a key
MFA_TOTP_TOLERANCE = 1  # telephones' clocks: one step of 30 seconds either way
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SECURE_COOKIES  # browsers then offer passkeys on localhost only

# Other sites let people log in here (OpenID Connect) once a key is made: the command login_key, or this one.
IDP_OIDC_ADAPTER = "federation.accounts.login_provider.Provider"
IDP_OIDC_PRIVATE_KEY = env.str("LOGIN_PRIVATE_KEY", default="", multiline=True)
IDP_OIDC_ID_TOKEN_EXPIRES_IN = 300
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 3600

# Letters: a server, or without one a file each in the data folder.
EMAIL_URL = os.environ.get("EMAIL_URL", "")
if EMAIL_URL:
    _mail = env.email_url("EMAIL_URL")
    if _mail["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend":
        _mail["EMAIL_BACKEND"] = "federation.mail.connection.EmailBackend"  # limits the whole conversation
    globals().update(_mail)
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = str(DATA_DIR / "mail")
EMAIL_TIMEOUT = 10  # for the next bytes
# Readers are asked for their address where letters reach them; a demonstration shows it with a folder.
FOLLOW_BY_EMAIL = _boolean("FOLLOW_BY_EMAIL", default=bool(EMAIL_URL))
# Players open accounts themselves, without rights but over their own record; others are invited.
SIGN_UP = _boolean("SIGN_UP", default=FOLLOW_BY_EMAIL)
SIGN_UP_SECONDS = 86_400  # for which the link of a letter opens an account
# How players may choose to be shown by themselves; the office may choose any.
PRIVACY_BY_PLAYERS = env.list("PRIVACY_BY_PLAYERS", default=["public", "initials", "anonymous"])
if not set(PRIVACY_BY_PLAYERS) <= {"public", "initials", "anonymous"}:
    raise ImproperlyConfigured("PRIVACY_BY_PLAYERS takes public, initials and anonymous")
# How minors are shown who have chosen nothing; one stays a minor until the year of the birthday ends.
MINORS_SHOWN, ADULT_AGE = env.str("MINORS_SHOWN", default="public"), env.int("ADULT_AGE", default=18)
if MINORS_SHOWN not in ("public", "initials", "anonymous") or not 0 <= ADULT_AGE <= 30:
    raise ImproperlyConfigured("MINORS_SHOWN takes public, initials or anonymous; ADULT_AGE 0 to 30")
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="palmares@localhost")
INVITATION_DAYS = 14

LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="fr")
LANGUAGES = [("fr", _("French")), ("en", _("English")), ("ru", _("Russian"))]
# Lasts until the browser is closed; no script reads it.
LANGUAGE_COOKIE_SECURE, LANGUAGE_COOKIE_HTTPONLY = SECURE_COOKIES, True
LOCALE_PATHS = [BASE_DIR / "federation" / "locale"]
FORMAT_MODULE_PATH = "federation.language.formats"
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Paris")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [SITE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "federation.web.static_storage.Sheets"},
    "list_files": {"BACKEND": "ratings.lists.file_store.Folder"},
}
# The files of lists: a folder, or an S3-compatible storage all machines share, each with a folder of copies.
if LIST_STORAGE := os.environ.get("LIST_STORAGE", ""):
    STORAGES["list_files"] = {
        "BACKEND": "ratings.lists.file_store.Shared",
        "OPTIONS": storage_address.described(LIST_STORAGE),
    }
WHITENOISE_USE_FINDERS = DEBUG

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "base-uri": ["'none'"],
        "form-action": [SELF],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
}

# An upload is a tournament report: the largest seen is 640 kB. Larger bodies are refused with a finding.
UPLOAD_LIMIT = env.int("UPLOAD_LIMIT", default=2 * 1024 * 1024)
# A list of players: FIDE's of everybody it numbers is the largest, 40 MB as a zip file.
LIST_UPLOAD_LIMIT = env.int("LIST_UPLOAD_LIMIT", default=64 * 1024 * 1024)
DATA_UPLOAD_MAX_MEMORY_SIZE = UPLOAD_LIMIT + 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

# Requests a minute to what programs read without a token, by address; and with a token.
API_RATE = env.int("API_RATE", default=120)
API_TOKEN_RATE = env.int("API_TOKEN_RATE", default=1200)
# Games that come one by one a minute, by token; a request counts as a hundred at least.
API_GAMES_RATE = env.int("API_GAMES_RATE", default=600_000)

# Webhooks: days a message is stored; days of failures alone after which an address is paused.
WEBHOOK_KEPT_DAYS = env.int("WEBHOOK_KEPT_DAYS", default=30)
WEBHOOK_PAUSE_DAYS = env.int("WEBHOOK_PAUSE_DAYS", default=5)
# For development only: http, and addresses of this machine and its network.
WEBHOOK_PRIVATE = _boolean("WEBHOOK_PRIVATE", default=False)

FEDERATION_NAME = env.str("FEDERATION_NAME", default="Palmares")
# The federation whose register this is: decides the country of clubs and licences when a file names none.
FEDERATION_CODE = env.str("FEDERATION_CODE", default="FR")

# Where backups go; by the clock every so many hours, of which the newest remain (0: not by the clock).
BACKUP_DIR = env.str("BACKUP_DIR", default="")
BACKUP_HOURS = env.int("BACKUP_HOURS", default=0)
BACKUPS_KEPT = env.int("BACKUPS_KEPT", default=14)
# Days after which the clock removes what is over (0: never): jobs, and files of uploads that became nothing.
KEEP_JOBS_DAYS = env.int("KEEP_JOBS_DAYS", default=0)
KEEP_UPLOADS_DAYS = env.int("KEEP_UPLOADS_DAYS", default=0)
# The same for answered requests about personal data; the privacy page states the days.
KEEP_REQUESTS_DAYS = env.int("KEEP_REQUESTS_DAYS", default=1095)
if BACKUP_HOURS and not BACKUP_DIR:
    raise ImproperlyConfigured("BACKUP_HOURS needs BACKUP_DIR")
if min(BACKUP_HOURS, KEEP_JOBS_DAYS, KEEP_UPLOADS_DAYS, KEEP_REQUESTS_DAYS) < 0 or BACKUPS_KEPT < 1:
    raise ImproperlyConfigured("BACKUP_HOURS, BACKUPS_KEPT and KEEP_..._DAYS are whole numbers from 0 (1) on")

# A file that lies elsewhere, in which the clock notes the end of the journal (federation.journal.anchor).
JOURNAL_ANCHOR = env.str("JOURNAL_ANCHOR", default="")

# Lines of text, or an object of JSON each.
LOG_FORMAT = env.str("LOG_FORMAT", default="text")
if LOG_FORMAT not in ("text", "json"):
    raise ImproperlyConfigured(f"LOG_FORMAT must be text or json, not {LOG_FORMAT!r}")
LOGGING = json_lines.settings(env.str("LOG_LEVEL", default="INFO"), as_json=LOG_FORMAT == "json")
# What programs show to read /metrics; without one only requests of this very machine may.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
