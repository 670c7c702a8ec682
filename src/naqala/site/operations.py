"""Operations of the HTTP API as data: routes and the OpenAPI document come from the same list."""

from asyncio import sleep
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from naqala import __version__
from naqala.site.address_limits import count
from naqala.site.errors import ApiError
from naqala.site.limits import Limit
from naqala.site.protocol import ErrorBody

_REF = "#/components/schemas/{name}"

UNREADABLE = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
)
"""What a body gets that cannot be read."""
UNAVAILABLE = HTTPStatus.SERVICE_UNAVAILABLE
"""The database may fail whatever is asked of it."""

REFUSAL_S = 0.25
"""How long it takes to be refused by an operation with a limit of its own, for having asked for too
much or because all do. To refuse costs as much as a move: those who ask again at once would take
from all others what they are refused."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path: what it takes, gives (None: nothing) and refuses."""

    method: str
    path: str
    endpoint: Callable[[Request], Awaitable[Response]]
    summary: str
    answer: Any
    status: HTTPStatus = HTTPStatus.OK
    body: Any = None
    errors: tuple[HTTPStatus, ...] = ()
    query: Mapping[str, str] = field(default_factory=dict)
    """Whole-number query parameters with what they mean."""
    media_type: str = "application/json"
    limit: Limit | None = None
    """What each request is counted for by its address, besides being a request."""


def routes(operations: list[Operation]) -> list[Route]:
    """A route for every operation."""
    return [
        Route(operation.path, _counted(operation), methods=[operation.method])
        for operation in operations
    ]


def _counted(operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    limit = operation.limit
    if limit is None:
        return operation.endpoint

    async def endpoint(request: Request) -> Response:
        try:
            count(limit, request)
            return await operation.endpoint(request)
        except ApiError as error:
            if error.status in (HTTPStatus.TOO_MANY_REQUESTS, UNAVAILABLE):
                await sleep(REFUSAL_S)
            raise

    return endpoint


def openapi(operations: list[Operation]) -> dict[str, Any]:
    """The OpenAPI 3.1 document of the operations."""
    types = [ErrorBody]
    for operation in operations:
        types += [kind for kind in (operation.answer, operation.body) if kind is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REF)
    schema_of = dict(zip(map(id, types), schemas, strict=True))
    error = {"application/json": {"schema": schema_of[id(ErrorBody)]}}

    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        answer: dict[str, Any] = {"description": operation.summary}
        if operation.answer is not None:
            schema = schema_of[id(operation.answer)]
            answer["content"] = {operation.media_type: {"schema": schema}}
        # What limits by address give, and the guard for an address that it refuses.
        anywhere = [HTTPStatus.TOO_MANY_REQUESTS]
        if "{" in operation.path:
            anywhere.append(HTTPStatus.BAD_REQUEST)
        described: dict[str, Any] = {
            "summary": operation.summary,
            "operationId": operation.endpoint.__name__,
            "responses": {
                str(int(operation.status)): answer,
                **{
                    str(int(status)): {"description": status.phrase, "content": error}
                    for status in (*operation.errors, *anywhere)
                },
            },
        }
        parameters = [
            {
                "name": name.strip("{}"),
                "in": "path",
                "required": True,
                "schema": {"type": "string"},
            }
            for name in operation.path.split("/")
            if name.startswith("{")
        ] + [
            {
                "name": name,
                "in": "query",
                "description": meaning,
                "schema": {"type": "integer", "minimum": 0},
            }
            for name, meaning in operation.query.items()
        ]
        if parameters:
            described["parameters"] = parameters
        if operation.body is not None:
            described["requestBody"] = {
                "required": True,
                "content": {"application/json": {"schema": schema_of[id(operation.body)]}},
            }
        paths.setdefault(operation.path, {})[operation.method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": {"title": "Naqala", "version": __version__, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {"schemas": components},
    }
