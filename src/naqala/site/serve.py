"""Starts the site: data folder, migrations, engine, server, browser."""

import asyncio
import contextlib
import os
import socket
import sys
import threading
import webbrowser

import uvicorn
from starlette.applications import Starlette

from naqala.site.app import create_app
from naqala.site.logs import configure_logs
from naqala.site.pages import Bundle, ClientMissing, ContentError, the_library
from naqala.site.services import Services
from naqala.site.settings import Settings
from naqala.site.storage import MigrationError, migrate
from naqala.site.wire import MOST_BYTES

_GOODBYE_S = 1
"""Longest wait for sockets to close when the server stops, and again for requests to end."""

_MOST_HEADER_BYTES = 16 * 1024


class StartError(Exception):
    """The site cannot start; the message says what to change."""


def serve(settings: Settings) -> None:
    """Serves the site until it is told to stop (SIGINT, SIGTERM).

    Raises:
        StartError: if it cannot start.

    """
    configure_logs(settings.log_level, settings.log_format)
    listener = _listen(settings)
    try:
        bundle = Bundle.read()
        the_library()
        settings.data.mkdir(parents=True, exist_ok=True)
        migrate(settings.database_url)
    except (ClientMissing, ContentError, MigrationError) as error:
        raise StartError(str(error)) from error
    except OSError as error:
        raise StartError(f"the data folder {settings.data} cannot be used: {error}") from error
    _prepare_engine()

    app = create_app(settings, bundle)
    config = uvicorn.Config(
        app,
        loop="uvloop",
        # Slower than httptools, but it refuses endless headers, and moves come over sockets.
        http="h11",
        h11_max_incomplete_event_size=_MOST_HEADER_BYTES,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        # Pings are ours: they also measure the way to the page.
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        # Nobody is trusted to say who somebody else is.
        proxy_headers=False,
        access_log=False,
        timeout_graceful_shutdown=_GOODBYE_S,
        log_config=None,
        log_level="warning",
        server_header=False,
        date_header=False,
    )
    host, port = listener.getsockname()[:2]
    address = settings.public_url or f"http://{_shown_host(host)}:{port}"
    print(f"Naqala: {address}", flush=True)
    if settings.open:
        threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
    _Server(config, app).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Says goodbye to every page before it closes their sockets."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops as uvicorn does, a little later."""
        services: Services = self._app.state.services
        services.outboxes.say_goodbye()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE_S):
                while len(services.outboxes):
                    await asyncio.sleep(0.01)
        await super().shutdown(sockets)


def _listen(settings: Settings) -> socket.socket:
    try:
        family, *_, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        raise StartError(
            f"cannot listen on {settings.host} port {settings.port} ({error.strerror or error}): "
            "choose another with --port, or --port 0 for any free one"
        ) from error
    return listener


def _prepare_engine() -> None:
    """Compiles the kernels if that was never done here, so that no player waits for it."""
    from naqala.engine import is_compiled, warm_up

    if not is_compiled():
        print("Naqala: compiling the engine, once; this takes some seconds", flush=True)
        warm_up()
    else:
        # Loading them takes a second, which the first visitor's page need not wait for.
        threading.Thread(target=warm_up, name="engine-warm-up", daemon=True).start()


def _shown_host(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _open_browser(address: str) -> None:
    has_screen = sys.platform == "darwin" or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if has_screen:  # else webbrowser would start a browser in this very terminal
        webbrowser.open(address)
