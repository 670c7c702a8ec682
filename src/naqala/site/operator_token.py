"""What an operator proves himself with from another machine: made at the first start, in a file."""

import os
import secrets
import stat
from pathlib import Path

FILE_NAME = "operator-token"

_LEAST_LENGTH = 22
"""128 bits as URL-safe base64."""


class TokenError(Exception):
    """The token's file is not fit for use; the message says what to do."""


def read_or_make_token(data: Path) -> str:
    """The operator's token: 256 bits, in a file of the data folder that its owner alone may read.

    Raises:
        TokenError: if everybody may read the file, or what is in it could be guessed.

    """
    path = data / FILE_NAME
    try:
        # Never written into a file that exists: it might be open to others.
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    token = secrets.token_urlsafe(32)
    with open(file, "w") as out:
        out.write(token + "\n")
    return token


def _read(path: Path) -> str:
    if path.stat().st_mode & stat.S_IRWXO:
        raise TokenError(f"everybody can read {path}: delete it, and a new one is made")
    token = path.read_text(errors="replace").strip()
    if len(token) < _LEAST_LENGTH or not (token.isascii() and token.isprintable()):
        raise TokenError(f"{path} holds no token: delete it, and a new one is made")
    return token
