"""Recovery codes: what opens an account whose password is forgotten. Each works once."""

import hashlib
import secrets
from typing import Final

CODES: Final = 8
_GROUPS: Final = 4
_LETTERS: Final = 4
# Without i, l, o and u: nobody has to guess what he has written down (Crockford's base 32).
_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_MISREAD: Final = str.maketrans({"i": "1", "l": "1", "o": "0", "u": "v"})


def new_codes() -> list[str]:
    """Fresh codes of 80 random bits each, such as `k7q2-9xmv-03hd-w4te`."""
    return [
        "-".join(
            "".join(secrets.choice(_ALPHABET) for _ in range(_LETTERS)) for _ in range(_GROUPS)
        )
        for _ in range(CODES)
    ]


def hash_code(code: str) -> bytes:
    """What is stored of a code: it has 80 random bits, so one round of SHA-256 does.

    Case, spaces and hyphens do not count, nor which of two similar letters was read.
    """
    letters = "".join(c for c in code.casefold() if c.isalnum()).translate(_MISREAD)
    return hashlib.sha256(f"recovery {letters}".encode()).digest()
