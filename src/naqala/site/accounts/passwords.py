"""Passwords: which are good enough, and their hashes (Argon2id), made in a few threads."""

from functools import partial
from typing import Final, TypeVar

import anyio
from anyio import to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from naqala.site import errors
from naqala.site.accounts.account_names import skeleton_of
from naqala.site.accounts.forbidden_words import words

LEAST_LENGTH: Final = 8
MOST_LENGTH: Final = 200

# RFC 9106, section 4, the second recommended choice: 64 MiB.
TIME_COST = 3
MEMORY_KIB = 64 * 1024
LANES = 4

T = TypeVar("T")

MOST_AT_ONCE: Final = 2
"""Hashes that are made at the same time: each takes its memory and a core."""
MOST_WAITING: Final = 32
"""Hashes that may wait; one more is refused."""

# The most used of all lists that leaked, as far as they are long enough.
_COMMON: Final = words(
    """
    12345678 123456789 1234567890 87654321 password password1 password123 passw0rd qwertyui
    qwertyuiop qwerty123 1q2w3e4r 1qaz2wsx iloveyou sunshine princess football baseball
    superman trustno1 welcome1 letmein1 abc12345 abcd1234 aaaaaaaa 11111111 00000000 88888888
    contraseña contrasena contraseña1 contrasena1 contrasena123 teamo123 teamomucho
    barcelona realmadrid estrella chocolate mariposa alejandro password12 asdfghjk asdfasdf
    asdf1234 zxcvbnm1 computer internet whatever starwars michelle jennifer
    """
)


class Passwords:
    """Makes and checks hashes off the event loop."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(TIME_COST, MEMORY_KIB, LANES)
        self._limiter = anyio.CapacityLimiter(MOST_AT_ONCE)
        self._waiting = 0
        self._nobodys = self._hasher.hash("nobody has this password")

    async def hash(self, password: str) -> str:
        """The hash of a password, with its salt and costs.

        Raises:
            ApiError: `busy` when too many wait.

        """
        return await self._run(partial(self._hasher.hash, password))

    async def matches(self, hashed: str | None, password: str) -> bool:
        """Whether a password is the hashed one; it takes as long when there is none to compare.

        Raises:
            ApiError: `busy` when too many wait.

        """
        is_right = await self._run(partial(self._verify, hashed or self._nobodys, password))
        return is_right and hashed is not None

    def is_outdated(self, hashed: str) -> bool:
        """Whether a hash was made with other costs than today's."""
        return self._hasher.check_needs_rehash(hashed)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerifyMismatchError, InvalidHashError):
            return False

    async def _run(self, work: partial[T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise errors.passwords_busy()
        self._waiting += 1
        try:
            return await to_thread.run_sync(work, limiter=self._limiter)
        finally:
            self._waiting -= 1


def judge_password(password: str, name: str) -> None:
    """Refuses passwords that are guessed first.

    Raises:
        ApiError: `weak_password`, with the reason.

    """
    if len(password) < LEAST_LENGTH:
        raise errors.weak_password(
            "too_short", f"a password has at least {LEAST_LENGTH} characters"
        )
    if len(password) > MOST_LENGTH:
        raise errors.weak_password("too_long", f"a password has at most {MOST_LENGTH} characters")
    if password.casefold() in _COMMON or len(set(password)) < 3:
        raise errors.weak_password(
            "common", "this is one of the first passwords that anybody tries: choose another one"
        )
    if skeleton_of(name) and skeleton_of(password) == skeleton_of(name):
        raise errors.weak_password("name", "a password is something else than the name")
