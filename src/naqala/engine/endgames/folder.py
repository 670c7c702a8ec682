"""The folder where databases lie, shared by the library, the command and the site."""

import re
from dataclasses import dataclass
from pathlib import Path

from naqala.engine.endgames.database import endgame_rules
from naqala.engine.endgames.file import DatabaseFileError, read_header
from naqala.rules import Variant

_SUFFIX = ".endgames"


@dataclass(frozen=True, slots=True)
class EndgameFile:
    """A file of the folder; `fault` says why it cannot be used."""

    path: Path
    rules: Variant | None
    seeds: int
    fault: str | None


def database_file(folder: Path, variant: Variant, seeds: int) -> Path:
    """Where the database of a variant lies."""
    rules = str(endgame_rules(variant))
    name = re.sub(r"\(([0-9]),[0-9]+\)", r"\1", rules)
    return folder / f"{name}-{seeds}{_SUFFIX}"


def list_endgames(folder: Path) -> list[EndgameFile]:
    """All databases of a folder, by name, those that cannot be used with their fault."""
    files = []
    for path in sorted(folder.glob(f"*{_SUFFIX}")):
        try:
            header = read_header(path)
        except DatabaseFileError as error:
            files.append(EndgameFile(path, None, 0, str(error)))
        else:
            rules = Variant.parse(header["rules"])
            files.append(EndgameFile(path, rules, header["seeds"], None))
    return files


def find_endgames(folder: Path, variant: Variant) -> EndgameFile | None:
    """The largest usable database of a variant, or None."""
    rules = endgame_rules(variant)
    fitting = [file for file in list_endgames(folder) if file.rules == rules]
    return max(fitting, key=lambda file: file.seeds, default=None)
