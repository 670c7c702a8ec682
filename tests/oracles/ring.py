"""The rules a second time: a ring of seeds, no tables.

Written from docs/rules.md alone, before anything in `naqala.rules` was read, and by another method:
no pit holds a number. Every seed knows the place it lies in, places know only the place after them,
and a sowing walks the ring one seed at a time. Trying a move is moving the seeds and putting them
back. Sides are "S" and "N", pits are counted from 1 as their owner sees them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

RIVAL = {"S": "N", "N": "S"}
SWAP = 0
"""The move that is no pit: to exchange the sides under the pie rule."""


@dataclass(frozen=True)
class RingRules:
    game: str = "kalah"  # or "wari", "oware"
    pits: int = 6
    seeds: int = 4
    empty_capture: bool = False
    by_turns: bool = False
    remainder: str = "owner"  # or "nobody", "emptier"
    pie: bool = False


@dataclass(eq=False)
class Place:
    """Somewhere a seed may lie: a pit, a store, or (without an owner) beside the board."""

    owner: str
    number: int
    after: Place = field(init=False, repr=False)
    facing: Place = field(init=False, repr=False)


class Ring:
    """A game in progress; `play` changes it."""

    def __init__(self, rules: RingRules) -> None:
        self.rules = rules
        m = rules.pits
        self.row = {side: [Place(side, number) for number in range(1, m + 1)] for side in "SN"}
        self.store = {side: Place(side, m + 1) for side in "SN"}
        self.aside = Place("", 0)
        circle: list[Place] = []
        for side in "SN":
            circle += self.row[side]
            if rules.game == "kalah":
                circle.append(self.store[side])
        for place, following in zip(circle, circle[1:] + circle[:1], strict=True):
            place.after = following
        for south, north in zip(self.row["S"], reversed(self.row["N"]), strict=True):
            south.facing, north.facing = north, south
        #: Where each seed lies.
        self.lies = [pit for side in "SN" for pit in self.row[side] for _ in range(rules.seeds)]
        self.mover = "S"
        self.forced: int | None = None
        self.finished: str | None = None
        #: "later" until the turn first passes, then "now" for one ply, then "never".
        self.swap = "later" if rules.pie else "never"
        self.has_swapped = False
        #: Pits taken from by the last move, in the order taken.
        self.captured: list[Place] = []
        self.seen = [self.key()]

    @classmethod
    def set_up(
        cls,
        rules: RingRules,
        south: tuple[int, ...],
        north: tuple[int, ...],
        stores: tuple[int, int] = (0, 0),
        unscored: int = 0,
        mover: str = "S",
        forced: int | None = None,
        swap: str = "never",
    ) -> Ring:
        """Starts from any position, which may turn out to be finished."""
        ring = cls(rules)
        places = [*ring.row["S"], *ring.row["N"], ring.store["S"], ring.store["N"], ring.aside]
        numbers = [*south, *north, *stores, unscored]
        ring.lies = [p for p, n in zip(places, numbers, strict=True) for _ in range(n)]
        ring.mover, ring.forced, ring.swap = mover, forced, swap
        if rules.game == "kalah":
            ring.end_kalah()
        else:
            if ring.is_bare(mover):
                # A player without seeds lets the rival feed him, or it is over.
                ring.mover, ring.forced = RIVAL[mover], None
                if not any(ring.would_feed(pit) for pit in ring.full_pits(ring.mover)):
                    ring.finish("cannot feed")
            if rules.game == "oware":
                ring.end_oware()
        ring.seen = [ring.key()]
        return ring

    # What can be seen on the board.

    def count(self, place: Place) -> int:
        return self.lies.count(place)

    def pits(self, side: str) -> tuple[int, ...]:
        return tuple(self.count(pit) for pit in self.row[side])

    def stored(self, side: str) -> int:
        return self.count(self.store[side])

    @property
    def unscored(self) -> int:
        return self.count(self.aside)

    def key(self) -> tuple[tuple[int, ...], tuple[int, ...], str, int | None]:
        return self.pits("S"), self.pits("N"), self.mover, self.forced

    def full_pits(self, side: str) -> list[Place]:
        return [pit for pit in self.row[side] if pit in self.lies]

    def is_bare(self, side: str) -> bool:
        return not self.full_pits(side)

    def legal(self) -> list[int]:
        """The pits that may be played, in order, and last SWAP when it is offered."""
        if self.finished:
            return []
        allowed = self.full_pits(self.mover)
        if self.rules.game == "wari":
            if self.forced is not None:
                allowed = [self.row[self.mover][self.forced - 1]]
            allowed = [pit for pit in allowed if self.would_feed(pit)] or allowed
        elif self.rules.game == "oware" and self.is_bare(RIVAL[self.mover]):
            allowed = [pit for pit in allowed if self.would_feed(pit)]
        return [pit.number for pit in allowed] + ([SWAP] if self.swap == "now" else [])

    # What a move does.

    def play(self, move: int) -> None:
        assert move in self.legal()
        if move == SWAP:
            self.swap, self.has_swapped, self.captured = "never", True, []
            return
        if self.swap == "now":
            self.swap = "never"
        pit = self.row[self.mover][move - 1]
        if self.rules.game == "kalah":
            self.play_kalah(pit)
        else:
            self.play_without_stores(pit)

    def walk(self, pit: Place, *skipped: Place) -> Place:
        """Sows the seeds of a pit and returns the place of the last one."""
        hand = [seed for seed, place in enumerate(self.lies) if place is pit]
        place = pit
        for seed in hand:
            place = place.after
            while place in skipped:
                place = place.after
            self.lies[seed] = place
        return place

    def move_all(self, source: Place, target: Place) -> None:
        self.lies = [target if place is source else place for place in self.lies]

    def finish(self, reason: str, heirs: dict[str, Place] | None = None) -> None:
        """Ends the game and sweeps each row to its heir, by default the owner's store."""
        self.finished, self.forced = reason, None
        for side, heir in (heirs or self.store).items():
            for pit in self.row[side]:
                self.move_all(pit, heir)

    # Kalah.

    def play_kalah(self, pit: Place) -> None:
        me, other = self.mover, RIVAL[self.mover]
        last = self.walk(pit, self.store[other])
        self.captured = []
        if last.owner == me and last is not self.store[me] and self.count(last) == 1:
            facing = last.facing
            if facing in self.lies:
                self.captured = [facing]
            if self.captured or self.rules.empty_capture:
                self.move_all(facing, self.store[me])
                self.move_all(last, self.store[me])
        if last is not self.store[me]:
            self.mover = other
        self.end_kalah()
        if not self.finished and self.mover == other and self.swap == "later":
            self.swap = "now"

    def end_kalah(self) -> None:
        bare = [side for side in "SN" if self.is_bare(side)]
        if self.rules.by_turns:
            bare = [side for side in bare if side == self.mover]
        if not bare:
            return
        if self.rules.remainder == "owner":
            heirs = self.store
        elif self.rules.remainder == "nobody":
            heirs = dict.fromkeys("SN", self.aside)
        else:
            heirs = dict.fromkeys("SN", self.store[bare[0]])
        self.finish("mover stuck" if self.rules.by_turns else "row empty", heirs)

    # Wari and oware.

    def sow_and_take(self, pit: Place) -> tuple[Place, list[Place]]:
        """Moves the seeds only; returns the last place and the pits taken."""
        me, other = pit.owner, RIVAL[pit.owner]
        last = self.walk(pit, pit)
        chain: list[Place] = []
        # Backwards from the last pit: the rival's pits up to it, met from behind.
        behind = self.row[other][: last.number] if last.owner == other else []
        for place in reversed(behind):
            if self.count(place) not in (2, 3):
                break
            chain.append(place)
        if self.rules.game == "oware" and set(self.full_pits(other)) == set(chain):
            chain = []
        for place in chain:
            self.move_all(place, self.store[me])
        return last, chain

    def would_feed(self, pit: Place) -> bool:
        """Whether the rival has a seed once this pit is played; the seeds are put back."""
        before = self.lies[:]
        self.sow_and_take(pit)
        fed = not self.is_bare(RIVAL[pit.owner])
        self.lies = before
        return fed

    def play_without_stores(self, pit: Place) -> None:
        me, other = self.mover, RIVAL[self.mover]
        last, self.captured = self.sow_and_take(pit)
        self.mover, self.forced = other, None
        if self.captured:
            self.seen = []
        if self.rules.game == "wari":
            if self.captured and last.after.owner == other and last.after in self.lies:
                self.forced = last.after.number
            if self.is_bare(other):
                self.finish("starved", dict.fromkeys("SN", self.store[me]))
        else:
            self.end_oware()
        if not self.finished and self.key() in self.seen:
            self.finish("repetition")
        self.seen.append(self.key())

    def end_oware(self) -> None:
        if self.finished:
            return
        # Half of the seeds a game starts with, also when fewer were set up (vector O3).
        half = self.rules.pits * self.rules.seeds
        stores = [self.stored(side) for side in "SN"]
        if max(stores) > half or min(stores) == half:
            self.finish("majority")
        elif self.is_bare(RIVAL[self.mover]) and not any(
            self.would_feed(pit) for pit in self.full_pits(self.mover)
        ):
            self.finish("cannot feed")
