"""Point 14: a thousand analyses at once fill a bounded queue, and moves go on meanwhile."""

import asyncio
from collections import Counter
from pathlib import Path

from fuzzing.mutations import dump
from fuzzing.pages import ask

from naqala.site.app import create_app
from naqala.site.client_address import parse_networks
from naqala.site.running import MOST_ANALYSES
from naqala.site.services import Services
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from tests.site.conftest import BUNDLE

QUESTION = dump(
    {
        "variant": "kalah",
        "position": "4,4,4,4,4,4/4,4,4,4,4,4 0,0 S",
        "limits": {"time_ms": 20},
    }
)
GUESTS, LEAST, MOVES = 40, 1_000, 8


def test_a_thousand_analyses_wait_in_a_bounded_queue_and_slow_no_move(tmp_path: Path) -> None:
    settings = Settings(
        data=tmp_path, engine_threads=1, endgames=0, unlimited=parse_networks("127.0.0.1")
    )
    migrate(settings.database_url)
    asyncio.run(_flood(settings))


async def _flood(settings: Settings) -> None:
    app = create_app(settings, BUNDLE)
    async with app.router.lifespan_context(app):
        services: Services = app.state.services
        guests = [(await ask(app, "POST", "/api/me", "{}"))[2] for _ in range(GUESTS)]
        wish = dump({"variant": "kalah", "mode": "local"})
        _, game, player = await ask(app, "POST", "/api/games", wish)
        answers: Counter[tuple[int, str]] = Counter()
        most_waiting = 0
        has_moved = False

        async def flood(guest: str) -> None:
            nonlocal most_waiting
            while answers.total() < LEAST or not has_moved:
                status, answer, _ = await ask(app, "POST", "/api/analysis", QUESTION, guest)
                answers[status, answer.get("error", {}).get("code", "")] += 1
                most_waiting = max(most_waiting, services.analysts._workers._jobs)
                await asyncio.sleep(0)

        # The first two of each guest are sent at once, so that one of them is too much.
        floods = [asyncio.create_task(flood(guest)) for guest in guests * 2]
        await asyncio.sleep(0.1)
        board = game["board"]
        for number in range(MOVES):
            sow = {
                "type": "sow",
                "id": f"flooded-{number:03}",
                "seat": board["seat_to_move"],
                "after": board["after"],
                "pit": board["legal"][0]["move"],
            }
            path = f"/api/games/{game['id']}/commands"
            status, answer, _ = await ask(app, "POST", path, dump(sow), player)
            assert status == 200, answer
            board = answer["board"]
        has_moved = True
        await asyncio.gather(*floods)
    assert set(answers) == {(200, ""), (429, "one_at_a_time"), (503, "busy")}
    assert answers.total() >= LEAST
    assert answers[200, ""] > 0
    # One runs, the others wait.
    assert 0 < most_waiting <= MOST_ANALYSES + 1
