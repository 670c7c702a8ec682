"""`POST /api/statistics`: counts an event, if the site counts and its sender does not object."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from naqala.site import errors
from naqala.site.bodies import read_body
from naqala.site.limits import Limit
from naqala.site.operations import UNREADABLE, Operation
from naqala.site.services import services_of
from naqala.site.statistics.consent import objects
from naqala.site.statistics.schema import MOST_BYTES, Event


async def post_statistics(request: Request) -> Response:
    """Counts an event. No session is asked for, none begins, and nothing tells who has sent it."""
    statistics = services_of(request).statistics
    if not statistics.is_on:
        raise errors.statistics_off()
    if not objects(request.headers):
        statistics.count(await read_body(request, Event, MOST_BYTES))
    return Response(status_code=HTTPStatus.NO_CONTENT)


STATISTICS_OPERATIONS = [
    Operation(
        "POST",
        "/api/statistics",
        post_statistics,
        "Counts an event; with the header Sec-GPC: 1 or DNT: 1 it is not counted",
        answer=None,
        status=HTTPStatus.NO_CONTENT,
        body=Event,
        errors=(*UNREADABLE, HTTPStatus.FORBIDDEN),
        limit=Limit.STATISTICS,
    ),
]
