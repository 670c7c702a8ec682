"""Point 15: who says where a request comes from is believed only if he is a trusted proxy."""

import asyncio
from typing import Any

import pytest

from naqala.site.client_address import ClientAddress, parse_networks, sender, shortened
from naqala.site.settings import SettingsError, read_settings

TRUSTED = parse_networks("10.0.0.0/8,127.0.0.1,fd00::/8")


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        # Nobody else is believed, whatever he says.
        ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
        ("203.0.113.9", ["10.0.0.1"], "203.0.113.9"),
        ("2001:db8::9", ["198.51.100.1, 10.0.0.1"], "2001:db8::9"),
        # One proxy: what it has added itself, and nothing that its client had sent before.
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["1.2.3.4, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["127.0.0.1, 10.0.0.7, 198.51.100.1"], "198.51.100.1"),
        # Two of them, and a visitor who claims to be a third.
        ("10.0.0.1", ["198.51.100.1, 10.0.0.2"], "198.51.100.1"),
        ("10.0.0.1", ["10.0.0.3, 198.51.100.1, 10.0.0.2"], "198.51.100.1"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        # Many headers are one list, in their order.
        ("10.0.0.1", ["1.2.3.4", "198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["198.51.100.1", "10.0.0.2"], "198.51.100.1"),
        ("10.0.0.1", ["10.0.0.2"] * 500 + ["198.51.100.1"], "198.51.100.1"),
        # IPv6, IPv4 inside it, ports, zones.
        ("fd00::1", ["2001:DB8:0:0::5"], "2001:db8::5"),
        ("::ffff:10.0.0.1", ["::ffff:198.51.100.1"], "198.51.100.1"),
        ("::ffff:203.0.113.9", ["198.51.100.1"], "::ffff:203.0.113.9"),
        ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        ("10.0.0.1", ["[2001:db8::5]:4711"], "2001:db8::5"),
        ("10.0.0.1", ["[2001:db8::5]"], "2001:db8::5"),
        ("10.0.0.1", ["fe80::5%eth0"], "fe80::5"),
        # What a proxy could not name: no further than the proxy.
        ("10.0.0.1", ["198.51.100.1, unknown"], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1, unknown, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", ["198.51.100.1,"], "10.0.0.1"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["999.1.1.1"], "10.0.0.1"),
        ("10.0.0.1", ["0x7f.1"], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.01"], "10.0.0.1"),
        ("10.0.0.1", ["<script>", "\x00\xff"], "10.0.0.1"),
        ("10.0.0.1", ["[[[", "]:"], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1:"], "198.51.100.1"),
        ("unix", ["198.51.100.1"], "unix"),
    ],
)
def test_the_sender_is_the_nearest_that_no_trusted_proxy_is(
    peer: str, forwarded: list[str], address: str
) -> None:
    headers = [value.encode("latin-1") for value in forwarded]
    assert sender(peer, headers, TRUSTED) == address


def test_nobody_is_trusted_by_default() -> None:
    assert read_settings({}, {}).trusted_proxies == ()
    assert sender("127.0.0.1", [b"198.51.100.1"], ()) == "127.0.0.1"


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_requests_and_sockets_carry_the_sender_in_one_form(kind: str) -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])

    seen: list[str] = []
    guarded = ClientAddress(application, TRUSTED)
    for peer, headers in (
        ("::ffff:203.0.113.9", []),
        ("::ffff:203.0.113.9", [(b"x-forwarded-for", b"198.51.100.1")]),
        ("10.0.0.1", [(b"x-forwarded-for", b"1.2.3.4"), (b"x-forwarded-for", b"198.51.100.1")]),
        ("10.0.0.1", [(b"forwarded", b"for=198.51.100.1"), (b"x-real-ip", b"198.51.100.1")]),
    ):
        scope = {"type": kind, "client": (peer, 4711), "headers": headers}
        asyncio.run(guarded(scope, None, None))  # type: ignore[arg-type]
    assert seen == ["203.0.113.9", "203.0.113.9", "198.51.100.1", "10.0.0.1"]


@pytest.mark.parametrize(
    "value",
    ["10.0.0.1/8", "proxy.example", "10.0.0.0/33", "10.0.0.1,,10.0.0.2", "10.0.0.1;::1", "*"],
)
def test_a_wrong_network_names_its_setting(value: str) -> None:
    with pytest.raises(SettingsError, match=r"NAQALA_TRUSTED_PROXIES.*such as 127\.0\.0\.1"):
        read_settings({}, {"NAQALA_TRUSTED_PROXIES": value})


def test_networks_are_written_with_commas_between_them() -> None:
    settings = read_settings({}, {"NAQALA_TRUSTED_PROXIES": "127.0.0.1, ::1,10.0.0.0/8"})
    assert [str(network) for network in settings.trusted_proxies] == [
        "127.0.0.1/32",
        "::1/128",
        "10.0.0.0/8",
    ]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("198.51.100.77", "198.51.100.0/24"),
        ("::ffff:198.51.100.77", "198.51.100.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("unix", "unknown"),
        ("", "unknown"),
    ],
)
def test_an_address_is_kept_as_its_network_alone(address: str, network: str) -> None:
    assert shortened(address) == network
