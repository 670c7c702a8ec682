"""A flood of analyses against a real server: moves go on, and what is too much is refused."""

import json
import threading
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.server import Server

SENDERS = 24
MOVES = 8
ANALYSIS = {
    "variant": "kalah",
    "position": "4,4,4,4,4,4/4,4,4,4,4,4 0,0 S",
    "limits": {"time_ms": 100},
}


def post(address: str, path: str, body: dict[str, Any], cookie: str = "") -> tuple[int, Any, str]:
    """Sends JSON; returns the status, the answer and the cookie that came with it."""
    headers = {"content-type": "application/json", "cookie": cookie}
    request = urllib.request.Request(address + path, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            cookie = (answer.headers["set-cookie"] or "").partition(";")[0]
            return answer.status, json.load(answer), cookie
    except urllib.error.HTTPError as error:
        return error.code, json.load(error), ""


def test_a_flood_of_analyses_stops_no_move_and_is_refused_clearly(
    start_server: Callable[[Path], Server], tmp_path: Path
) -> None:
    address = start_server(tmp_path).address
    wish = {"variant": "kalah", "mode": "local"}
    guests = [post(address, "/api/games", wish)[2] for _ in range(SENDERS)]
    status, game, cookie = post(address, "/api/games", wish)
    assert status == 201

    is_over = threading.Event()
    answers: Counter[tuple[int, str]] = Counter()
    lock = threading.Lock()

    def flood(guest: str) -> None:
        # Every other one has no session: all of those are one asker.
        while not is_over.is_set():
            status, answer, _ = post(address, "/api/analysis", ANALYSIS, guest)
            code = answer["error"]["code"] if "error" in answer else ""
            with lock:
                answers[status, code] += 1

    senders = [
        threading.Thread(target=flood, args=(guest if number % 4 else "",))
        for number, guest in enumerate(guests)
    ]
    for sender in senders:
        sender.start()
    try:
        board = game["board"]
        for number in range(MOVES):
            sow = {
                "type": "sow",
                "id": f"flooded-{number:03}",
                "seat": board["seat_to_move"],
                "after": board["after"],
                "pit": board["legal"][0]["move"],
            }
            status, answer, _ = post(address, f"/api/games/{game['id']}/commands", sow, cookie)
            assert status == 200, answer
            board = answer["board"]
        after = {"after": board["after"]}
        status, hint, _ = post(address, f"/api/games/{game['id']}/hint", after, cookie)
        assert status == 200, hint
    finally:
        is_over.set()
        for sender in senders:
            sender.join()

    assert set(answers) <= {(200, ""), (429, "one_at_a_time"), (503, "busy")}
    assert answers[429, "one_at_a_time"] > 0
    assert answers[503, "busy"] > 0
    # And it is over as soon as it is over.
    assert post(address, "/api/analysis", ANALYSIS, cookie)[0] == 200
