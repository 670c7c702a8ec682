"""Closed lists of values that say in both languages what each of them means."""

from dataclasses import dataclass
from enum import Enum
from typing import Self

from naqala.site.languages import Language


@dataclass(frozen=True, slots=True)
class Words:
    """A text in every language of the site."""

    es: str
    en: str

    def __getitem__(self, language: Language) -> str:
        return self.es if language == "es" else self.en


class Choice(Enum):
    """One of a few values. `value` is what is sent and stored, `words` what it means."""

    words: Words

    def __new__(cls, value: str, es: str, en: str) -> Self:
        """Makes a member of a subclass from its value and its words."""
        member = object.__new__(cls)
        member._value_ = value
        member.words = Words(es, en)
        return member


class Band(Enum):
    """A number told roughly: from `least` up to the next band's. None is for an unknown number."""

    words: Words
    least: int | None

    def __new__(cls, value: str, least: int | None, es: str, en: str) -> Self:
        """Makes a member of a subclass; the members stand in order, the unknown one last."""
        member = object.__new__(cls)
        member._value_ = value
        member.least = least
        member.words = Words(es, en)
        return member


YES_NO = {True: Words("sí", "yes"), False: Words("no", "no")}
