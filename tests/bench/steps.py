"""The steps of `manage.py bench` by name."""

from collections.abc import Callable, Iterable, Mapping

from tests.bench import (
    measuring,
    measuring_chess,
    measuring_files,
    measuring_kernels,
    measuring_proof,
    measuring_start,
    measuring_statistics,
    measuring_streams,
    measuring_tables,
    measuring_variants,
    measuring_years,
    phone,
    site_load,
    stream_hour,
    stream_load,
)
from tests.bench.figures import Figure, Size

Steps = Mapping[str, Callable[[Size], Iterable[Figure]]]

# Steps on arrays, then steps on a database, in the order they build on each other.
ARRAYS: Steps = {
    "history-ffg": measuring.history_ffg,
    "history-egf": measuring.history_egf,
    "fide": measuring_chess.fide,
    "glicko": measuring_kernels.glicko,
    "ladder": measuring_kernels.ladder,
    "elo": measuring_tables.elo,
    "online-elo": measuring_tables.online_elo,
    "start": measuring_start.start,
    "files": measuring_files.files_and_pictures,
    "first-call": measuring.first_call,
    "first-call-streams": measuring_kernels.first_call,
    "proof": measuring_proof.proof,
}
DATABASE: Steps = {
    "fill": measuring.fill,
    "new": measuring.everything_new,
    "changed": measuring.everything_moved,
    "unchanged": measuring.nothing_changed,
    "one": measuring.one_tournament,
    "publish": measuring.publish,
    "pages": measuring.pages,
    "statistics": measuring_statistics.reckon,
}
# Steps with a database of their own; the long ones are run where they are named.
LONG: Steps = {
    "import": measuring_chess.import_list,
    "chess-lists": measuring_chess.chess_lists,
    "variants": measuring_variants.variants,
    "list-years": measuring_years.list_years,
    "site": site_load.site,
    "phone": phone.phone,
    "stream-hour": stream_hour.hour,
    "statistics-stream": measuring_statistics.of_stream,
}
APART: Steps = {
    "month": measuring_chess.month,
    "stream": measuring_streams.stream,
    "stream-api": stream_load.api,
    **LONG,
}
EVERY: Steps = {**ARRAYS, **DATABASE, **APART}
