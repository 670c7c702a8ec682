"""Whose address a request or socket comes from: its peer's, or what trusted proxies say."""

import ipaddress
from functools import lru_cache
from typing import TypeAlias

import structlog
from starlette.types import ASGIApp, Receive, Scope, Send

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

_HEADER = b"x-forwarded-for"

_log = structlog.get_logger()


class ClientAddress:
    """Puts the true sender into `scope["client"]` of all that passes.

    `X-Forwarded-For` counts only as far as trusted proxies have written it: it is read from the
    right, every proxy having added whom it was asked by.
    """

    def __init__(self, app: ASGIApp, trusted: tuple[Network, ...] = ()) -> None:
        self._app = app
        self._trusted = trusted
        self._has_warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request or socket."""
        if scope["type"] != "lifespan":
            peer = client_address(scope)
            forwarded = [value for name, value in scope["headers"] if name == _HEADER]
            address = sender(peer, forwarded, self._trusted)
            scope["client"] = (address, 0)
            if forwarded and not self._is_trusted(peer) and not self._has_warned:
                self._has_warned = True
                _log.warning(
                    "X-Forwarded-For is ignored: if a proxy of yours has sent it, name the "
                    "proxy in NAQALA_TRUSTED_PROXIES, for all its visitors count as one"
                )
        await self._app(scope, receive, send)

    def _is_trusted(self, peer: str) -> bool:
        address = read_address(peer)
        return address is not None and is_within(address, self._trusted)


def client_address(scope: Scope) -> str:
    """The address that a request or socket comes from, in its one shortest form.

    Inside the application it is the true sender's; the middleware `ClientAddress` has seen to it.
    What is no address (a test's client, a Unix socket) is told as it is.
    """
    client = scope.get("client")
    text = str(client[0]) if client else ""
    address = read_address(text)
    return text if address is None else str(address)


def sender(peer: str, forwarded: list[bytes], trusted: tuple[Network, ...]) -> str:
    """Who sent what `peer` brings, `forwarded` being all its headers in their order.

    What a trusted proxy could not name (`unknown`, garbage) is as far as is known: the proxy
    itself.
    """
    address = read_address(peer)
    if address is None or not is_within(address, trusted):
        return peer
    for entry in reversed(b",".join(forwarded).split(b",")):
        named = read_address(_without_port(entry.decode("latin-1").strip()))
        if named is None:
            break
        address = named
        if not is_within(address, trusted):
            break
    return str(address)


def shortened(address: str) -> str:
    """The network of an address as it may be kept: /24 of IPv4, /48 of IPv6."""
    read = read_address(address)
    if read is None:
        return "unknown"
    return str(ipaddress.ip_network((read, 24 if read.version == 4 else 48), strict=False))


def group_of(address: str) -> str:
    """Under what an address is counted: itself if of IPv4, of IPv6 its /64, one subscriber's least.

    What is no address is its own group.
    """
    return _grouped(address, 64)


def wide_group_of(address: str) -> str:
    """The same, with the /48 of IPv6: the most that one subscriber or site usually has.

    For what one subscriber must not multiply; whole towns of mobile telephones may share one.
    """
    return _grouped(address, 48)


def _grouped(address: str, bits: int) -> str:
    read = read_address(address)
    if read is None or read.version == 4:
        return address if read is None else str(read)
    return str(ipaddress.ip_network((read, bits), strict=False))


def is_within(address: Address, networks: tuple[Network, ...]) -> bool:
    """Whether one of the networks has the address."""
    return any(address in network for network in networks)


def parse_networks(text: str) -> tuple[Network, ...]:
    """Reads addresses and networks with commas between them.

    Raises:
        ValueError: for what is none; the message says what would be right.

    """
    networks = []
    for part in text.split(","):
        try:
            networks.append(ipaddress.ip_network(part.strip()))
        except ValueError as error:
            raise ValueError(
                f"{error}; write addresses and networks with commas between them, such as "
                "127.0.0.1,10.0.0.0/8,fd00::/8"
            ) from None
    return tuple(networks)


@lru_cache(4_096)
def read_address(text: str) -> Address | None:
    """An address from its text, or None: IPv4 inside IPv6 becomes IPv4, zones are left out."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _without_port(text: str) -> str:
    """What some proxies write behind the address: `192.0.2.1:4711`, `[2001:db8::1]:4711`."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    host, colon, port = text.partition(":")
    return host if colon and ":" not in port else text
