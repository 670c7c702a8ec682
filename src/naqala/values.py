"""Values: dataclasses of which many are made and none is changed."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

__all__ = ["value"]

if TYPE_CHECKING:
    from dataclasses import dataclass as value
else:

    def value(*, frozen: bool, slots: bool) -> Any:
        """A dataclass that is frozen for the type checker alone.

        Python sets every field of a frozen one by a call of its own: a move on the site makes four,
        with 24 fields, which took a thirteenth of its instructions.
        """
        return dataclass(unsafe_hash=frozen, slots=slots)
