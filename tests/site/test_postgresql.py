"""The whole site on PostgreSQL."""

import pytest
from sqlalchemy import URL
from starlette.testclient import TestClient

from naqala.site.app import create_app
from naqala.site.settings import Settings, SettingsError, read_settings
from naqala.site.storage import MigrationError, migrate
from tests.site.conftest import BUNDLE
from tests.site.people import HandClock, Person, begin, error_code

pytestmark = pytest.mark.parametrize("url", ["postgresql"], indirect=True)


def test_friends_play_on_after_a_restart(url: URL, settings: Settings, clock: HandClock) -> None:
    address = url.render_as_string(hide_password=False)
    kept = Settings(data=settings.data, engine_threads=1, endgames=0, database=address)
    with TestClient(create_app(kept, BUNDLE, clock)) as client:
        ana, beto = Person(client), Person(client)
        game = begin(ana, beto, "3+2")
        ana.sow(game, 1)
        before = beto.sow(game, 6)
    clock.pass_s(1_000)
    with TestClient(create_app(kept, BUNDLE, clock)) as client:
        ana.client = beto.client = client
        after = beto.game(game["id"])
        assert after["plies"] == before["plies"]
        assert after["board"]["places"] == before["board"]["places"]
        assert ana.sow(game, 2)["board"]["seat_to_move"] == 1
        assert ana.command(game, "resign", 0).status_code == 200
        assert beto.post(f"/api/games/{game['id']}/rematch").status_code == 201
        assert error_code(ana.post(f"/api/games/{game['id']}/rematch")) == "stale"


def test_a_server_that_is_not_there_is_named_without_its_password(url: URL) -> None:
    gone = url.set(host="127.0.0.1", port=1, password="secret", query={})
    with pytest.raises(MigrationError) as caught:
        migrate(gone)
    assert "127.0.0.1" in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("wrong", ["mysql://me:secret@host/db", "postgresql://me:secret@host", "?"])
def test_a_wrong_address_is_refused_without_showing_it(url: URL, wrong: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings({}, {"NAQALA_DATABASE": wrong})
    assert "postgresql://USER:PASSWORD@HOST/NAME" in str(caught.value)
    assert "secret" not in str(caught.value)
    right = url.render_as_string(hide_password=False)
    assert read_settings({}, {"NAQALA_DATABASE": right}).database_url == url
