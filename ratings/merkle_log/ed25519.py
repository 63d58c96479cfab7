"""Signatures of Ed25519 checked on a bare Python (RFC 8032, section 5.1.7); nothing secret is handled here.

A few milliseconds a signature. Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.
"""

from hashlib import sha512

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)

Point = tuple[int, int, int, int]


def _add(point: Point, other: Point) -> Point:
    a = (point[1] - point[0]) * (other[1] - other[0]) % _P
    b = (point[1] + point[0]) * (other[1] + other[0]) % _P
    c = 2 * point[3] * other[3] * _D % _P
    d = 2 * point[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(factor: int, point: Point) -> Point:
    result: Point = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            result = _add(result, point)
        point = _add(point, point)
        factor >>= 1
    return result


def _same(point: Point, other: Point) -> bool:
    crossed = (point[place] * other[2] - other[place] * point[2] for place in (0, 1))
    return all(difference % _P == 0 for difference in crossed)


def _x_of(y: int, odd: int) -> int | None:
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if (x * x - square) % _P or (x == 0 and odd):
        return None
    return _P - x if x & 1 != odd else x


def _point(data: bytes) -> Point | None:
    number = int.from_bytes(data, "little")
    y, odd = number & ((1 << 255) - 1), number >> 255
    x = _x_of(y, odd)
    return None if x is None else (x, y, 1, x * y % _P)


_BASE_Y = 4 * pow(5, -1, _P) % _P
_BASE_X = _x_of(_BASE_Y, 0) or 0
_BASE: Point = (_BASE_X, _BASE_Y, 1, _BASE_X * _BASE_Y % _P)


def verifies(key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether a signature of 64 bytes over a message was made with the private half of a key of 32."""
    if len(key) != 32 or len(signature) != 64:
        return False
    whose, commitment = _point(key), _point(signature[:32])
    factor = int.from_bytes(signature[32:], "little")
    if whose is None or commitment is None or factor >= _ORDER:
        return False
    challenge = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % _ORDER
    return _same(_times(factor, _BASE), _add(commitment, _times(challenge, whose)))
