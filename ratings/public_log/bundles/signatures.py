"""Minisign signatures of stored bundles, by the key of the log, where its file is present."""

from functools import partial

from ratings.merkle_log import minisign
from ratings.merkle_log.notes import parse_key
from ratings.models import ListBundle, LogHead
from ratings.public_log import keys
from ratings.public_log.bundles import list_bundles
from ratings.public_log.keys import Signer

SUFFIX = ".minisig"
AT_ONCE = 50  # bundles in one go: each is read whole


def sign_bundles() -> int:
    """Sign the bundles the log's key has not signed, and return how many; none where the key is not here.

    Two queries where nothing waits, three more a bundle of a megabyte. Bundles signed by a key before are
    signed again: their bytes stay. Harmless when repeated: the signature of a file is always the same.
    """
    head = LogHead.objects.get()
    signer = keys.load(head.origin, keys.path())
    if signer is None or str(signer.key) != head.key:
        return 0
    waiting = ListBundle.objects.exclude(signed_by=head.key).select_related("list__system").order_by("pk")
    bundles = list(waiting[:AT_ONCE])
    for bundle in bundles:
        _sign(bundle, signer)
    return len(bundles)


def comment_of(bundle: ListBundle) -> str:
    """Return what is signed with the file: its name, its digest, when it was made."""
    name = list_bundles.name_of(bundle.list)
    return f"file:{name} sha256:{bundle.sha256} made:{int(bundle.made.timestamp())}"


def public_key_of(bundle: ListBundle) -> str:
    """Return the key that signed a bundle as `minisign -P` takes it."""
    return minisign.public_key(parse_key(bundle.signed_by).public)


def _sign(bundle: ListBundle, signer: Signer) -> None:
    hashed = minisign.file_hash()
    for piece in list_bundles.pieces(bundle):
        hashed.update(piece)
    write = partial(minisign.sign, key=signer.key.public, make=signer.sign)
    signature = write(hashed.digest(), comment=comment_of(bundle), about=f"signature of {signer.key.name}")
    ListBundle.objects.filter(pk=bundle.pk).update(signature=signature, signed_by=str(signer.key))
