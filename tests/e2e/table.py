"""What a player sees of a game and does with it, in the words of the page."""

import re

from playwright.sync_api import Locator, Page, expect

OVER = ".result"
PLAYABLE = ".pit[data-playable]"
UNANSWERED = ".pit[aria-busy]"


class Table:
    """A page with a game on it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def wait_for_turn(self) -> "Table":
        """Waits until it is the visitor's turn and nothing moves any more."""
        expect(self.page.locator(PLAYABLE).first).to_be_visible()
        return self.wait_for_answer()

    def wait_for_answer(self) -> "Table":
        """Waits until the server has answered the last move; until then no tap is heard."""
        expect(self.page.locator(UNANSWERED)).to_have_count(0)
        return self

    def start(self, name: str) -> "Table":
        """Starts a game from the panel of modes, which is open before the first move."""
        # Else the game that a first visit begins would pass for the new one.
        expect(self.page.locator("#app")).to_have_attribute("data-game", re.compile("."))
        before = self.game_id()
        self.page.get_by_role("button", name=name, exact=True).click()
        self.page.wait_for_function(
            "before => document.querySelector('#app')?.dataset.game !== before", arg=before
        )
        return self.wait_for_turn()

    def game_id(self) -> str | None:
        return self.page.locator("#app").get_attribute("data-game")

    def own_pits(self) -> Locator:
        return self.page.locator(".row-front .pit")

    def pit(self, number: int) -> Locator:
        """A pit of the row in front."""
        return self.page.locator(".row-front").get_by_role(
            "button", name=re.compile(rf"^(Hoyo|Pit) {number},")
        )

    def playable(self) -> list[Locator]:
        return self.page.locator(PLAYABLE).all()

    def is_over(self) -> bool:
        return self.page.locator(OVER).is_visible()

    def settle(self) -> bool:
        """Waits for the next own turn or the end; whether the game goes on."""
        expect(self.page.locator(f"{PLAYABLE}, {OVER}").first).to_be_visible()
        self.wait_for_answer()
        return not self.is_over()

    def plies(self) -> int:
        """How many plies the move list shows."""
        return self.page.locator(".moves .ply").count()

    def places(self) -> list[int]:
        """The seeds that the board's numerals show, front row, its store, back row, its store."""
        texts = self.page.locator(".face .disc").all_text_contents()
        return [int(text) for text in texts]

    def warned(self) -> str:
        """What the assertive live region says."""
        return self.page.get_by_role("alert").inner_text().replace("\u200b", "")
