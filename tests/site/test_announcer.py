"""Who is there is told at once to few, and to many together."""

from contextlib import ExitStack
from typing import Any

import anyio
from starlette.testclient import TestClient

from naqala.play import PlayerId
from naqala.site import announcer
from naqala.site.bus import Gathered, Notice
from naqala.site.services import Services
from naqala.site.storage import GameId
from tests.site.people import Person, begin


def told_while_strangers_come(site: TestClient, game: dict[str, Any], readers: int) -> list[int]:
    """Lets as many strangers come to a game as read it; how many each notice counts."""
    told: list[int] = []

    async def come() -> None:
        services: Services = site.app.state.services  # type: ignore[attr-defined]
        game_id = GameId(game["id"])

        def listen(notice: Notice) -> None:
            if isinstance(notice, Gathered):
                told.append(notice.presence.watchers)

        with ExitStack() as stack:
            stack.enter_context(services.bus.listen(game_id, listen))
            for _ in range(readers - 1):
                stack.enter_context(services.bus.listen(game_id, lambda notice: None))
            for number in range(readers):
                stack.enter_context(services.presence.joined(game_id, PlayerId(f"p{number}")))
            with anyio.move_on_after(10):
                while not told or told[-1] < readers:
                    await anyio.sleep(0.01)

    assert site.portal is not None
    site.portal.call(come)
    return told


def test_few_hear_of_everybody_and_many_of_all_of_a_moment_at_once(
    site: TestClient, ana: Person, beto: Person
) -> None:
    game = begin(ana, beto)
    few, many = announcer.FEW, 300
    assert told_while_strangers_come(site, game, few)[:few] == list(range(1, few + 1))
    assert told_while_strangers_come(site, begin(ana, beto), many) == [many]
