"""Countries as Go files write them: two letters, UK for the United Kingdom, XX for not known. Pure.

The United Kingdom is one federation for Go (EGD: UK) and three for FIDE (ENG, SCO, WLS). Any code a file of a
tournament or a list of Go writes for it or a part of it is UK; only FIDE's own lists, and the office itself,
file a player under one of the three, and a list of Go does not take them out again (`is_part`).
"""

import re

from federation.vocabulary.messages import gettext_noop as _
from federation.vocabulary.names import fold

UNKNOWN = "XX"
_OTHERWISE = {"GB": "UK", "": UNKNOWN, "--": UNKNOWN}
PART_OF = {"ENG": "UK", "SCO": "UK", "WLS": "UK"}

# code -> (FIDE's three letters, English name); codes seen in the lists of the EGF, the FFG and FIDE.
# Where one country is several federations for FIDE, or none is, FIDE's letters are the code.
COUNTRIES: dict[str, tuple[str, str]] = {
    "AD": ("AND", _("Andorra")), "AE": ("UAE", _("United Arab Emirates")), "AF": ("AFG", _("Afghanistan")),
    "AG": ("ANT", _("Antigua and Barbuda")), "AL": ("ALB", _("Albania")), "AM": ("ARM", _("Armenia")),
    "AN": ("AHO", _("Netherlands Antilles")), "AO": ("ANG", _("Angola")), "AR": ("ARG", _("Argentina")),
    "AT": ("AUT", _("Austria")), "AU": ("AUS", _("Australia")), "AW": ("ARU", _("Aruba")),
    "AZ": ("AZE", _("Azerbaijan")), "BA": ("BIH", _("Bosnia and Herzegovina")),
    "BB": ("BAR", _("Barbados")), "BD": ("BAN", _("Bangladesh")), "BE": ("BEL", _("Belgium")),
    "BF": ("BUR", _("Burkina Faso")), "BG": ("BUL", _("Bulgaria")), "BH": ("BRN", _("Bahrain")),
    "BI": ("BDI", _("Burundi")), "BJ": ("BEN", _("Benin")), "BM": ("BER", _("Bermuda")),
    "BN": ("BRU", _("Brunei")), "BO": ("BOL", _("Bolivia")), "BR": ("BRA", _("Brazil")),
    "BS": ("BAH", _("Bahamas")), "BT": ("BHU", _("Bhutan")), "BW": ("BOT", _("Botswana")),
    "BY": ("BLR", _("Belarus")), "BZ": ("BIZ", _("Belize")), "CA": ("CAN", _("Canada")),
    "CD": ("COD", _("DR Congo")), "CF": ("CAF", _("Central African Republic")), "CG": ("CGO", _("Congo")),
    "CH": ("SUI", _("Switzerland")), "CI": ("CIV", _("Côte d’Ivoire")), "CL": ("CHI", _("Chile")),
    "CM": ("CMR", _("Cameroon")), "CN": ("CHN", _("China")), "CO": ("COL", _("Colombia")),
    "CR": ("CRC", _("Costa Rica")), "CU": ("CUB", _("Cuba")), "CV": ("CPV", _("Cape Verde")),
    "CY": ("CYP", _("Cyprus")), "CZ": ("CZE", _("Czechia")), "DE": ("GER", _("Germany")),
    "DJ": ("DJI", _("Djibouti")), "DK": ("DEN", _("Denmark")), "DM": ("DMA", _("Dominica")),
    "DO": ("DOM", _("Dominican Republic")), "DZ": ("ALG", _("Algeria")), "EC": ("ECU", _("Ecuador")),
    "EE": ("EST", _("Estonia")), "EG": ("EGY", _("Egypt")), "ENG": ("ENG", _("England")),
    "ER": ("ERI", _("Eritrea")), "ES": ("ESP", _("Spain")), "ET": ("ETH", _("Ethiopia")),
    "FI": ("FIN", _("Finland")), "FID": ("FID", _("FIDE")), "FJ": ("FIJ", _("Fiji")),
    "FO": ("FAI", _("Faroe Islands")), "FR": ("FRA", _("France")), "GA": ("GAB", _("Gabon")),
    "GD": ("GRN", _("Grenada")), "GE": ("GEO", _("Georgia")), "GG": ("GCI", _("Guernsey")),
    "GH": ("GHA", _("Ghana")), "GL": ("GRL", _("Greenland")), "GM": ("GAM", _("The Gambia")),
    "GN": ("GUI", _("Guinea")), "GQ": ("GEQ", _("Equatorial Guinea")), "GR": ("GRE", _("Greece")),
    "GT": ("GUA", _("Guatemala")), "GU": ("GUM", _("Guam")), "GY": ("GUY", _("Guyana")),
    "HK": ("HKG", _("Hong Kong")), "HN": ("HON", _("Honduras")), "HR": ("CRO", _("Croatia")),
    "HT": ("HAI", _("Haiti")), "HU": ("HUN", _("Hungary")), "ID": ("INA", _("Indonesia")),
    "IE": ("IRL", _("Ireland")), "IL": ("ISR", _("Israel")), "IM": ("IOM", _("Isle of Man")),
    "IN": ("IND", _("India")), "IQ": ("IRQ", _("Iraq")), "IR": ("IRI", _("Iran")),
    "IS": ("ISL", _("Iceland")), "IT": ("ITA", _("Italy")), "JE": ("JCI", _("Jersey")),
    "JM": ("JAM", _("Jamaica")), "JO": ("JOR", _("Jordan")), "JP": ("JPN", _("Japan")),
    "KE": ("KEN", _("Kenya")), "KG": ("KGZ", _("Kyrgyzstan")), "KH": ("CAM", _("Cambodia")),
    "KM": ("COM", _("Comoros")), "KN": ("SKN", _("Saint Kitts and Nevis")), "KP": ("PRK", _("North Korea")),
    "KR": ("KOR", _("South Korea")), "KW": ("KUW", _("Kuwait")), "KY": ("CAY", _("Cayman Islands")),
    "KZ": ("KAZ", _("Kazakhstan")), "LA": ("LAO", _("Laos")), "LB": ("LBN", _("Lebanon")),
    "LC": ("LCA", _("Saint Lucia")), "LI": ("LIE", _("Liechtenstein")), "LK": ("SRI", _("Sri Lanka")),
    "LR": ("LBR", _("Liberia")), "LS": ("LES", _("Lesotho")), "LT": ("LTU", _("Lithuania")),
    "LU": ("LUX", _("Luxembourg")), "LV": ("LAT", _("Latvia")), "LY": ("LBA", _("Libya")),
    "MA": ("MAR", _("Morocco")), "MC": ("MNC", _("Monaco")), "MD": ("MDA", _("Moldova")),
    "ME": ("MNE", _("Montenegro")), "MG": ("MAD", _("Madagascar")), "MK": ("MKD", _("North Macedonia")),
    "ML": ("MLI", _("Mali")), "MM": ("MYA", _("Myanmar")), "MN": ("MGL", _("Mongolia")),
    "MO": ("MAC", _("Macau")), "MR": ("MTN", _("Mauritania")), "MT": ("MLT", _("Malta")),
    "MU": ("MRI", _("Mauritius")), "MV": ("MDV", _("Maldives")), "MW": ("MAW", _("Malawi")),
    "MX": ("MEX", _("Mexico")), "MY": ("MAS", _("Malaysia")), "MZ": ("MOZ", _("Mozambique")),
    "NA": ("NAM", _("Namibia")), "NC": ("NCL", _("New Caledonia")), "NE": ("NIG", _("Niger")),
    "NG": ("NGR", _("Nigeria")), "NI": ("NCA", _("Nicaragua")), "NL": ("NED", _("Netherlands")),
    "NO": ("NOR", _("Norway")), "NON": ("NON", _("No federation")), "NP": ("NEP", _("Nepal")),
    "NR": ("NRU", _("Nauru")), "NZ": ("NZL", _("New Zealand")), "OM": ("OMA", _("Oman")),
    "PA": ("PAN", _("Panama")), "PE": ("PER", _("Peru")), "PG": ("PNG", _("Papua New Guinea")),
    "PH": ("PHI", _("Philippines")), "PK": ("PAK", _("Pakistan")), "PL": ("POL", _("Poland")),
    "PR": ("PUR", _("Puerto Rico")), "PS": ("PLE", _("Palestine")), "PT": ("POR", _("Portugal")),
    "PW": ("PLW", _("Palau")), "PY": ("PAR", _("Paraguay")), "QA": ("QAT", _("Qatar")),
    "RO": ("ROU", _("Romania")), "RS": ("SRB", _("Serbia")), "RU": ("RUS", _("Russia")),
    "RW": ("RWA", _("Rwanda")), "SA": ("KSA", _("Saudi Arabia")), "SB": ("SOL", _("Solomon Islands")),
    "SC": ("SEY", _("Seychelles")), "SCO": ("SCO", _("Scotland")), "SD": ("SUD", _("Sudan")),
    "SE": ("SWE", _("Sweden")), "SG": ("SGP", _("Singapore")), "SI": ("SLO", _("Slovenia")),
    "SK": ("SVK", _("Slovakia")), "SL": ("SLE", _("Sierra Leone")), "SM": ("SMR", _("San Marino")),
    "SN": ("SEN", _("Senegal")), "SO": ("SOM", _("Somalia")), "SR": ("SUR", _("Suriname")),
    "SS": ("SSD", _("South Sudan")), "ST": ("STP", _("São Tomé and Príncipe")),
    "SV": ("ESA", _("El Salvador")), "SY": ("SYR", _("Syria")), "SZ": ("SWZ", _("Eswatini")),
    "TD": ("CHA", _("Chad")), "TG": ("TOG", _("Togo")), "TH": ("THA", _("Thailand")),
    "TJ": ("TJK", _("Tajikistan")), "TL": ("TLS", _("Timor-Leste")), "TM": ("TKM", _("Turkmenistan")),
    "TN": ("TUN", _("Tunisia")), "TR": ("TUR", _("Türkiye")), "TT": ("TTO", _("Trinidad and Tobago")),
    "TW": ("TPE", _("Taiwan")), "TZ": ("TAN", _("Tanzania")), "UA": ("UKR", _("Ukraine")),
    "UG": ("UGA", _("Uganda")), "UK": ("", _("United Kingdom")), "US": ("USA", _("United States")),
    "UY": ("URU", _("Uruguay")), "UZ": ("UZB", _("Uzbekistan")),
    "VC": ("VIN", _("Saint Vincent and the Grenadines")), "VE": ("VEN", _("Venezuela")),
    "VG": ("IVB", _("British Virgin Islands")), "VI": ("ISV", _("US Virgin Islands")),
    "VN": ("VIE", _("Vietnam")), "VU": ("VAN", _("Vanuatu")), "WLS": ("WLS", _("Wales")),
    "XK": ("KOS", _("Kosovo")), "XX": ("", _("Unknown country")), "YE": ("YEM", _("Yemen")),
    "YU": ("YUG", _("Yugoslavia")), "ZA": ("RSA", _("South Africa")), "ZM": ("ZAM", _("Zambia")),
    "ZW": ("ZIM", _("Zimbabwe")),
}  # fmt: skip
_OF_FIDE = {fide: code for code, (fide, _) in COUNTRIES.items() if fide}
# ISO 3166-1's three letters where FIDE has others, and other names; FIDE's and the IOC's are above.
_ISO = (
    "ARE:AE ATG:AG AGO:AO ABW:AW BRB:BB BGD:BD BFA:BF BGR:BG BHR:BH BMU:BM BHS:BS BTN:BT BWA:BW BLZ:BZ "
    "CAF:CF COG:CG CHE:CH CHL:CL CRI:CR DEU:DE DNK:DK DMA:DM DZA:DZ FRO:FO GRD:GD GRC:GR GTM:GT GMB:GM "
    "GIN:GN GNQ:GQ HND:HN HRV:HR HTI:HT IDN:ID IMN:IM JEY:JE GGY:GG KHM:KH KNA:KN KWT:KW CYM:KY LBN:LB "
    "LKA:LK LSO:LS LVA:LV LBY:LY MCO:MC MDG:MG MMR:MM MNG:MN MRT:MR MUS:MU MWI:MW MYS:MY MOZ:MZ NER:NE "
    "NGA:NG NIC:NI NLD:NL NPL:NP OMN:OM PRY:PY PHL:PH PRI:PR PSE:PS PRT:PT SAU:SA SLB:SB SYC:SC SDN:SD "
    "SVN:SI SLV:SV TCD:TD TGO:TG TWN:TW TZA:TZ URY:UY VCT:VC VGB:VG VIR:VI VNM:VN VUT:VU XKX:XK ZAF:ZA "
    "ZMB:ZM ZWE:ZW GBR:UK NIR:UK ROM:RO"
)
_NAMES = {
    "UK": ("EN", "Britain", "Great Britain", "U.K.", "G.B.", "Northern Ireland"),
    "US": ("United States of America", "U.S.A."),
    "CZ": ("Czech Republic",),
    "NL": ("Holland",),
    "KR": ("Korea", "Republic of Korea"),
    "RU": ("Russian Federation",),
    "TR": ("Turkey",),
    "VN": ("Viet Nam",),
    "CI": ("Ivory Coast",),
    "MK": ("Macedonia",),
    "TW": ("Chinese Taipei",),
    "CN": ("PR China",),
}
_LONGEST = 40


def spelling_key(written: str) -> str:
    """Return what two spellings of a country have in common: folded words, without points."""
    return fold(written.replace(".", ""))[:_LONGEST]


def _spellings() -> dict[str, str]:
    """Return the code every known spelling is filed under; FIDE's letters come before ISO's."""
    codes: dict[str, str] = {}
    pairs = list(_OF_FIDE.items())
    pairs += [(name, code) for code, (_fide, name) in COUNTRIES.items() if code != UNKNOWN]
    pairs += [(name, code) for code, names in _NAMES.items() for name in names]
    pairs += [(letters, code) for letters, code in (pair.split(":") for pair in _ISO.split())]
    for written, code in pairs:
        codes.setdefault(spelling_key(written), PART_OF.get(code, code))
    return codes


_SPELLINGS = _spellings()


def country_code(written: str) -> str:
    """Return the code a country in a file is filed under; unknown letters in upper case, XX for none."""
    code = written.strip().upper()
    if code in _OTHERWISE or (code in COUNTRIES and code not in PART_OF):
        return _OTHERWISE.get(code, code)
    return _SPELLINGS.get(spelling_key(written), code)


def letters_of(written: str, longest: int) -> str:
    """Return a country as a column of a few letters holds it: its code where it is written out and known."""
    text = written.strip()
    return country_code(text) if len(text) > longest and is_known(text) else text[:longest]


def is_known(written: str) -> bool:
    """Return whether a country in a file is one we know, or none is written."""
    return country_code(written) in COUNTRIES


def is_part(code: str, whole: str) -> bool:
    """Return whether a federation of FIDE's is part of a country: England of the United Kingdom."""
    return PART_OF.get(code) == whole


def two_letters(code: str) -> str:
    """Return the code of a country for files whose column has two letters; XX for a longer one."""
    letters = country_code(code)
    return letters if re.fullmatch("[A-Z]{2}", letters) else UNKNOWN


def fide_federation(written: str) -> str:
    """Return the code of a federation FIDE writes with three letters; unknown letters are their own code."""
    letters = written.strip().upper()[:8]
    return _OF_FIDE.get(letters, letters or UNKNOWN)


def fide_letters(code: str) -> str:
    """Return the three letters FIDE writes for a federation: its own, or what our code is cut to."""
    return COUNTRIES.get(code, ("", ""))[0] or code[:3]


def club_code(label: str, country: str, *, home: str) -> str:
    """Return a club's public code: what of its label can stand in an address, after the country when abroad.

    "" for what means no club (nothing, xxxx). A label at home that looks like a code abroad
    ("DE-Ham") has our country in front, so that it does not mean that club.
    """
    plain = re.sub(r"[^\w.-]", "_", label.strip()[:8])
    if not plain.strip("xX"):
        return ""
    is_plain = country == home and not re.match(r"[A-Z]{2,3}-", plain)
    return plain if is_plain else f"{country}-{plain}"[:16]
