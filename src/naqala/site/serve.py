"""Starts the site: data folder, migrations, engine, server, browser."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import uvicorn
from starlette.applications import Starlette

from naqala.site.app import create_app
from naqala.site.data_lock import AlreadyServed, DataInUse, serving
from naqala.site.garbage import look_seldom
from naqala.site.listener import Address, AddressInUse, is_loopback, listen, take_over, url_of
from naqala.site.logs import configure_logs, on_loop_fault
from naqala.site.metrics import Metrics
from naqala.site.open_files import allow_many_files
from naqala.site.operator import operator_app
from naqala.site.operator_token import TokenError, read_or_make_token
from naqala.site.pages import Bundle, ClientMissing, ContentError, the_library
from naqala.site.services import Services
from naqala.site.settings import Settings
from naqala.site.storage import MigrationError, elsewhere, migrate
from naqala.site.transports import HttpConnection, SocketConnection
from naqala.site.wire import MOST_BYTES

_GOODBYE_S = 1
"""Longest wait for commands in flight when the server stops, then for sockets to close, and then
for requests to end."""

_MOST_HEADER_BYTES = 16 * 1024


class StartError(Exception):
    """The site cannot start; the message says what to change."""


def serve(settings: Settings) -> None:
    """Serves the site until it is told to stop (SIGINT, SIGTERM).

    Raises:
        StartError: if it cannot start.

    """
    # Whatever is made from here on, its owner alone may read: games, accounts, logs, tokens.
    os.umask(0o077)
    metrics = Metrics()
    configure_logs(settings.log_level, settings.log_format, metrics.logged)
    allow_many_files()
    public, private = _listen(settings)
    held = contextlib.ExitStack()
    try:
        bundle = Bundle.read()
        the_library()
        settings.data.mkdir(parents=True, exist_ok=True)
        _close_to_others(settings.data)
        held.enter_context(serving(settings.data))
        migrate(settings.database_url)
        elsewhere.mark(settings.data, is_elsewhere=settings.database is not None)
    except (ClientMissing, ContentError, MigrationError) as error:
        raise StartError(str(error)) from error
    except AlreadyServed as error:
        raise StartError(
            f"another server uses the data folder {settings.data}: stop it, "
            "or choose another --data"
        ) from error
    except DataInUse as error:
        raise StartError(
            f"a copy is being restored into the data folder {settings.data}: wait until it is done"
        ) from error
    except OSError as error:
        raise StartError(f"the data folder {settings.data} cannot be used: {error}") from error
    token = None if private is None else _token_for(private, settings.data)
    _prepare_engine()

    app = create_app(settings, bundle, metrics=metrics)
    address = settings.public_url or url_of(public)
    print(f"Naqala: {address}", flush=True)
    server = _Server(server_config(app), app)
    if private is not None:
        server.add_operator(private, server_config(operator_app(app, token), lifespan="off"))
        print(f"Naqala, for its operator: {url_of(private)}", flush=True)
    if settings.open:
        threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
    with held:
        server.run(sockets=[public])


def server_config(app: Starlette, lifespan: Literal["on", "off"] = "on") -> uvicorn.Config:
    """How Uvicorn serves an application."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        # h11 is slower than httptools, but refuses endless headers; moves come over sockets.
        http=HttpConnection,
        h11_max_incomplete_event_size=_MOST_HEADER_BYTES,
        ws=SocketConnection,
        ws_max_size=MOST_BYTES,
        # Pings are ours: they also measure the way to the page.
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        lifespan=lifespan,
        # Nobody is trusted to say who somebody else is.
        proxy_headers=False,
        access_log=False,
        timeout_graceful_shutdown=_GOODBYE_S,
        log_config=None,
        log_level="warning",
        server_header=False,
        date_header=False,
    )


class _Server(uvicorn.Server):
    """Says goodbye to every page before it closes their sockets.

    The operator's address answers beside it, and until all pages have gone.
    """

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self._app = app
        self._operator: _OperatorServer | None = None
        self._operator_listener: socket.socket | None = None
        self._beside: asyncio.Task[None] | None = None

    def add_operator(self, listener: socket.socket, config: uvicorn.Config) -> None:
        """Serves the operator, too, on a listener of his own."""
        self._operator = _OperatorServer(config)
        self._operator_listener = listener

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts as uvicorn does, then serves the operator."""
        asyncio.get_running_loop().set_exception_handler(on_loop_fault)
        await super().startup(sockets)
        # Not before: whoever waits for a server that was restarted waits for his game first.
        _load_engine()
        if self._operator is not None and self._operator_listener is not None:
            self._beside = asyncio.create_task(
                self._operator.serve([self._operator_listener]), name="operator"
            )

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Captures them as uvicorn does, but to be told to stop is no failure: it exits with 0."""
        with super().capture_signals():
            yield
            with contextlib.suppress(ValueError):
                while True:
                    self._captured_signals.remove(signal.SIGTERM)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Takes nothing new, ends what is in flight, says goodbye, then stops as uvicorn does."""
        for server in self.servers:
            server.close()
        services: Services = self._app.state.services
        services.readiness.close()
        services.outboxes.take_no_more()
        await _until(lambda: services.games.live.in_flight == 0)
        services.outboxes.say_goodbye()
        await _until(lambda: len(services.outboxes) == 0)
        if self._operator is not None:
            self._operator.should_exit = True
        await super().shutdown(sockets)
        if self._beside is not None:
            await self._beside


async def _until(fact: Callable[[], bool]) -> None:
    """Waits for something, but not for long."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_GOODBYE_S):
            while not fact():
                await asyncio.sleep(0.01)


class _OperatorServer(uvicorn.Server):
    """Ends when it is told to, and leaves signals to the site's own server."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Captures none."""
        yield


def _listen(settings: Settings) -> tuple[socket.socket, socket.socket | None]:
    """The listeners for players and for the operator, if he wants one."""
    try:
        public = take_over(os.environ)
    except AddressInUse as error:
        raise StartError(
            f"{error}. Let the unit naqala.socket have one line ListenStream=HOST:PORT, or start "
            "the site without it"
        ) from error
    try:
        public = public or listen(Address(settings.host, settings.port))
    except AddressInUse as error:
        raise StartError(
            f"{error}: choose another with --port, or --port 0 for any free one"
        ) from error
    try:
        return public, None if settings.operator is None else listen(settings.operator)
    except AddressInUse as error:
        raise StartError(
            f"{error} for the operator: choose another with --operator HOST:PORT, with port 0 for "
            "any free one, or --operator off"
        ) from error


def _token_for(listener: socket.socket, data: Path) -> str | None:
    """The token that is asked for on the operator's address, if others can reach it."""
    try:
        return None if is_loopback(listener) else read_or_make_token(data)
    except TokenError as error:
        raise StartError(str(error)) from error


def _close_to_others(data: Path) -> None:
    """Takes the database from others' eyes, if an older version has left it open to them.

    The folder itself may be one that the operator shares with purpose.
    """
    for path in data.glob("naqala.sqlite*"):
        if path.stat().st_mode & 0o077:
            with contextlib.suppress(PermissionError):
                path.chmod(0o600)


def _prepare_engine() -> None:
    """Compiles the kernels if that was never done here, so that no player waits for it."""
    from naqala.engine import is_compiled, warm_up

    if not is_compiled():
        print("Naqala: compiling the engine, once; this takes some seconds", flush=True)
        warm_up()


def _load_engine() -> None:
    """Loads the compiled kernels beside what the site does; it takes a second."""
    from naqala.engine import warm_up

    def load() -> None:
        try:
            warm_up()
        finally:
            look_seldom()

    threading.Thread(target=load, name="engine-warm-up", daemon=True).start()


def _open_browser(address: str) -> None:
    has_screen = sys.platform == "darwin" or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if has_screen:  # else webbrowser would start a browser in this very terminal
        webbrowser.open(address)
