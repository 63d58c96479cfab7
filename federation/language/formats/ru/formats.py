"""Russian formats: no letter after the year, as in our sentences; thousands after a thin space."""

DATE_FORMAT = "j E Y"
DATETIME_FORMAT = "j E Y, H:i"
TIME_FORMAT = "H:i"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j E"
THOUSAND_SEPARATOR = "\N{NARROW NO-BREAK SPACE}"
