"""A QR code of a text as a drawing; it is scanned from paper, so it is black on white in every theme."""

from itertools import groupby
from xml.sax.saxutils import quoteattr

MOST_BYTES = 2953  # of version 40 at level L (ISO/IEC 18004)
_QUIET = 4  # modules of white around it, as the standard wants


def qr_code(text: str, label: str) -> str:
    """Return the drawing of a text; "" for one that is too long. `label` describes it in words."""
    from qrcode.constants import ERROR_CORRECT_L
    from qrcode.main import QRCode  # here, because few pages draw one

    if len(text.encode()) > MOST_BYTES:
        return ""
    code = QRCode(error_correction=ERROR_CORRECT_L, border=_QUIET)
    code.add_data(text.encode(), optimize=0)
    code.make(fit=True)
    matrix = code.get_matrix()
    path = "".join(_runs(row, y) for y, row in enumerate(matrix))
    size = len(matrix)
    return (
        f'<svg class="qr-code" viewBox="0 0 {size} {size}" role="img" aria-label={quoteattr(label)}'
        f' shape-rendering="crispEdges"><path class="paper" d="M0 0h{size}v{size}H0z"/>'
        f'<path class="ink" d="{path}"/></svg>'
    )


def _runs(row: list[bool], y: int) -> str:
    """Return the black modules of a row as rectangles, one for each run."""
    rectangles, x = [], 0
    for is_black, run in groupby(row):
        length = len(list(run))
        if is_black:
            rectangles.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length
    return "".join(rectangles)
