"""Addresses of pages: whole ones for crawlers, and which page says the same in which language."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request

from naqala.site.languages import Language

_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::[0-9]{1,5})?")


@dataclass(frozen=True, slots=True)
class Addresses:
    """Makes whole addresses: under the public one, else under that of the request."""

    public_url: str | None

    def base(self, request: Request) -> str:
        """Scheme and host, without a stroke at the end; empty when the request names no host."""
        if self.public_url is not None:
            return self.public_url
        host = request.headers.get("host", "")
        return f"{request.url.scheme}://{host}" if _HOST.fullmatch(host) else ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page stands: its path, and the paths of the same page by language."""

    path: str
    versions: Mapping[Language, str]
