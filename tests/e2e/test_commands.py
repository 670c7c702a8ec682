"""Undo, resign, swap, new games; and what never plays twice."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Visit

# Headline, lamps and number of plies, whenever they change: some last less than a second, which a
# busy machine may look away for.
KEEP_SIGHTS = """() => {
    window.sights = [];
    const look = () => {
        const texts = selector =>
            [...document.querySelectorAll(selector)].map(element => element.textContent).join();
        const plies = document.querySelectorAll(".moves .ply").length;
        window.sights.push([texts(".turn"), texts(".player[data-active] .player-name"), plies]);
    };
    const all = { attributes: true, childList: true, characterData: true, subtree: true };
    new MutationObserver(look).observe(document.body, all);
}"""


def test_undo_takes_back_what_the_cpu_has_answered(visit: Visit) -> None:
    table = visit().wait_for_turn().start("Fácil")
    start = table.places()
    table.pit(1).click()
    expect(table.page.locator(".moves .ply").nth(1)).to_be_visible()
    table.wait_for_turn()
    table.page.get_by_role("button", name="Deshacer jugada").click()
    expect(table.page.locator(".moves .ply")).to_have_count(0)
    table.wait_for_turn()
    assert table.places() == start
    expect(table.page.get_by_role("status")).to_have_text("Jugada deshecha. Te toca.")


def test_resigning_asks_first(visit: Visit) -> None:
    table = visit().wait_for_turn()
    table.pit(3).click()
    table.wait_for_turn()
    table.page.get_by_role("button", name="Rendirse").click()
    dialog = table.page.get_by_role("dialog", name="¿Quieres rendirte?")
    dialog.get_by_role("button", name="Seguir jugando").click()
    expect(dialog).to_be_hidden()
    assert not table.is_over()
    table.page.get_by_role("button", name="Rendirse").click()
    dialog.get_by_role("button", name="Rendirse").click()
    expect(table.page.locator(".result")).to_have_text("Pierdes la partida")
    expect(table.page.locator(".result")).to_be_focused()
    table.page.get_by_role("button", name="Nueva partida").click()
    table.wait_for_turn()
    assert not table.is_over()


def test_on_one_device_it_is_said_who_resigns(visit: Visit) -> None:
    table = visit("/en/").wait_for_turn().start("Two on this device")
    table.pit(1).click()
    table.wait_for_turn()
    table.page.get_by_role("button", name="Resign").click()
    table.page.get_by_role("button", name="South resigns").click()
    expect(table.page.locator(".result")).to_have_text("North wins")


def test_the_swap_changes_sides(visit: Visit) -> None:
    table = visit().wait_for_turn()
    table.page.get_by_text("Variantes del kalah").click()
    table.page.get_by_role("checkbox", name="Regla de la tarta").check()
    table.start("Jugar segundo (medio)")
    places = table.places()
    table.page.get_by_role("button", name="Cambiar de lado").click()
    expect(table.page.get_by_role("button", name="Cambiar de lado")).to_be_hidden()
    table.settle()
    assert places[7:] != places[:7], "the opening has told the sides apart"
    expect(table.page.locator(".ply", has_text="cambio de lado")).to_have_count(1)
    expect(table.page.get_by_role("group", name="Tus hoyos")).to_have_class(re.compile("front"))


def test_playing_second_puts_the_own_side_in_front(visit: Visit) -> None:
    table = visit().wait_for_turn().start("Jugar segundo (medio)")
    expect(table.page.get_by_role("group", name="Tus hoyos")).to_have_class(re.compile("front"))

    expect(table.page.get_by_role("status")).to_contain_text("La CPU siembra")


def test_a_double_click_never_plays_twice(visit: Visit) -> None:
    table = visit(reduced_motion="no-preference").wait_for_turn().start("Dos en este dispositivo")
    # From the start pit 3 gives an extra turn: a second click finds the same player to move.
    table.pit(3).dblclick()
    expect(table.page.locator(".moves .ply")).to_have_count(1)
    table.wait_for_turn()
    table.pit(2).click(click_count=3)
    table.page.wait_for_timeout(400)
    expect(table.page.locator(".moves .ply")).to_have_count(2)


def test_a_key_held_down_is_one_move(visit: Visit) -> None:
    table = visit().wait_for_turn().start("Dos en este dispositivo")
    table.pit(3).focus()
    for _ in range(5):
        table.page.keyboard.down("Enter")
    table.page.keyboard.up("Enter")
    expect(table.page.locator(".moves .ply")).to_have_count(1)


def test_an_extra_turn_may_be_used_while_seeds_still_travel(visit: Visit) -> None:
    table = visit(reduced_motion="no-preference").wait_for_turn().start("Dos en este dispositivo")
    table.pit(3).click()
    expect(table.page.locator(".status .badge")).to_have_text("turno extra")
    # The server's answer comes while they do, and no tap is heard before.
    table.wait_for_answer().pit(6).click()
    expect(table.page.locator(".moves .ply")).to_have_count(2)
    expect(table.page.get_by_role("status")).to_contain_text("Sur siembra el hoyo 6")


def test_a_game_underway_is_not_thrown_away_unasked(visit: Visit) -> None:
    table = visit().wait_for_turn()
    table.pit(3).click()
    table.wait_for_turn()
    before = table.game_id()
    table.page.get_by_role("button", name="Cambiar de modo").click()
    table.page.get_by_role("button", name="Difícil").click()
    dialog = table.page.get_by_role("dialog", name="¿Empezar otra partida?")
    dialog.get_by_role("button", name="Seguir jugando").click()
    assert table.game_id() == before
    table.page.get_by_role("button", name="Difícil").click()
    dialog.get_by_role("button", name="Empezar otra").click()
    expect(table.page.locator("#app")).not_to_have_attribute("data-game", before or "")
    expect(table.page.locator(".player-level")).to_have_text("Difícil")


def test_the_chosen_game_is_the_one_that_starts(visit: Visit) -> None:
    table = visit().wait_for_turn()
    table.page.get_by_role("radio", name="Kalah 6").check()
    before = table.game_id()
    table.page.get_by_role("button", name=re.compile("^Empezar")).click()
    expect(table.page.locator("#app")).not_to_have_attribute("data-game", before or "")
    table.wait_for_turn()
    assert table.places()[0] == 6


def test_new_game_starts_the_chosen_one(visit: Visit) -> None:
    table = visit().wait_for_turn()
    table.page.get_by_role("radio", name="Oware").check()
    table.start("Nueva partida")
    expect(table.page.get_by_role("status")).to_contain_text("Partida nueva: Oware.")
    expect(table.page.get_by_role("radio", name="Oware")).to_be_checked()


def test_options_that_are_on_are_in_sight(visit: Visit) -> None:
    table = visit().wait_for_turn()
    table.page.locator(".options summary").first.click()
    table.page.get_by_role("checkbox", name="Captura en vacío").check()
    table.start("Dos en este dispositivo")
    table.pit(1).click()
    # The panel closes with the first move; pressed before that, the button would close it.
    expect(table.page.locator(".moves .ply")).to_have_count(1)
    table.page.get_by_role("button", name="Cambiar de modo").click()
    summary = table.page.locator(".options summary").first
    expect(summary).to_have_text("Variantes del kalah: captura en vacío")
    expect(table.page.get_by_role("checkbox", name="Captura en vacío")).to_be_checked()


def test_headline_lamps_and_list_follow_the_seeds(visit: Visit) -> None:
    table = visit(reduced_motion="no-preference").wait_for_turn().start("Fácil")
    table.page.evaluate(KEEP_SIGHTS)
    table.pit(1).click()
    table.wait_for_turn()
    assert table.plies() >= 2
    sights: list[tuple[str, str, int]] = [
        (turn, lamps, plies) for turn, lamps, plies in table.page.evaluate("() => window.sights")
    ]
    own = {sight for sight in sights if sight[0] == "Siembras…"}
    assert own == {("Siembras…", "Tú", 0)}
    rivals = [sight for sight in sights if sight[0] == "La CPU siembra…"]
    assert rivals[0] == ("La CPU siembra…", "CPU", 1)
    assert {lamps for _, lamps, _ in rivals} == {"CPU"}


def test_a_game_with_shorter_rows_leads_back_to_the_usual_ones(visit: Visit) -> None:
    table = visit().wait_for_turn()
    table.page.evaluate(
        """async previous => {
            const body = JSON.stringify({ variant: "kalah(4,4)", mode: "local", previous });
            const headers = { "content-type": "application/json" };
            await fetch("/api/games", { method: "POST", body, headers });
        }""",
        table.game_id(),
    )
    expect(table.own_pits()).to_have_count(4)
    table.page.get_by_role("radio", name="Kalah 4").check()
    table.page.get_by_role("button", name=re.compile("^Empezar")).click()
    expect(table.own_pits()).to_have_count(6)


def test_the_dialog_of_a_game_goes_with_it(visit: Visit) -> None:
    first = visit().wait_for_turn().start("Dos en este dispositivo")
    second = visit(profile=first.page.context).wait_for_turn()
    second.page.get_by_role("button", name="Rendirse").click()
    expect(second.page.get_by_role("dialog")).to_be_visible()
    first.start("Fácil")
    expect(second.page.locator("#app")).to_have_attribute("data-game", first.game_id() or "")
    expect(second.page.get_by_role("dialog")).to_have_count(0)
    assert not second.wait_for_turn().is_over()


def test_a_pit_that_cannot_be_played_says_why(visit: Visit) -> None:
    table = visit().wait_for_turn()
    table.page.locator(".row-back .pit").first.click(force=True)
    assert table.warned() == "Ese hoyo es del otro lado. Siembra uno de los tuyos."
    table.pit(3).click()
    table.wait_for_turn()
    table.page.wait_for_timeout(500)
    table.pit(3).click(force=True)
    assert table.warned() == "El hoyo 3 está vacío. Elige uno con semillas."
    expect(table.page.locator(".notice")).to_be_visible()
