"""Every setting of the site: a `NAQALA_*` variable and a flag each, the flag winning."""

import argparse
import os
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from naqala.data_folder import default_data_folder
from naqala.site.client_address import Network, parse_networks
from naqala.site.listener import Address
from naqala.site.origin import origin_of

_USUAL_ENDGAMES = 15
_MOST_ENDGAMES = 30
_MOST_CONTACT = 200


class SettingsError(ValueError):
    """A setting has a wrong value; the message names it and says what would be right."""


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or not int(text) <= 65535:
        raise ValueError("a port is a number from 0 (any free one) to 65535")
    return int(text)


def _operator(text: str) -> Address | None:
    if text == "off":
        return None
    wanted = "write HOST:PORT, such as 127.0.0.1:9464, with port 0 for any free one; or off"
    host, _, port = text.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        raise ValueError(wanted)
    try:
        address = Address(host, _port(port))
    except ValueError:
        raise ValueError(wanted) from None
    if not host:
        raise ValueError(wanted)
    return address


def _database(text: str) -> str:
    wanted = "write postgresql://USER:PASSWORD@HOST/NAME"
    try:
        url = make_url(text)
    except ArgumentError:
        raise ValueError(wanted) from None
    if url.get_backend_name() != "postgresql" or not url.database:
        raise ValueError(wanted)
    if find_spec("psycopg") is None:
        raise ValueError("PostgreSQL needs the package psycopg: install naqala[site,postgresql]")
    return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)


def _threads(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text) <= 256:
        raise ValueError("the number of threads is a number from 1 to 256")
    return int(text)


def _endgames(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or not int(text) <= _MOST_ENDGAMES:
        raise ValueError(f"the seeds of a database are a number from 0 (none) to {_MOST_ENDGAMES}")
    return int(text)


def _url(text: str) -> str:
    try:
        origin = origin_of(text)
    except ValueError:
        origin = None
    if origin is None or urlsplit(text)[2:] not in (("", "", ""), ("/", "", "")):
        raise ValueError("write an address without a path, such as https://naqala.example")
    return origin


def _switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError("write on or off")
    return text == "on"


def _line(text: str) -> str:
    if not text.strip() or len(text) > _MOST_CONTACT or not text.isprintable():
        raise ValueError(f"write one line of at most {_MOST_CONTACT} characters")
    return text.strip()


def _choice(*choices: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in choices:
            raise ValueError(f"write one of {', '.join(choices)}")
        return text

    return parse


def _setting(
    parse: Callable[[str], Any],
    text: str,
    default: Any = MISSING,
    shown: str | None = None,
    **more: Any,
) -> Any:
    """A setting; `shown` tells a default that is not the same everywhere."""
    metadata = {"parse": parse, "help": text, "shown": shown}
    return field(default=default, metadata=metadata, **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What an operator can choose. Values are checked when read, not here."""

    host: str = _setting(str, "address to listen on", "127.0.0.1")
    port: int = _setting(_port, "port to listen on, 0 for any free one", 8000)
    data: Path = _setting(
        Path,
        "folder for all that is kept",
        shown="naqala in $XDG_DATA_HOME",
        default_factory=default_data_folder,
    )
    database: str | None = _setting(
        _database,
        "PostgreSQL to keep games in, as postgresql://USER:PASSWORD@HOST/NAME; else SQLite in the "
        "data folder",
        None,
        repr=False,
    )
    open: bool = _setting(_switch, "open a browser at the start", True)
    public_url: str | None = _setting(
        _url, "address under which players reach the site, when it is another one", None
    )
    trusted_proxies: tuple[Network, ...] = _setting(
        parse_networks,
        "addresses and networks of proxies, with commas between them, whose X-Forwarded-For is "
        "believed",
        (),
    )
    operator: Address | None = _setting(
        _operator,
        "address of its own, HOST:PORT, for metrics, health and the figures of the site; off for "
        "none. Any other than a loopback address asks for the token in the data folder's file "
        "operator-token",
        Address("127.0.0.1", 0),
    )
    unlimited: tuple[Network, ...] = _setting(
        parse_networks,
        "addresses and networks, with commas between them, that no limit by address holds for: a "
        "tournament's, or whoever measures the site",
        (),
    )
    engine_threads: int = _setting(
        _threads,
        "threads that think for the CPU; one core is left for the site",
        shown="one less than there are cores",
        default_factory=lambda: max(1, (os.cpu_count() or 1) - 1),
    )
    endgames: int = _setting(
        _endgames,
        "seeds of the endgame databases that the site builds for itself, 0 for none: 15 take "
        "17 MB for each set of rules, 18 86 MB, 20 226 MB, 22 548 MB, 24 1.25 GB; wari and oware "
        "get 12 at most",
        _USUAL_ENDGAMES,
    )
    access_log: bool = _setting(
        _switch,
        "keep a line for each request and socket, with shortened addresses, for 30 days in the "
        "data folder's folder access",
        True,
    )
    contact: str | None = _setting(
        _line, "who runs the site and how to reach him, for the foot of the pages to read", None
    )
    statistics: bool = _setting(
        _switch,
        "take the statistics that players' pages send unless they are switched off there",
        True,
    )
    log_level: str = _setting(
        _choice("debug", "info", "warning", "error"),
        "least level that is logged: debug, info, warning or error",
        "info",
    )
    log_format: str = _setting(
        _choice("text", "json"), "how logs are written: text or json", "text"
    )

    @property
    def database_url(self) -> URL:
        """The SQLAlchemy address of the store."""
        if self.database is not None:
            return make_url(self.database)
        return URL.create("sqlite", database=str(self.data / "naqala.sqlite"))

    @property
    def is_secure(self) -> bool:
        """Whether players come over TLS, so that cookies may demand it."""
        return (self.public_url or "").startswith("https:")


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Adds a flag for every setting, with its variable in the help."""
    for setting in fields(Settings):
        flag = "--" + setting.name.replace("_", "-")
        variable = variable_of(setting.name)
        default = default_of(setting)
        shown = "" if default == "none" else f"; default {default}"
        text = f"{setting.metadata['help']} ({variable}{shown})"
        if setting.metadata["parse"] is _switch:
            parser.add_argument(
                flag, dest=setting.name, action="store_const", const="on", help=text
            )
            no_flag = "--no-" + setting.name.replace("_", "-")
            parser.add_argument(
                no_flag, dest=setting.name, action="store_const", const="off", help=f"do not {text}"
            )
        else:
            parser.add_argument(flag, dest=setting.name, metavar="X", help=text)


def default_of(setting: Field[Any]) -> str:
    """The value of a setting that nobody has chosen, as a person writes it."""
    if setting.metadata["shown"] is not None:
        return str(setting.metadata["shown"])
    return "none" if setting.default is None else _shown(setting.default)


def variable_of(name: str) -> str:
    """The environment variable of a setting."""
    return f"NAQALA_{name.upper()}"


def read_settings(flags: Mapping[str, Any], environ: Mapping[str, str]) -> Settings:
    """Reads the settings from flags (by field name, None when absent) and variables.

    Raises:
        SettingsError: for a value that is wrong, or a `NAQALA_*` variable that does not exist.

    """
    known = {variable_of(setting.name) for setting in fields(Settings)}
    # Read by the scripts, which may be what started us.
    known |= {"NAQALA_BROWSER", "NAQALA_SKIP_CLIENT"}
    for variable in environ:
        if variable.startswith("NAQALA_") and variable not in known:
            raise SettingsError(
                f"{variable} is not a setting; the settings are {', '.join(sorted(known))}"
            )
    values = {}
    for setting in fields(Settings):
        flag = flags.get(setting.name)
        # An empty variable is one that was not set.
        text = flag if flag is not None else environ.get(variable_of(setting.name)) or None
        if text is None:
            continue
        source = (
            "--" + setting.name.replace("_", "-") if flag is not None else variable_of(setting.name)
        )
        try:
            values[setting.name] = setting.metadata["parse"](text)
        except ValueError as error:
            # What is not to be shown may be a password.
            shown = repr(text) if setting.repr else "its value"
            raise SettingsError(f"{source}: {shown} is wrong: {error}") from None
    return Settings(**values)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value == () else str(value)
