"""What passes: every request and socket gets an id, is measured, and leaves a line in the access
log, which tells its route and of its address the network."""

import re
import secrets
import time
from datetime import UTC, datetime
from functools import lru_cache

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from naqala.site.access_log import AccessLog, Line
from naqala.site.client_address import (
    Network,
    client_address,
    is_within,
    read_address,
    shortened,
)
from naqala.site.labels import PROBES, method_label, route_label, socket_label
from naqala.site.logs import path_of
from naqala.site.metrics import Metrics

_HEADER = b"x-request-id"
_ID = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_UNLOGGED = (*PROBES, "/api/statistics")
"""What leaves no line: probes are many, and of statistics no time or network is kept."""


class Traffic:
    """The outermost layer. Ids of others are taken over from trusted proxies alone."""

    def __init__(
        self, app: ASGIApp, metrics: Metrics, access_log: AccessLog, trusted: tuple[Network, ...]
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._access_log = access_log
        self._trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request or socket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send)
        else:
            await self._serve_request(scope, receive, send)

    async def _serve_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began_s = time.perf_counter()
        at = datetime.now(UTC)
        request_id = self._id_of(scope)
        structlog.contextvars.bind_contextvars(request_id=request_id)
        method = method_label(scope)
        status = 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
                _add_id(message, request_id)
                seconds = time.perf_counter() - began_s
                self._metrics.answered(method, route_label(scope), status, seconds)
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        finally:
            if "error_code" in scope:
                self._metrics.refused(scope["error_code"])
            if scope["path"] not in _UNLOGGED:
                # 499, as proxies write it: the sender went before there was an answer.
                self._keep(scope, at, began_s, request_id, method, status or 499)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        began_s = time.perf_counter()
        at = datetime.now(UTC)
        socket_id = self._id_of(scope)
        structlog.contextvars.bind_contextvars(socket_id=socket_id)
        kind = ""
        code = "left"
        status = 403

        async def send_with_id(message: Message) -> None:
            nonlocal kind, code, status
            if message["type"] == "websocket.accept":
                status = 101
                kind = socket_label(scope)
                self._metrics.socket_opened(kind)
                _add_id(message, socket_id)
            elif message["type"] == "websocket.http.response.start":
                status = int(message["status"])
                _add_id(message, socket_id)
            elif message["type"] == "websocket.close":
                code = str(message.get("code", 1000))
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        finally:
            if "error_code" in scope:
                self._metrics.refused(scope["error_code"])
            is_open = bool(kind)
            if not is_open:
                code = "refused"
            self._metrics.socket_closed(kind or socket_label(scope), code, was_open=is_open)
            self._keep(scope, at, began_s, socket_id, "SOCKET", status, code)

    def _keep(
        self,
        scope: Scope,
        at: datetime,
        began_s: float,
        its_id: str,
        method: str,
        status: int,
        close: str = "",
    ) -> None:
        if not self._access_log.is_on or "is_flood" in scope:
            return
        line = Line(
            at=at,
            id=its_id,
            method=method,
            path=path_of(scope),
            status=status,
            ms=round((time.perf_counter() - began_s) * 1_000, 1),
            # By now the true sender's: `ClientAddress` has written it into the scope.
            address=_network_of(client_address(scope)),
            error=scope.get("error_code", ""),
            close=close,
        )
        self._access_log.keep(line)

    def _id_of(self, scope: Scope) -> str:
        given: list[bytes] = [value for name, value in scope["headers"] if name == _HEADER]
        if given and _ID.fullmatch(given[0]):
            # Still the peer's own address.
            peer = read_address(client_address(scope))
            if peer is not None and is_within(peer, self._trusted):
                return given[0].decode()
        return secrets.token_hex(8)


def _add_id(message: Message, its_id: str) -> None:
    # A list of its own: answers that are made once are sent again and again.
    message["headers"] = [*message.get("headers", ()), (_HEADER, its_id.encode())]


@lru_cache(4_096)
def _network_of(address: str) -> str:
    return shortened(address)
