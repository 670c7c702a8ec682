"""The limit: Starlette and uvicorn, set up as the site's, echoing every message of a socket."""

import asyncio
import socket

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect


async def echo(page: WebSocket) -> None:
    await page.accept()
    try:
        while True:
            await page.send_text(await page.receive_text())
    except WebSocketDisconnect:
        pass


def main() -> None:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(2048)
    config = uvicorn.Config(
        Starlette(routes=[WebSocketRoute("/", echo)]),
        loop="uvloop",
        http="h11",
        ws="websockets-sansio",
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        proxy_headers=False,
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        date_header=False,
    )
    print(f"ready http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))


if __name__ == "__main__":
    main()
