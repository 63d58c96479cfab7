"""Countries as Go files write them: two letters, UK for the United Kingdom, XX for not known. Pure."""

import re

UNKNOWN = "XX"
_OTHERWISE = {"GB": "UK", "": UNKNOWN, "--": UNKNOWN}

# code -> (FIDE's three letters, English name); codes seen in the EGF's and the FFG's lists
COUNTRIES: dict[str, tuple[str, str]] = {
    "AD": ("AND", "Andorra"), "AM": ("ARM", "Armenia"), "AR": ("ARG", "Argentina"),
    "AT": ("AUT", "Austria"), "AU": ("AUS", "Australia"), "AZ": ("AZE", "Azerbaijan"),
    "BA": ("BIH", "Bosnia and Herzegovina"), "BE": ("BEL", "Belgium"), "BG": ("BUL", "Bulgaria"),
    "BN": ("BRU", "Brunei"), "BR": ("BRA", "Brazil"), "BY": ("BLR", "Belarus"), "CA": ("CAN", "Canada"),
    "CH": ("SUI", "Switzerland"), "CL": ("CHI", "Chile"), "CN": ("CHN", "China"),
    "CO": ("COL", "Colombia"), "CR": ("CRC", "Costa Rica"), "CU": ("CUB", "Cuba"), "CY": ("CYP", "Cyprus"),
    "CZ": ("CZE", "Czechia"), "DE": ("GER", "Germany"), "DK": ("DEN", "Denmark"), "EC": ("ECU", "Ecuador"),
    "EE": ("EST", "Estonia"), "ES": ("ESP", "Spain"), "FI": ("FIN", "Finland"), "FR": ("FRA", "France"),
    "GE": ("GEO", "Georgia"), "GR": ("GRE", "Greece"), "GT": ("GUA", "Guatemala"),
    "HK": ("HKG", "Hong Kong"), "HR": ("CRO", "Croatia"), "HU": ("HUN", "Hungary"),
    "ID": ("INA", "Indonesia"), "IE": ("IRL", "Ireland"), "IL": ("ISR", "Israel"), "IN": ("IND", "India"),
    "IR": ("IRI", "Iran"), "IS": ("ISL", "Iceland"), "IT": ("ITA", "Italy"), "JP": ("JPN", "Japan"),
    "KP": ("", "North Korea"), "KR": ("KOR", "South Korea"), "KZ": ("KAZ", "Kazakhstan"),
    "LA": ("LAO", "Laos"),
    "LT": ("LTU", "Lithuania"), "LU": ("LUX", "Luxembourg"), "LV": ("LAT", "Latvia"),
    "MA": ("MAR", "Morocco"), "MD": ("MDA", "Moldova"), "MG": ("MAD", "Madagascar"),
    "MK": ("MKD", "North Macedonia"), "MN": ("MGL", "Mongolia"), "MO": ("MAC", "Macau"),
    "MX": ("MEX", "Mexico"), "MY": ("MAS", "Malaysia"), "NL": ("NED", "Netherlands"),
    "NO": ("NOR", "Norway"), "NP": ("NEP", "Nepal"), "NZ": ("NZL", "New Zealand"), "PA": ("PAN", "Panama"),
    "PE": ("PER", "Peru"), "PH": ("PHI", "Philippines"), "PL": ("POL", "Poland"), "PT": ("POR", "Portugal"),
    "RO": ("ROU", "Romania"), "RS": ("SRB", "Serbia"), "RU": ("RUS", "Russia"), "SE": ("SWE", "Sweden"),
    "SG": ("SGP", "Singapore"), "SI": ("SLO", "Slovenia"), "SK": ("SVK", "Slovakia"),
    "SM": ("SMR", "San Marino"), "TH": ("THA", "Thailand"), "TR": ("TUR", "Türkiye"),
    "TW": ("TPE", "Taiwan"), "UA": ("UKR", "Ukraine"), "UK": ("", "United Kingdom"),
    "US": ("USA", "United States"), "UY": ("URU", "Uruguay"), "VE": ("VEN", "Venezuela"),
    "VN": ("VIE", "Vietnam"), "XX": ("", "Unknown country"), "YU": ("YUG", "Yugoslavia"),
    "ZA": ("RSA", "South Africa"),
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
