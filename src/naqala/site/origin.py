"""Where a page comes from, in the one form in which browsers write it."""

from urllib.parse import urlsplit

_USUAL_PORTS = {"http": 80, "https": 443}


def origin_of(address: str) -> str | None:
    """The origin of an address: scheme, host in lower case, port unless it is the usual one.

    None for what has no such origin. Raises ValueError for what is no address at all.
    Source: RFC 6454, section 6.2.
    """
    parts = urlsplit(address)
    port = parts.port
    host = parts.hostname
    if parts.scheme not in _USUAL_PORTS or not host or "@" in parts.netloc:
        return None
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + (
        "" if port in (None, _USUAL_PORTS[parts.scheme]) else f":{port}"
    )
