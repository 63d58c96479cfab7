"""Invented names: surnames composed of syllables, given names from short lists, by tongue and sex."""

from collections.abc import Callable
from random import Random


def words(text: str) -> list[str]:
    """Split a text into its words."""
    return text.split()


FRENCH_HEADS = words(
    "Bar Bel Bour Bri Cas Chan Cham Cor Cour Dal Dau Dor Fal Fer Flo Gar Gau Gran Jau Lam Lar Lau Lor Mal "
    "Mar Mau Mon Mor Nor Par Per Pon Rav Rou Sar Sau Tar Tour Val Var Ver Vil"
)
FRENCH_MIDDLES = words("be da de ge lo mi na ni ri vi si ti")
FRENCH_TAILS = words(
    "bois chard chet court dier doux gnard gnon lault let lier melle mont neau nier quet quin rand rault "
    "rel sac san sier ssac tel thier tier val veau vel ville"
)
ENGLISH_HEADS = words(
    "Alder Ash Bar Bex Brack Brom Cald Chal Corn Dray Dun Elm Fen Gar Hal Har Hazel Kel Lang Lark Lin "
    "Mar Mel Os Pem Pen Rad Rush Sel Shel Stan Thorn Wad Wake Whis Wil Wren"
)
ENGLISH_TAILS = words(
    "borne bridge broke combe cott den fold gate ham hurst low mere more ridge row shaw stead stock "
    "ton wade wall wick worth"
)
SLAVIC_HEADS = words(
    "Bar Bel Bor Brat Dob Dol Drag Gor Grab Hlad Hra Jar Kal Kor Kras Lip Lub Mir Nov Ond Pav Pol Rad "
    "Rost Sed Slav Stan Sved Tom Trav Vac Ves Vlad Zdan Zel"
)
SLAVIC_MIDDLES = words("a e i o isl omir on ar av al")
SLAVIC_TAILS = (  # for men, for women
    ("nov", "nova"),
    ("lov", "lova"),
    ("rin", "rina"),
    ("nsky", "nska"),
    ("cek", "ckova"),
    ("vets", "vets"),
    ("nenko", "nenko"),
    ("sik", "sikova"),
    ("lik", "likova"),
    ("vic", "vic"),
    ("rescu", "rescu"),
)
GERMAN_HEADS = words(
    "Ahren Birken Brand Buchen Distel Eber Eich Falken Garten Hasel Heiden Kessel Kron Linden Mohr Nebel "
    "Ober Raben Rosen Schil Silber Stein Tannen Unter Weiden Wolken"
)
GERMAN_TAILS = words(
    "acker au bach berger brecht dorff feldt hauer heim horst kamp loh mann reuter stedt thal"
)
SOUTHERN_HEADS = words(
    "Alba Bara Bello Cala Casta Cervi Cora Esca Fala Gari Lanza Madri Mera Monta Nava Oliva Palo Quinta "
    "Riba Sala Sera Tavo Valde Vera Zamo"
)
SOUTHERN_TAILS = words("dero fina gues lotti mora negra netti randa relli rino sco soto tano vares vino zano")
EASTERN_HEADS = words("Ban Dao Fei Gan Han Hai Jin Kai Lan Mai Nan Rin Sen Sho Tai Tan Wei Yan Yo Zen")
EASTERN_TAILS = words("da gawa hara jian kura lin moto mura no rong sawa shan ta tsu wei yama zhen")

GIVEN = {
    "french": (
        words(
            "Adrien Alain Antoine Baptiste Benoît Bruno Cédric Clément Damien Denis Émile Étienne "
            "Fabien Félix Florian François Gaël Gilles Guillaume Hugo Jérôme Julien Laurent Léo Loïc "
            "Lucas Marc Mathis Maxime Nathan Nicolas Olivier Pascal Paul Quentin Raphaël Rémi Simon "
            "Sylvain Théo Thomas Tristan Victor Vincent Xavier Yann Jean-Luc Pierre-Yves"
        ),
        words(
            "Adèle Agnès Alice Amélie Anaïs Anne Camille Cécile Céline Chloé Claire Clémence Élise "
            "Émilie Emma Hélène Inès Jeanne Julie Juliette Laure Léa Louise Lucie Manon Margaux Marie "
            "Mathilde Nadia Noémie Pauline Sarah Sophie Valérie Zoé Anne-Laure"
        ),
    ),
    "english": (
        words(
            "Alan Andrew Ben Colin Daniel David Edward Gareth George Harry Ian Jack James Keith Liam "
            "Martin Neil Oliver Peter Philip Robert Sam Simon Stuart Toby William"
        ),
        words("Alison Amy Beth Carol Daisy Eleanor Emily Fiona Grace Hannah Helen Jane Kate Lucy Ruth Sally"),
    ),
    "slavic": (
        words(
            "Alexei Andrej Bogdan Boris Dmitri Igor Ivan Jan Jakub Jiri Karel Ladislav Marek Michal "
            "Milan Mikhail Nikola Ondrej Pavel Petr Radek Sergei Tomas Vaclav Viktor Vladimir Zdenek"
        ),
        words(
            "Alena Anna Daria Elena Eva Hana Irina Ivana Jana Katarina Lenka Marta Natalia Olga Petra "
            "Svetlana Tereza Vera Zuzana"
        ),
    ),
    "german": (
        words(
            "Bernd Christian Dieter Felix Georg Hannes Jonas Jürgen Klaus Lukas Matthias Michael Moritz "
            "Niklas Stefan Thomas Tobias Uwe Wolfgang Jeroen Pieter Lars"
        ),
        words(
            "Anja Birgit Britta Claudia Franziska Heike Ingrid Katrin Lena Monika Sabine Silke Ulrike Marieke"
        ),
    ),
    "southern": (
        words(
            "Alberto Alessandro Andrea Carlos Davide Diego Emilio Enrico Fernando Gabriele Javier Jorge "
            "Luca Manuel Marco Mateo Miguel Paolo Pablo Rafael Sergio Stefano"
        ),
        words(
            "Alicia Bianca Carla Chiara Elena Francesca Giulia Isabel Lucia Marta Paola Pilar Silvia Teresa"
        ),
    ),
    "eastern": (
        words("Akira Bin Daichi Hiro Jun Kenji Long Ming Naoki Ren Satoshi Takeshi Tao Yong Yuki"),
        words("Ai Hana Hui Keiko Li Mei Midori Ling Naomi Rei Xin Yuan Yumi"),
    ),
}
TONGUES = {  # country -> tongues spoken there, most common first
    "FR": ("french",) * 17 + ("southern", "southern", "slavic", "eastern", "german", "english"),
    "UK": ("english",) * 8 + ("eastern", "slavic"),
    "CZ": ("slavic",),
    "PL": ("slavic",),
    "RO": ("slavic", "southern"),
    "DE": ("german",) * 7 + ("slavic", "eastern"),
    "NL": ("german",),
    "CH": ("german", "german", "french", "southern"),
    "BE": ("french", "french", "german"),
    "IT": ("southern",),
    "ES": ("southern",),
}


def _join_syllables(chance: Random, *lists: list[str]) -> str:
    """Put one syllable of each list together; a third equal letter is left out."""
    word = ""
    for syllables in lists:
        part = chance.choice(syllables)
        while word and part and word[-1] == part[0]:
            part = part[1:]
        word += part
    return word


def french(chance: Random, _sex: str) -> str:
    """Compose a surname that sounds French, now and then with a particle or a hyphen."""
    name = _join_syllables(chance, FRENCH_HEADS, [*FRENCH_MIDDLES, "", "", ""], FRENCH_TAILS)
    turn = chance.random()
    if turn < 0.03:
        return f"de {name}"
    if turn < 0.06:
        return f"Le {_join_syllables(chance, FRENCH_HEADS, FRENCH_TAILS)}"
    if turn < 0.075:
        return f"{name}-{_join_syllables(chance, FRENCH_HEADS, FRENCH_TAILS)}"
    return name


def slavic(chance: Random, sex: str) -> str:
    """Compose a surname that sounds Slavic, with the ending of the sex."""
    man, woman = chance.choice(SLAVIC_TAILS)
    return _join_syllables(chance, SLAVIC_HEADS, SLAVIC_MIDDLES, [woman if sex == "f" else man])


def english(chance: Random, _sex: str) -> str:
    """Compose a surname that sounds English."""
    return _join_syllables(chance, ENGLISH_HEADS, ["", "", "", "er", "ing"], ENGLISH_TAILS)


def german(chance: Random, _sex: str) -> str:
    """Compose a surname that sounds German or Dutch."""
    name = _join_syllables(chance, GERMAN_HEADS, GERMAN_TAILS)
    return f"van {name}" if chance.random() < 0.05 else name


def southern(chance: Random, _sex: str) -> str:
    """Compose a surname that sounds Italian or Spanish."""
    return _join_syllables(chance, SOUTHERN_HEADS, SOUTHERN_TAILS)


def eastern(chance: Random, _sex: str) -> str:
    """Compose a surname that sounds Chinese or Japanese."""
    return _join_syllables(chance, EASTERN_HEADS, ["", "", "a", "i", "o"], EASTERN_TAILS)


SURNAMES: dict[str, Callable[[Random, str], str]] = {
    "french": french,
    "english": english,
    "slavic": slavic,
    "german": german,
    "southern": southern,
    "eastern": eastern,
}


def full_name(chance: Random, *, country: str, sex: str) -> tuple[str, str]:
    """Invent (surname, given name) for a person of a country; `sex` is "f" or "m"."""
    tongue = chance.choice(TONGUES[country])
    surname = SURNAMES[tongue](chance, sex)
    # Children of families from elsewhere mostly carry the given names of the country.
    name_tongue = tongue if chance.random() < 0.5 else TONGUES[country][0]
    return surname, chance.choice(GIVEN[name_tongue][0 if sex == "m" else 1])
