"""What bad input gets: one shape of error, over HTTP and sockets."""

from http import HTTPStatus
from typing import Any

from naqala.play import Refusal, Rejection
from naqala.site.protocol import ErrorView

# The status of each way in which `play` refuses a command.
_STATUS_OF_REFUSAL = {
    Refusal.NOT_YOUR_SEAT: HTTPStatus.FORBIDDEN,
    Refusal.NOT_YOUR_TURN: HTTPStatus.CONFLICT,
    Refusal.GAME_OVER: HTTPStatus.CONFLICT,
    Refusal.STALE: HTTPStatus.CONFLICT,
    Refusal.ILLEGAL_MOVE: HTTPStatus.UNPROCESSABLE_ENTITY,
    Refusal.NOTHING_TO_UNDO: HTTPStatus.CONFLICT,
    Refusal.UNDO_AFTER_RESIGNING: HTTPStatus.CONFLICT,
    Refusal.NO_UNDO_BETWEEN_PEOPLE: HTTPStatus.CONFLICT,
    Refusal.TIME_IS_UP: HTTPStatus.CONFLICT,
    Refusal.TOO_LATE_TO_ABORT: HTTPStatus.CONFLICT,
    Refusal.NOT_ABANDONED: HTTPStatus.CONFLICT,
    Refusal.NOT_BETWEEN_PEOPLE: HTTPStatus.CONFLICT,
    Refusal.TIME_IS_LEFT: HTTPStatus.CONFLICT,
}


class ApiError(Exception):
    """An error that is told to the client; `message` says what would be right."""

    def __init__(
        self, status: HTTPStatus, code: str, message: str, detail: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.view = ErrorView(code, message, detail or {})


def of_rejection(rejection: Rejection) -> ApiError:
    """The error of a rejected command."""
    status = _STATUS_OF_REFUSAL[rejection.refusal]
    return ApiError(status, rejection.refusal.value, rejection.message, rejection.detail)


def game_not_found(game_id: str) -> ApiError:
    """There is no game with that id."""
    return ApiError(
        HTTPStatus.NOT_FOUND, "game_not_found", "there is no game with this id", {"id": game_id}
    )


def lesson_not_found(game: str, known: list[str]) -> ApiError:
    """There is no lesson about that game."""
    return ApiError(
        HTTPStatus.NOT_FOUND,
        "lesson_not_found",
        f"there are lessons about {', '.join(known)}, not about {game[:20]!r}",
        {"games": known},
    )


def internal_error() -> ApiError:
    """A fault of ours; the log knows it."""
    return ApiError(HTTPStatus.INTERNAL_SERVER_ERROR, "internal_error", "the site has a fault")


def no_session() -> ApiError:
    """The request carries no session."""
    return ApiError(
        HTTPStatus.UNAUTHORIZED, "no_session", "nobody plays here yet: begin a game first"
    )


def not_stored() -> ApiError:
    """The database failed; nothing has changed."""
    return ApiError(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "not_stored",
        "the database does not answer just now and nothing has changed; try again",
    )


def not_your_game() -> ApiError:
    """Only who plays a game can begin the next one in its room."""
    return ApiError(
        HTTPStatus.FORBIDDEN,
        "not_your_game",
        "only who plays a game can begin the next one in its room",
    )


def room_has_moved_on(newest_id: str) -> ApiError:
    """Somebody, perhaps in another tab, has begun the next game already."""
    return ApiError(
        HTTPStatus.CONFLICT,
        "stale",
        "the room has a newer game already",
        {"game_id": newest_id},
    )


def room_not_found() -> ApiError:
    """The link is wrong, too old, or both have left long ago."""
    return ApiError(
        HTTPStatus.NOT_FOUND,
        "room_not_found",
        "this link leads nowhere any more: links live for a day, and half an hour after both left",
    )


def own_room() -> ApiError:
    """Who made a room cannot take its second seat."""
    return ApiError(
        HTTPStatus.CONFLICT, "own_room", "you have made this room: send its link to somebody else"
    )


def seat_taken() -> ApiError:
    """Somebody has joined before."""
    return ApiError(HTTPStatus.CONFLICT, "seat_taken", "somebody else has joined; you can watch")


def too_many_rooms(most: int) -> ApiError:
    """The player has made many links already."""
    return ApiError(
        HTTPStatus.TOO_MANY_REQUESTS,
        "too_many_rooms",
        f"you have {most} links already: use one of them, or wait until they are gone",
    )


def no_game_yet() -> ApiError:
    """Nobody has joined: there is nothing to command."""
    return ApiError(HTTPStatus.CONFLICT, "no_game_yet", "the game begins when somebody joins")


def not_between_people() -> ApiError:
    """Only people want a rematch; a game alone is simply begun anew."""
    return ApiError(
        HTTPStatus.CONFLICT, "not_between_people", "this is no game between people: begin a new one"
    )


def foreign_seat(seat: int) -> ApiError:
    """Only who holds a seat speaks from it."""
    return ApiError(
        HTTPStatus.FORBIDDEN, "not_your_seat", "this seat is somebody else's", {"seat": seat}
    )


def nobody_listens() -> ApiError:
    """Talk is for the two people of a game."""
    return ApiError(
        HTTPStatus.CONFLICT, "nobody_listens", "only two people who play each other can talk"
    )


def too_many_phrases(most: int, window_ms: int, wait_ms: int) -> ApiError:
    """A seat has said as much as it may in so short a time."""
    return ApiError(
        HTTPStatus.TOO_MANY_REQUESTS,
        "too_many_phrases",
        f"at most {most} phrases in {window_ms // 1_000} s: wait for {-(-wait_ms // 1_000)} s",
        {"wait_ms": wait_ms},
    )


def account_needed() -> ApiError:
    """Guests play casual games."""
    return ApiError(
        HTTPStatus.FORBIDDEN,
        "account_needed",
        "rated games are for accounts; guests play casual ones",
    )


def not_rated(clocks: tuple[str, ...]) -> ApiError:
    """Only the plain games at a few speeds have ratings."""
    return ApiError(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "not_rated",
        f"rated are kalah(6,4), wari and oware with a clock of {' or '.join(clocks)}",
    )


def game_not_over() -> ApiError:
    """There is a rematch or a review after the end only."""
    return ApiError(HTTPStatus.CONFLICT, "game_not_over", "this comes after the end of the game")


def stale_hint() -> ApiError:
    """The hint is for a board that is gone."""
    return ApiError(HTTPStatus.CONFLICT, "stale", "the board has changed since: ask again for it")


def analysts_busy() -> ApiError:
    """Too many questions wait for the analyst."""
    return ApiError(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "busy",
        "too many positions wait to be analysed; try again in some seconds",
    )


def one_at_a_time() -> ApiError:
    """The same player's last question is not answered yet."""
    return ApiError(
        HTTPStatus.TOO_MANY_REQUESTS,
        "one_at_a_time",
        "your last analysis is still running: wait for its answer",
    )


def busy() -> ApiError:
    """Others were faster again and again."""
    return ApiError(
        HTTPStatus.SERVICE_UNAVAILABLE, "busy", "the game is changing too fast; try again"
    )


def game_too_long() -> ApiError:
    """The game has had so much taken back that it has come to its last event."""
    return ApiError(
        HTTPStatus.CONFLICT, "game_too_long", "this game has too many events: begin another one"
    )


def invalid_name(fault: str, message: str) -> ApiError:
    """No account may be called that; `fault` says why, for programs."""
    return ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid_name", message, {"reason": fault})


def name_taken() -> ApiError:
    """Somebody else has this name, or one that looks the same."""
    return ApiError(
        HTTPStatus.CONFLICT,
        "name_taken",
        "somebody has this name already, or one that looks like it: choose another one",
    )


def weak_password(reason: str, message: str) -> ApiError:
    """The password would be guessed; `reason` is for programs."""
    return ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, "weak_password", message, {"reason": reason})


def wrong_password() -> ApiError:
    """Name and password do not belong together; which of them is wrong is not told."""
    return ApiError(HTTPStatus.FORBIDDEN, "wrong_password", "the name or the password is not right")


def wrong_code() -> ApiError:
    """Name and recovery code do not belong together, or the code has been used."""
    return ApiError(
        HTTPStatus.FORBIDDEN,
        "wrong_code",
        "the name or the recovery code is not right; every code works once",
    )


def too_many_attempts(wait_ms: int) -> ApiError:
    """Too many passwords were tried for this name."""
    seconds = -(-wait_ms // 1000)
    return ApiError(
        HTTPStatus.TOO_MANY_REQUESTS,
        "too_many_attempts",
        f"that was tried too often: try again in {seconds} seconds",
        {"retry_s": seconds},
    )


def too_many_requests(limit: str, wait_s: int) -> ApiError:
    """An address has used up a limit, by its name in `limits.py`."""
    return ApiError(
        HTTPStatus.TOO_MANY_REQUESTS,
        "too_many_requests",
        f"too much of this has come from your network ({limit}): try again in {wait_s} seconds",
        {"limit": limit, "retry_s": wait_s},
    )


def has_account() -> ApiError:
    """Who has an account cannot sign up for another one."""
    return ApiError(
        HTTPStatus.CONFLICT, "has_account", "you have an account: log out before making another one"
    )


def no_account() -> ApiError:
    """This is for accounts; the session is a guest's."""
    return ApiError(HTTPStatus.FORBIDDEN, "no_account", "you are a guest: sign up or log in first")


def renamed_lately(until_ms: int) -> ApiError:
    """A name stays for a while."""
    return ApiError(
        HTTPStatus.CONFLICT,
        "renamed_lately",
        "a name can be changed once in 90 days",
        {"until_ms": until_ms},
    )


def session_not_found() -> ApiError:
    """The account has no such session, or it has ended."""
    return ApiError(
        HTTPStatus.NOT_FOUND, "session_not_found", "there is no such session: it may have ended"
    )


def passwords_busy() -> ApiError:
    """Too many passwords wait to be checked."""
    return ApiError(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "busy",
        "too many people are entering just now; try again in some seconds",
    )


def statistics_off() -> ApiError:
    """Whoever runs the site does not count anything."""
    return ApiError(
        HTTPStatus.FORBIDDEN, "statistics_off", "this site takes no statistics: send none"
    )


def player_not_found() -> ApiError:
    """No account has that name."""
    return ApiError(HTTPStatus.NOT_FOUND, "player_not_found", "no account has this name")
