"""Countries as Go files write them: two letters, UK for the United Kingdom, XX for not known. Pure."""

import re

from federation.listfiles.row import gettext_noop as _

UNKNOWN = "XX"
_OTHERWISE = {"GB": "UK", "": UNKNOWN, "--": UNKNOWN}

# code -> (FIDE's three letters, English name); codes seen in the EGF's and the FFG's lists
COUNTRIES: dict[str, tuple[str, str]] = {
    "AD": ("AND", _("Andorra")), "AM": ("ARM", _("Armenia")), "AR": ("ARG", _("Argentina")),
    "AT": ("AUT", _("Austria")), "AU": ("AUS", _("Australia")), "AZ": ("AZE", _("Azerbaijan")),
    "BA": ("BIH", _("Bosnia and Herzegovina")), "BE": ("BEL", _("Belgium")), "BG": ("BUL", _("Bulgaria")),
    "BN": ("BRU", _("Brunei")), "BR": ("BRA", _("Brazil")), "BY": ("BLR", _("Belarus")),
    "CA": ("CAN", _("Canada")), "CH": ("SUI", _("Switzerland")), "CL": ("CHI", _("Chile")),
    "CN": ("CHN", _("China")), "CO": ("COL", _("Colombia")), "CR": ("CRC", _("Costa Rica")),
    "CU": ("CUB", _("Cuba")), "CY": ("CYP", _("Cyprus")), "CZ": ("CZE", _("Czechia")),
    "DE": ("GER", _("Germany")), "DK": ("DEN", _("Denmark")), "EC": ("ECU", _("Ecuador")),
    "EE": ("EST", _("Estonia")), "ES": ("ESP", _("Spain")), "FI": ("FIN", _("Finland")),
    "FR": ("FRA", _("France")), "GE": ("GEO", _("Georgia")), "GR": ("GRE", _("Greece")),
    "GT": ("GUA", _("Guatemala")), "HK": ("HKG", _("Hong Kong")), "HR": ("CRO", _("Croatia")),
    "HU": ("HUN", _("Hungary")), "ID": ("INA", _("Indonesia")), "IE": ("IRL", _("Ireland")),
    "IL": ("ISR", _("Israel")), "IN": ("IND", _("India")), "IR": ("IRI", _("Iran")),
    "IS": ("ISL", _("Iceland")), "IT": ("ITA", _("Italy")), "JP": ("JPN", _("Japan")),
    "KP": ("", _("North Korea")), "KR": ("KOR", _("South Korea")), "KZ": ("KAZ", _("Kazakhstan")),
    "LA": ("LAO", _("Laos")), "LT": ("LTU", _("Lithuania")), "LU": ("LUX", _("Luxembourg")),
    "LV": ("LAT", _("Latvia")), "MA": ("MAR", _("Morocco")), "MD": ("MDA", _("Moldova")),
    "MG": ("MAD", _("Madagascar")), "MK": ("MKD", _("North Macedonia")), "MN": ("MGL", _("Mongolia")),
    "MO": ("MAC", _("Macau")), "MX": ("MEX", _("Mexico")), "MY": ("MAS", _("Malaysia")),
    "NL": ("NED", _("Netherlands")), "NO": ("NOR", _("Norway")), "NP": ("NEP", _("Nepal")),
    "NZ": ("NZL", _("New Zealand")), "PA": ("PAN", _("Panama")), "PE": ("PER", _("Peru")),
    "PH": ("PHI", _("Philippines")), "PL": ("POL", _("Poland")), "PT": ("POR", _("Portugal")),
    "RO": ("ROU", _("Romania")), "RS": ("SRB", _("Serbia")), "RU": ("RUS", _("Russia")),
    "SE": ("SWE", _("Sweden")), "SG": ("SGP", _("Singapore")), "SI": ("SLO", _("Slovenia")),
    "SK": ("SVK", _("Slovakia")), "SM": ("SMR", _("San Marino")), "TH": ("THA", _("Thailand")),
    "TR": ("TUR", _("Türkiye")), "TW": ("TPE", _("Taiwan")), "UA": ("UKR", _("Ukraine")),
    "UK": ("", _("United Kingdom")), "US": ("USA", _("United States")), "UY": ("URU", _("Uruguay")),
    "VE": ("VEN", _("Venezuela")), "VN": ("VIE", _("Vietnam")), "XX": ("", _("Unknown country")),
    "YU": ("YUG", _("Yugoslavia")), "ZA": ("RSA", _("South Africa")),
}  # fmt: skip


def country_code(written: str) -> str:
    """Give the code a country is filed under: upper case, UK for GB, XX for none."""
    code = written.strip().upper()
    return _OTHERWISE.get(code, code)


def club_code(label: str, country: str, *, home: str) -> str:
    """Give a club's public code: what of its label can stand in an address, after the country when abroad.

    "" for what means no club (nothing, xxxx).
    """
    plain = re.sub(r"[^\w.-]", "_", label.strip()[:8])
    if not plain.strip("xX"):
        return ""
    return plain if country == home else f"{country}-{plain}"[:16]
