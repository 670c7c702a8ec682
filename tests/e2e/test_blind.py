"""A blind player: all that he knows of the game is the accessibility tree and what is said."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import WAIT_MS, Visit

MOST_MOVES = 120

# Keeps every text of a live region from the start, as a screen reader would read it out.
LISTEN = """
window.heard = [];
new MutationObserver(() => {
    for (const region of document.querySelectorAll("[aria-live]:not([aria-live=off])")) {
        const text = region.textContent.replaceAll("\\u200b", "");
        if (text !== "" && region.heardLast !== region.textContent) window.heard.push(text);
        region.heardLast = region.textContent;
    }
}).observe(document, { childList: true, characterData: true, subtree: true });
"""


@dataclass(frozen=True)
class Voice:
    """How the page speaks a language."""

    easy: str
    own_pits: str
    your_turn: str
    over: str
    cpu_sows: str
    result: str
    board: str
    store: str


VOICES = {
    "es": Voice(
        easy="Fácil",
        own_pits="Tus hoyos",
        your_turn="Te toca.",
        over="Fin de la partida.",
        cpu_sows="La CPU siembra el hoyo",
        result=r"Ganas \d+ a \d+|Pierdes \d+ a \d+|Empate a 24",
        board="Tablero",
        store=r"[Aa]lmacén(?: de la CPU)?: (\d+) semilla",
    ),
    "en": Voice(
        easy="Easy",
        own_pits="Your pits",
        your_turn="Your turn.",
        over="End of the game.",
        cpu_sows="The CPU sows pit",
        result=r"You win \d+ to \d+|You lose \d+ to \d+|A draw, 24 each",
        board="Board",
        store=r"store: (\d+) seed",
    ),
}


class BlindPlayer:
    """Reads the tree, listens, and presses buttons by their names."""

    def __init__(self, page: Page, voice: Voice) -> None:
        self._page = page
        self._voice = voice
        self._read = 0
        self.heard: list[str] = []

    def listen(self) -> str:
        """What has been said since the last time; waits until it is his turn or the game over."""
        self._page.wait_for_function(
            """([read, ...awaited]) => window.heard.slice(read).some(
                text => awaited.some(words => text.includes(words)))""",
            arg=[self._read, self._voice.your_turn, self._voice.over],
        )
        all_heard: list[str] = self._page.evaluate("() => window.heard")
        news = all_heard[self._read :]
        self._read = len(all_heard)
        self.heard += news
        return " ".join(news)

    def pits_to_sow(self) -> list[str]:
        """The names of the buttons of his own row that are not disabled, in their order.

        His turn is said as soon as his move is shown; the next one waits for the server's word.
        """
        for _ in range(WAIT_MS // 50):
            if names := self._enabled():
                return names
            self._page.wait_for_timeout(50)
        return []

    def _enabled(self) -> list[str]:
        own = self._page.get_by_role("group", name=self._voice.own_pits)
        lines = own.aria_snapshot().splitlines()
        buttons = [line for line in lines if re.match(r"\s*- button ", line)]
        assert len(buttons) == 6
        names = [re.search(r'"([^"]+)"', line) for line in buttons if "[disabled]" not in line]
        return [name[1] for name in names if name is not None]

    def sow(self, name: str) -> None:
        """Presses a pit of his own row."""
        own = self._page.get_by_role("group", name=self._voice.own_pits)
        own.get_by_role("button", name=name, exact=True).press("Enter")


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_blind_player_plays_a_whole_game(visit: Visit, language: str) -> None:
    voice = VOICES[language]
    table = visit("about:blank")
    page = table.page
    page.add_init_script(LISTEN)
    page.goto(f"/{language}/")
    table.wait_for_turn().start(voice.easy)
    player = BlindPlayer(page, voice)
    said = ""
    moves = 0
    while voice.over not in said:
        assert moves < MOST_MOVES, "the game does not end"
        pits = player.pits_to_sow()
        assert pits, f"his turn, and nothing to sow: {said}"
        player.sow(pits[-1])
        said = player.listen()
        moves += 1
    assert re.search(voice.result, said)
    # Every move of the CPU was told, once.
    told = sum(text.count(voice.cpu_sows) for text in player.heard)
    cpu_plies = page.locator(".moves li[data-side=north] .ply").count()
    assert told == cpu_plies
    # What he finds on the board afterwards is what was said.
    board = page.get_by_role("region", name=voice.board).aria_snapshot()
    stores = [int(seeds) for seeds in re.findall(voice.store, board)]
    assert len(stores) == 2, board
    numbers = {int(number) for number in re.findall(r"\d+", said.split(voice.over)[1])}
    # Of a draw one number is said.
    different = sorted(set(stores))
    assert sorted(numbers)[-len(different) :] == different
