"""Point 6 over HTTP: what the API document says is what the site does, whatever it is sent."""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx2
import pytest
import schemathesis
import structlog
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from naqala.site.app import create_app
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from tests.security.live import Live, serving
from tests.site.conftest import BUNDLE
from tests.site.people import PASSWORD, PLENTY

EXAMPLES = 20


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    chosen = Settings(data=tmp_path, engine_threads=1, endgames=0)
    migrate(chosen.database_url)
    app = create_app(chosen, BUNDLE, limits=PLENTY)
    with structlog.testing.capture_logs() as logs, serving(app) as running:
        yield running
    assert [entry for entry in logs if entry["log_level"] in ("error", "critical")] == []


class Somebody:
    """An account with a game that goes on, one that is over, a room and a session."""

    def __init__(self, live: Live, number: int) -> None:
        with httpx2.Client(base_url=live.address) as client:
            wish = {"name": f"Persona-{number}", "password": PASSWORD}
            client.post("/api/account", json=wish).raise_for_status()
            self.games = []
            for ending in ("sow", "resign"):
                new = {"variant": "kalah", "mode": "cpu", "level": "easy"}
                game = client.post("/api/games", json=new).raise_for_status().json()
                command = {"type": ending, "id": f"{ending}-0001", "seat": 0}
                if ending == "sow":
                    command |= {"after": 1, "pit": 1}
                path = f"/api/games/{game['id']}/commands"
                client.post(path, json=command).raise_for_status()
                self.games.append(game["id"])
            self.token = client.post("/api/rooms", json={"variant": "wari"}).json()["token"]
            (session,) = client.get("/api/account").json()["sessions"]
            self.session = session["id"]
            self.cookie = client.cookies["naqala"]

    def known(self, parameter: str) -> list[str]:
        """What a parameter of a path may be, so that it leads somewhere."""
        lessons = ["kalah", "wari", "oware"]
        return {
            "game_id": self.games,
            "token": [self.token],
            "session_id": [self.session],
            "game": lessons,
        }[parameter]


def test_every_answer_is_one_that_the_document_tells_of(live: Live) -> None:
    """Random requests, valid and invalid, from nobody and from an account with games."""
    document = schemathesis.openapi.from_url(f"{live.address}/api/openapi.json")
    found = document.get_all_operations()
    operations = [one.ok() for one in found if isinstance(one, Ok)]
    assert len(operations) > 25
    successes = {
        operation.label
        for number, operation in enumerate(operations)
        if try_out(operation, Somebody(live, number))
    }
    # Most were let in, too, so that what they answer then was compared.
    assert len(successes) > len(operations) / 2, sorted(successes)


def try_out(operation: "APIOperation[Any, Any, Any, Any]", somebody: Somebody) -> bool:
    """Sends random requests for an operation; whether any succeeded."""
    statuses: set[int] = set()
    cases = operation.as_strategy()
    if operation.body or operation.query:
        cases |= operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=cases, data=st.data(), is_known=st.integers(0, 3))
    def ask(case: "Case[Any]", data: st.DataObject, is_known: int) -> None:
        if is_known:
            case.cookies = {"naqala": somebody.cookie}
            for name in case.path_parameters or {}:
                case.path_parameters[name] = data.draw(st.sampled_from(somebody.known(name)))
            if "follow" in (case.query or {}):
                case.query["follow"] = 0  # else it would not end
        # Integers written as 1.0 and names that are taken are valid by the document alone.
        excluded: list[Any] = [positive_data_acceptance]
        response = case.call(timeout=20)
        if response.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            excluded.append(negative_data_rejection)  # it is one, which the check does not know
        case.validate_response(response, excluded_checks=excluded)
        statuses.add(response.status_code)

    ask()
    return any(status < 300 for status in statuses)
