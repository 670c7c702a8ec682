"""Point 6: whatever text stands where, in an address or a body, is no fault of the store's; and
point 3: of many who want the same at once, one gets it."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import structlog
from fuzzing.mutations import STRANGE_TEXTS, dump
from fuzzing.pages import ask
from sqlalchemy import URL, func, select
from starlette.applications import Starlette

from naqala.site.app import create_app
from naqala.site.client_address import parse_networks
from naqala.site.settings import Settings
from naqala.site.storage.engine import open_engine
from naqala.site.storage.tables import ACCOUNT, PLAYER, RECOVERY_CODE, SESSION
from tests.site.conftest import BUNDLE
from tests.site.people import PASSWORD, Person, error_code

TEXTS = (*STRANGE_TEXTS, "ana\0", "\0" * 8, "a\0b" * 4, "ana\u202e", "%", "_" * 9, "\\" * 9)
Attempt = Callable[[Starlette], Awaitable[None]]


def run(settings: Settings, url: URL, attempt: Attempt) -> None:
    """Tries something at a site on this database; nothing may be logged as an error."""
    address = url.render_as_string(hide_password=False)
    chosen = replace(settings, database=address, unlimited=parse_networks("127.0.0.1"))

    async def begin() -> None:
        app = create_app(chosen, BUNDLE)
        async with app.router.lifespan_context(app):
            await attempt(app)

    with structlog.testing.capture_logs() as logs:
        asyncio.run(begin())
    assert [entry for entry in logs if entry["log_level"] in ("error", "critical")] == []


def test_no_text_is_a_fault_of_the_store(settings: Settings, url: URL) -> None:
    async def attempt(app: Starlette) -> None:
        _, _, cookie = await ask(app, "POST", "/api/me", "{}")
        for text in TEXTS:
            bodies: list[tuple[str, dict[str, Any]]] = [
                ("/api/account", {"name": text, "password": PASSWORD}),
                ("/api/account/login", {"name": text, "password": text}),
                ("/api/account/recover", {"name": text, "code": text, "password": PASSWORD}),
                ("/api/rooms", {"variant": text}),
                ("/api/games", {"variant": text, "mode": "local"}),
                ("/api/analysis", {"variant": "kalah", "position": text}),
            ]
            paths = [f"/api/games/{text}", f"/api/games/{text}/events", f"/api/rooms/{text}"]
            for path, body in bodies:
                status, answer, _ = await ask(app, "POST", path, dump(body), cookie)
                assert status < 500, (path, text, answer)
            for path in paths:
                status, answer, _ = await ask(app, "GET", path)
                assert status < 500, (path, text, answer)
            for path in (f"/api/games/{text}/hint", f"/api/account/sessions/{text}/end"):
                status, answer, _ = await ask(app, "POST", path, '{"after": 1}', cookie)
                assert status < 500, (path, text, answer)

    run(settings, url, attempt)


def test_of_many_at_once_one_succeeds(settings: Settings, url: URL) -> None:
    async def attempt(app: Starlette) -> None:
        async def at_once(
            path: str, bodies: list[dict[str, Any]], cookie: str = ""
        ) -> tuple[Counter[str], Any, str]:
            """How often which code came (`ok` for success), the one answer and its cookie."""
            answers = await asyncio.gather(
                *(ask(app, "POST", path, dump(body), cookie) for body in bodies)
            )
            codes = Counter(
                "ok" if status < 300 else answer["error"]["code"] for status, answer, _ in answers
            )
            (won,) = [one for one in answers if one[0] < 300]
            return codes, won[1], won[2]

        new = {"name": "Raquel", "password": PASSWORD}
        codes, answer, _ = await at_once("/api/account", [new] * 12)
        assert codes == {"ok": 1, "name_taken": 11}
        used = {"name": "Raquel", "code": answer["codes"][0], "password": "otra mancala"}
        codes, _, cookie = await at_once("/api/account/recover", [used] * 6)
        assert codes == {"ok": 1, "wrong_code": 5}
        names = [{"name": f"Raquel{letter}"} for letter in "bcdef"]
        codes, _, _ = await at_once("/api/account/name", names, cookie)
        assert codes == {"ok": 1, "renamed_lately": 4}
        _, room, _ = await ask(app, "POST", "/api/rooms", '{"variant": "kalah"}')
        codes, _, _ = await at_once(f"/api/rooms/{room['token']}/join", [{}] * 8)
        assert codes == {"ok": 1, "seat_taken": 7}

    run(settings, url, attempt)


def test_nothing_of_an_account_comes_back_while_it_is_deleted(settings: Settings, url: URL) -> None:
    """Whatever else it does at the same moment: no code, no session, no hash is left."""

    async def attempt(app: Starlette) -> None:
        for number in range(6):
            name, other = f"Raquel{'abcdef'[number]}", "una mancala de pino"
            new = dump({"name": name, "password": PASSWORD})
            _, _, cookie = await ask(app, "POST", "/api/account", new)
            proof = {"password": PASSWORD}
            changes: list[tuple[str, dict[str, Any], str]] = [
                ("/api/account/codes", proof, cookie),
                ("/api/account/password", {**proof, "new_password": other}, cookie),
                ("/api/account/login", {"name": name, **proof}, ""),
                ("/api/account/login", {"name": name, **proof}, ""),
            ]
            # Whoever comes first is judged first: each of them once just before the deletion.
            order = changes[number % 4 :] + changes[: number % 4]
            order.insert(1 + number // 2, ("/api/account/delete", proof, cookie))
            answers = await asyncio.gather(
                *(ask(app, "POST", path, dump(body), sent) for path, body, sent in order)
            )
            assert all(status < 500 for status, _, _ in answers)

    run(settings, url, attempt)
    engine = open_engine(url)
    with engine.connect() as connection:
        gone = select(PLAYER.c.id).where(PLAYER.c.deleted_ms.is_not(None))
        for table in (SESSION, RECOVERY_CODE, ACCOUNT):
            left = select(func.count()).where(table.c.player_id.in_(gone))
            assert connection.execute(left).scalar_one() == 0, table.name
        assert connection.execute(select(func.count()).select_from(gone.subquery())).scalar_one()
    engine.dispose()


def test_a_name_with_an_unseen_letter_is_no_other_name(ana: Person) -> None:
    ana.post("/api/account", {"name": "Ana", "password": PASSWORD})
    for name in ("Ana\0", "A\u200bna", "\u202eAna"):
        wrong = {"name": name, "password": "not the right one"}
        assert error_code(ana.post("/api/account/login", wrong)) == "wrong_password"
        refused = Person(ana.client).post("/api/account", {"name": name, "password": PASSWORD})
        assert error_code(refused) == "invalid_name"
