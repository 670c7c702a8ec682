"""Accounts in the browser: signing up, entering elsewhere, rated games, pages of players."""

import re
import uuid

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.table import Table
from tests.e2e.test_access import violations

PASSWORD = "mancala de olivo"
SIGN_UP = "Crear la cuenta"
KEPT = "Ya los he guardado"


@pytest.fixture
def name() -> str:
    """A name that nobody has on the server that all tests share."""
    return f"Ana{uuid.uuid4().hex[:8]}z"


def sign_up(page: Page, name: str) -> list[str]:
    """Makes an account of the page's guest; returns its recovery codes."""
    page.goto("/es/cuenta")
    page.get_by_label("Nombre").fill(name)
    page.get_by_label("Contraseña", exact=True).fill(PASSWORD)
    page.get_by_role("button", name=SIGN_UP).click()
    expect(page.get_by_role("listitem")).to_have_count(8)
    codes = page.locator("code").all_text_contents()
    page.get_by_role("button", name=KEPT).click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return codes


def log_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/es/cuenta")
    page.get_by_role("button", name="Entrar", exact=True).first.click()
    page.get_by_label("Nombre").fill(name)
    page.get_by_label("Contraseña", exact=True).fill(password)
    page.locator("form").get_by_role("button", name="Entrar", exact=True).click()


def test_a_guest_signs_up_keeps_his_game_enters_elsewhere_and_ends_that_session(
    visit: Visit, name: str
) -> None:
    ana = visit().start("Dos en este dispositivo")
    game = ana.game_id()
    ana.pit(1).click()
    sign_up(ana.page, name)
    ana.page.goto("/es/")
    expect(ana.page.locator("#app")).to_have_attribute("data-game", str(game))

    ana.page.goto("/es/cuenta")
    ana.page.get_by_role("button", name="Cerrar sesión").click()
    expect(ana.page.get_by_role("heading", name="Crea tu cuenta")).to_be_visible()
    log_in(ana.page, name)
    expect(ana.page.get_by_role("heading", name=name)).to_be_visible()

    other = visit("/es/cuenta")
    log_in(other.page, name)
    expect(other.page.get_by_role("heading", name=name)).to_be_visible()
    other.page.goto("/es/")
    expect(other.page.locator("#app")).to_have_attribute("data-game", str(game))
    other.wait_for_turn()

    ana.page.reload()
    ana.page.get_by_role("button", name="Cerrar la sesión de").click()
    expect(ana.page.get_by_role("button", name="Cerrar la sesión de")).to_have_count(0)
    other.page.goto("/es/cuenta")
    expect(other.page.get_by_role("heading", name="Crea tu cuenta")).to_be_visible()


def test_what_will_not_do_is_explained_beside_the_field_and_changes_nothing(
    visit: Visit, name: str, faults: list[str]
) -> None:
    page = visit("/es/cuenta").page
    page.get_by_label("Nombre").fill("<b>Ana</b>")
    page.get_by_label("Contraseña", exact=True).fill("corta")
    page.get_by_role("button", name=SIGN_UP).click()
    expect(page.locator(".account-error")).to_contain_text("solo puede llevar letras")
    page.get_by_label("Nombre").fill(name)
    page.get_by_role("button", name=SIGN_UP).click()
    expect(page.locator(".account-error")).to_contain_text("al menos 8")
    log_in(page, name)
    expect(page.locator(".account-error")).to_contain_text("no son correctos")
    # The browser itself tells of every refused request.
    faults[:] = [fault for fault in faults if "Failed to load resource" not in fault]


def test_a_forgotten_password_is_set_anew_with_a_code(visit: Visit, name: str) -> None:
    codes = sign_up(visit().page, name)
    page = visit("/es/cuenta").page
    page.get_by_role("button", name="No recuerdo la contraseña").click()
    page.get_by_label("Nombre").fill(name)
    page.get_by_role("textbox", name="Código de recuperación").fill(codes[3].upper())
    page.get_by_label("Contraseña nueva", exact=True).fill("otra palabra larga")
    page.get_by_role("button", name="Cambiar la contraseña y entrar").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.get_by_text("quedan 7")).to_be_visible()


def test_an_account_is_renamed_exported_and_deleted(visit: Visit, name: str) -> None:
    page = visit().page
    sign_up(page, name)
    page.get_by_text("Cambiar el nombre").first.click()
    page.get_by_label("Nombre nuevo").fill(f"{name}2")
    page.get_by_role("button", name="Cambiar el nombre").click()
    expect(page.get_by_role("heading", name=f"{name}2")).to_be_visible()
    expect(page.get_by_text("Podrás cambiarlo otra vez")).to_be_visible()

    page.get_by_text("Descargar mis datos").first.click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Descargar mis datos").click()
    assert f"{name}2" in download.value.path().read_text()

    page.get_by_text("Borrar la cuenta").first.click()
    page.get_by_label("Contraseña", exact=True).last.fill(PASSWORD)
    page.get_by_role("button", name="Borrar mi cuenta para siempre").click()
    expect(page.get_by_role("heading", name="Crea tu cuenta")).to_be_visible()
    assert page.request.get(f"/es/jugador/{name}2").status == 404


def play_three_rounds(first: Table, second: Table) -> None:
    for number in (1, 3, 5):
        for table in (first, second):
            table.wait_for_turn()
            table.pit(number).click()


def test_two_accounts_play_a_rated_game_and_see_what_it_did_to_their_ratings(
    visit: Visit, name: str
) -> None:
    ana, beto = visit(), visit()
    rival = f"Beto{name}"[:20]
    sign_up(ana.page, name)
    sign_up(beto.page, rival)
    for table in (ana, beto):
        table.page.goto("/es/")
        table.wait_for_turn()
        table.page.get_by_role("button", name=re.compile("con puntuación.*3\\+2")).click()
    for table in (ana, beto):
        table.page.wait_for_url("**/g/*")
        expect(table.page.get_by_text("1500?")).to_have_count(2)
    first, second = (ana, beto) if ana.playable() else (beto, ana)
    play_three_rounds(first, second)
    second.page.get_by_role("button", name="Rendirse").click()
    second.page.get_by_role("dialog").locator(".primary").click()
    for table in (first, second):
        expect(table.page.locator(".player-rating b[data-way=up]")).to_have_text("+162")
        expect(table.page.locator(".player-rating b[data-way=down]")).to_have_text("\u2212162")

    loser = rival if second is beto else name
    page = ana.page
    page.goto(f"/es/jugador/{loser}")
    expect(page.get_by_text("1338?")).to_be_visible()
    expect(page.get_by_role("link", name="Perdida")).to_be_visible()
    expect(page.get_by_text("\u2212162")).to_be_visible()
    page.get_by_role("link", name="Perdida").click()
    page.wait_for_url("**/g/*")
    # Nobody is known well after a single game.
    page.goto("/es/jugadores")
    expect(page.get_by_role("heading", name="Jugadores")).to_be_visible()
    expect(page.get_by_text(loser)).to_have_count(0)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("language", ["es", "en"])
def test_axe_finds_nothing_on_the_pages_of_accounts_and_players(
    visit: Visit, name: str, language: str, theme: str
) -> None:
    table = visit(color_scheme=theme)
    page = table.page
    account = {"es": "/es/cuenta", "en": "/en/account"}[language]
    page.goto(account)
    expect(page.locator("form")).to_be_visible()
    assert violations(page) == []
    sign_up(page, name)
    for path in (
        account,
        {"es": "/es/jugadores", "en": "/en/players"}[language],
        f"{ {'es': '/es/jugador', 'en': '/en/player'}[language] }/{name}",
    ):
        page.goto(path)
        expect(page.locator("main#main, main#content")).to_be_visible()
        for details in page.locator("details").all():
            details.evaluate("element => { element.open = true; }")
        assert violations(page) == []
        narrow = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert narrow, f"{path} is wider than the window"


def test_no_page_of_accounts_or_players_is_wider_than_a_phone(visit: Visit, name: str) -> None:
    table = visit(viewport={"width": 320, "height": 640})
    sign_up(table.page, name)
    for path in ("/es/cuenta", "/es/jugadores", f"/es/jugador/{name}"):
        table.page.goto(path)
        expect(table.page.locator("main#main, main#content")).to_be_visible()
        assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
