"""Arguments whose value lies almost between two floats, where a rounding is decided far behind the last bit.

FOUND: the nearest of hundreds of thousands drawn at random, within 2^-15 to 2^-22 of a unit in the last place
of half of one. BUILT: by the first terms of a series, 1 + x + x^2/2 and so on; of exp and log also the two
hardest of all arguments, as Lefèvre and Muller found them (Worst Cases for Correct Rounding of the Elementary
Functions in Double Precision, ARITH 2001).
"""

FOUND: dict[str, tuple[tuple[str, ...], ...]] = {
    "exp": (
        ("-0x1.c692bc21f70f8p+7",),
        ("-0x1.fb86c7e29c67ap+8",),
        ("0x1.69ff84e5c8ca5p+2",),
        ("-0x1.be17834daa42ep+8",),
        ("0x1.9fdb781d4adebp+2",),
        ("0x1.fcc46a400af80p+7",),
        ("0x1.b32388a993c8cp+1",),
        ("0x1.45b5fb7990e51p+2",),
        ("0x1.93b939a9060dap+2",),
        ("0x1.8ca3b1264123cp+8",),
        ("0x1.5040fe1773840p-3",),
        ("0x1.a8727fd570cbbp+2",),
    ),
    "log": (
        ("0x1.ffffffffffffep-1",),
        ("0x1.0000000000006p+0",),
        ("0x1.ffffffffffff4p-1",),
        ("0x1.0000000000014p+0",),
        ("0x1.fffffffffffd8p-1",),
        ("0x1.000000000001cp+0",),
        ("0x1.fffffffffffc8p-1",),
        ("0x1.0000000000048p+0",),
        ("0x1.fffffffffff70p-1",),
        ("0x1.0000000000058p+0",),
        ("0x1.fffffffffff50p-1",),
        ("0x1.0000000000068p+0",),
    ),
    "log1p": (
        ("0x1.fd2118c9f9653p+15",),
        ("0x1.84ae5180ed253p-13",),
        ("0x1.2f3a0ad220a2fp+44",),
        ("-0x1.2a5f4bd3a3d55p-37",),
        ("0x1.4b4d0c7d9291cp+28",),
        ("0x1.014f546a6539fp+9",),
        ("0x1.86b19e5ccd328p+39",),
        ("0x1.190624cd153fcp+20",),
        ("0x1.2f5e709e664cep-17",),
        ("-0x1.8465b3273c83ap-1",),
        ("0x1.08416816b5e50p+0",),
        ("0x1.7068da2a1b2efp-5",),
    ),
    "pow": (
        ("0x1.2d3c6e62b8001p+0", "-0x1.1fd21cde50148p+7"),
        ("0x1.197770b32bb6cp+1", "0x1.c000000000000p+2"),
        ("0x1.016254ab8e283p+2", "0x1.999999999999ap+0"),
        ("0x1.cb74133b0aedap-906", "-0x1.53bde9903a2bcp-2"),
        ("0x1.69232b5c39f37p+0", "-0x1.39a8449925de2p+8"),
        ("0x1.ffffffffffff1p-1", "-0x1.95ddf77647c29p+17"),
        ("0x1.f6b795c6fa7dep-258", "-0x1.07010d5f606bep+0"),
        ("0x1.ce7b251893d20p+3", "0x1.999999999999ap+0"),
        ("0x1.a0755a3661a88p+2", "0x1.999999999999ap+0"),
        ("0x1.2f758f407533cp+4", "0x1.999999999999ap+0"),
        ("0x1.1c2e5ec76dcc7p+4", "0x1.999999999999ap+0"),
        ("0x1.e1530978b9fbbp+3", "0x1.999999999999ap+0"),
    ),
    "seventh": (
        ("0x1.9ffb6cd464f81p+0",),
        ("0x1.4b11eb14da37bp-1",),
        ("0x1.c78bab5836ef6p+1",),
        ("0x1.2222340dcb527p+1",),
        ("0x1.112788cc7450fp-1",),
        ("0x1.509a02a75e0b2p+1",),
        ("0x1.64048c0492cb4p+0",),
        ("0x1.57823eea4facfp+0",),
        ("0x1.bb7ca1ae34caep+1",),
        ("0x1.2cf374ec0b73dp+1",),
        ("0x1.3d3b00edb1135p+1",),
        ("0x1.999c2a91e2893p+2",),
    ),
    "erfc": (
        ("0x1.7d19e76150b6ep+1",),
        ("0x1.64dc31b341accp-1",),
        ("0x1.a2982c8a9a59cp+0",),
        ("0x1.5540986b981e0p-3",),
        ("0x1.e6c82f39f8379p+1",),
        ("0x1.27655cea91ef0p-1",),
        ("0x1.36f54340056ddp+1",),
        ("0x1.a9142a03dce6fp+1",),
        ("0x1.d3684866bf780p-2",),
        ("0x1.9f8aab4d245a4p+0",),
        ("0x1.eab89631e7ec1p+1",),
        ("0x1.ecbee0d71747cp+0",),
    ),
}
BUILT: dict[str, list[tuple[float, ...]]] = {
    "exp": [
        *((odd * sign * 2.0**-53,) for odd in (1, 3, 5, 7, 9, 11) for sign in (1, -1)),
        *((odd * 2.0**-54 * -1,) for odd in (1, 3, 5, 7)),
        (-float.fromhex("0x1.ed318efb627eap-27"),),
        (float.fromhex("0x1.83d4bcdebb3f4p+2"),),
    ],
    "log": [
        *((1.0 + part * 2.0**-52,) for part in range(1, 12)),
        *((1.0 - part * 2.0**-53,) for part in range(1, 12)),
        (float.fromhex("0x1.62a88613629b6p+678"),),
    ],
    "log1p": [
        *((sign * odd * 2.0**-53,) for odd in (1, 3, 5, 7, 9) for sign in (1, -1)),
        *((2.0**power,) for power in (-53, -30, -10, 52, 53, 54, 100)),
    ],
    "pow": [
        *((1.0 + part * 2.0**-52, power) for part in (1, 3, 5) for power in (0.5, 1.5, 2.5, -0.5, -1.5)),
        *((float(2**27 - odd), 2.0) for odd in (1, 3, 5)),  # squares of 54 bits: ties
        *((float(2**18 - odd), 3.0) for odd in (1, 5, 9)),  # cubes of 54 bits
        *((float((2**26 + odd) ** 2), 0.5) for odd in (1, 3)),
        (0.9, 2.0), (0.7, 2.0), (1.1, 7.0),
    ],
    "seventh": [
        *((part * 2.0**power,) for part in (191.0, 193.0, 211.0) for power in (-150, -8, 0, 90)),  # ties
        *((1.0 + part * 2.0**-52,) for part in (1, 2, 3, -1, -2, -3)),
        (0.5,), (1.0,), (3.0,), (189.0,), (213.0,), (0.9,), (1.1,),
    ],
    "erfc": [(sign * odd * 2.0**-54,) for odd in (1, 3, 5, 7) for sign in (1, -1)],
}  # fmt: skip
HARD = {name: [*(tuple(map(float.fromhex, one)) for one in FOUND[name]), *BUILT[name]] for name in FOUND}
