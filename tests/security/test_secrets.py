"""Points 4, 5 and 22: no default secrets, files for their owner alone, ids nobody guesses, no word
of the inside."""

import stat
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
import structlog
from starlette.testclient import TestClient

from naqala.site import identity
from naqala.site.app import create_app
from naqala.site.settings import Settings
from naqala.site.storage import migrate
from tests.server import Server
from tests.site.conftest import BUNDLE
from tests.site.people import Person, invite, join

SOURCES = Path(__file__).parents[2] / "src" / "naqala"


def test_what_the_server_makes_is_its_owners_alone(
    start_server: Callable[[Path], Server], tmp_path: Path
) -> None:
    data = tmp_path / "new" / "data"
    server = start_server(data)
    assert httpx2.post(f"{server.address}/api/me").status_code == 200
    made = [data, *data.rglob("*")]
    assert data / "naqala.sqlite" in made
    assert [path for path in made if path.stat().st_mode & 0o077] == []


def test_a_database_that_was_open_to_others_is_closed_to_them(
    start_server: Callable[[Path], Server], tmp_path: Path
) -> None:
    migrate(Settings(data=tmp_path).database_url)
    database = tmp_path / "naqala.sqlite"
    database.chmod(0o644)
    start_server(tmp_path)
    assert stat.S_IMODE(database.stat().st_mode) == 0o600


def test_two_installations_share_no_secret(tmp_path: Path) -> None:
    """A session of one opens nothing at the other, though both have the same settings."""
    tokens: list[str] = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        settings = Settings(data=tmp_path / name, engine_threads=1, endgames=0)
        migrate(settings.database_url)
        with TestClient(create_app(settings, BUNDLE)) as client:
            for token in tokens:
                answer = client.get("/api/me", headers={"cookie": f"naqala={token}"})
                assert answer.json() == {"player": None}
            tokens.append(client.post("/api/me").cookies["naqala"])
    assert len(set(tokens)) == 2


@pytest.mark.parametrize(
    ("make", "bits"),
    [
        (identity.new_game_id, 71),
        (identity.new_room_id, 95),
        (identity.new_room_token, 128),
        (identity.new_player_id, 95),
        (identity.new_session_token, 256),
    ],
)
def test_ids_and_tokens_are_from_the_systems_random_numbers(
    make: Callable[[], str], bits: int
) -> None:
    made = {make() for _ in range(2_000)}
    assert len(made) == 2_000
    letters = {letter for one in made for letter in one}
    lengths = {len(one) for one in made}
    assert len(lengths) == 1
    # Every letter at every place: so many bits at most, and the source below gives no fewer.
    most_bits = lengths.pop() * (len(letters)).bit_length()
    assert len(letters) >= 62
    assert most_bits >= bits
    text = Path(identity.__file__).read_text()
    assert "import secrets" in text
    assert "import random" not in text


def test_a_rooms_token_is_in_no_log_and_leaves_in_no_referer(
    site: TestClient, ana: Person, beto: Person
) -> None:
    with structlog.testing.capture_logs() as logs:
        room = invite(ana)
        game = join(beto, room)
        token = room["token"]
        for path in (
            f"/r/{token}",
            f"/r/{token}/",
            f"/api/rooms/{token}",
            f"/api/rooms/{token}/nothing",
            f"/api/games/{game['id']}?room={token}",
        ):
            answer = ana.get(path)
            assert answer.headers["referrer-policy"] in ("same-origin", "no-referrer")
    assert token not in repr(logs)
    access = site.app.state.services.settings.data / "access"  # type: ignore[attr-defined]
    assert not any(token in path.read_text() for path in access.rglob("*") if path.is_file())


def test_nothing_runs_in_debug_mode(client: TestClient) -> None:
    assert client.app.debug is False  # type: ignore[attr-defined]
    for path in SOURCES.rglob("*.py"):
        assert "debug=True" not in path.read_text()


def test_a_fault_tells_nothing_of_the_inside(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    from naqala.site.guests import Guests

    def fail(*arguments: object) -> None:
        raise RuntimeError("a secret of the inside: /home/naqala/password")

    migrate(settings.database_url)
    with TestClient(create_app(settings, BUNDLE), raise_server_exceptions=False) as client:
        monkeypatch.setattr(Guests, "session_of", fail)
        answer = client.get("/api/me")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "internal_error"
    for word in ("secret", "Traceback", "RuntimeError", "naqala/", ".py"):
        assert word not in answer.text
