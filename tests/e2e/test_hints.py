"""Hints while one plays, and what was given away when the game is over, as a player sees them."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import REVIEW_MS, Visit
from tests.e2e.table import Table

SMALL = {"variant": "kalah(3,2)", "mode": "local"}
"""A game so small that the analyst knows all of it."""


def begin_small(visit: Visit, path: str = "/es/") -> Table:
    table = visit(path).wait_for_turn()
    current = table.page.request.get("/api/games/current").json()["game"]["id"]
    answer = table.page.request.post("/api/games", data={**SMALL, "previous": current})
    assert answer.ok, answer.text()
    expect(table.page.locator("#app")).to_have_attribute("data-game", answer.json()["id"])
    return table.wait_for_turn()


def test_a_hint_marks_the_best_pit_says_its_worth_and_goes_with_the_move(visit: Visit) -> None:
    table = begin_small(visit)
    page = table.page
    page.get_by_role("button", name="Pedir una pista").click()
    marked = page.locator(".pit[data-beacon]")
    expect(marked).to_have_count(1)
    caption = page.locator(".caption")
    expect(caption).to_contain_text(re.compile(r"Pista: hoyo \d si nadie falla, "))
    expect(page.get_by_role("status").first).to_contain_text("Pista: hoyo")
    expect(marked).to_have_attribute("aria-description", re.compile("brilla"))
    marked.click()
    expect(marked).to_have_count(0)
    expect(caption).not_to_contain_text("Pista")


def test_a_hint_is_asked_for_by_key_inside_the_board(visit: Visit) -> None:
    table = begin_small(visit, "/en/")
    table.own_pits().first.focus()
    table.page.keyboard.press("h")
    expect(table.page.locator(".pit[data-beacon]")).to_have_count(1)
    expect(table.page.locator(".caption")).to_contain_text("if nobody errs, ")
    table.page.keyboard.press("?")
    expect(table.page.get_by_role("dialog")).to_contain_text("get a hint")


def test_the_end_tells_what_each_gave_away_and_marks_mistakes(visit: Visit) -> None:
    table = begin_small(visit)
    page = table.page
    while table.settle():
        table.playable()[0].click()
    given = page.locator(".given")
    expect(given).to_be_visible(timeout=REVIEW_MS)
    losses = page.evaluate(
        """async () => {
            const id = document.querySelector('#app').dataset.game;
            return (await fetch(`/api/games/${id}/review`)).json();
        }"""
    )
    told = [int(text) for text in given.locator("b").all_text_contents()]
    assert told == [given_away["seeds"] for given_away in losses["given_away"]]
    assert sum(told) > 0
    mistakes = [ply for ply in losses["plies"] if ply["loss"] >= 3]
    assert mistakes
    marks = page.locator(".ply-loss")
    expect(marks).to_have_text([f"−{ply['loss']:.0f}" for ply in mistakes])
    for mark, ply in zip(marks.all(), mistakes, strict=True):
        expect(mark).to_have_attribute(
            "title", f"regala {ply['loss']:.0f} semillas, mejor, el hoyo {ply['best']}"
        )
