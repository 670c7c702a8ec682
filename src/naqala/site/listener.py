"""The addresses that the site listens on."""

import ipaddress
import os
import socket
from collections.abc import MutableMapping
from dataclasses import dataclass


class AddressInUse(Exception):
    """An address cannot be listened on; the message says which and why."""


_FIRST_HANDED_OVER = 3


@dataclass(frozen=True, slots=True)
class Address:
    """A host and a port; port 0 means any free one."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def listen(address: Address) -> socket.socket:
    """A socket that listens.

    Raises:
        AddressInUse: if there is no such address here, or it is taken.

    """
    try:
        family, *_, resolved = socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(resolved)
            listener.listen(2048)
        except OSError:
            listener.close()
            raise
    except (OSError, UnicodeError) as error:
        # UnicodeError: a name that is none, such as one with an empty label.
        reason = getattr(error, "strerror", None) or error
        raise AddressInUse(
            f"cannot listen on {address.host} port {address.port} ({reason})"
        ) from error
    return listener


def take_over(environ: MutableMapping[str, str]) -> socket.socket | None:
    """The listener that a supervisor has opened for this very process, if there is one.

    Then nobody is refused while the site restarts: who comes meanwhile waits in the listener, which
    the supervisor keeps. Source: sd_listen_fds(3).
    """
    is_for_us = environ.pop("LISTEN_PID", None) == str(os.getpid())
    count = environ.pop("LISTEN_FDS", "0")
    environ.pop("LISTEN_FDNAMES", None)
    if not is_for_us or count == "0":
        return None
    if count != "1":
        raise AddressInUse(f"{count} sockets were handed over, but one is enough: for the players")
    try:
        listener = socket.socket(fileno=_FIRST_HANDED_OVER)
    except OSError as error:
        raise AddressInUse(f"the socket that was handed over cannot be used ({error})") from error
    if listener.family not in (socket.AF_INET, socket.AF_INET6):
        raise AddressInUse("the socket that was handed over is not one of TCP")
    os.set_inheritable(_FIRST_HANDED_OVER, False)
    return listener


def url_of(listener: socket.socket) -> str:
    """Where a browser on this machine reaches a listener."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{Address(host, port)}"


def is_loopback(listener: socket.socket) -> bool:
    """Whether only this machine reaches a listener."""
    return ipaddress.ip_address(listener.getsockname()[0]).is_loopback
