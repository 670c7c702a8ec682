"""The socket that a supervisor hands over, so that nobody is refused while the site restarts."""

import os
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

from naqala.site.listener import AddressInUse, take_over
from naqala.site.serve import StartError, _listen
from naqala.site.settings import Settings


def start(listener: socket.socket, data: Path) -> "subprocess.Popen[bytes]":
    """Starts a site as systemd does: the socket is its third file, and it is told its own id."""
    number = listener.fileno()
    launch = (
        f"import os, sys; os.dup2({number}, 3); "
        "os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1'); "
        "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    )
    serve = ["-m", "naqala.cli", "serve", "--no-open", "--endgames", "0", "--operator", "off"]
    return subprocess.Popen(
        [sys.executable, "-c", launch, *serve, "--data", str(data)],
        pass_fds=[number],
        stdout=subprocess.DEVNULL,
    )


def test_who_comes_while_the_site_restarts_waits_and_is_served_by_the_next_one(
    tmp_path: Path,
) -> None:
    answers: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/readyz"

        def ask() -> None:
            with urllib.request.urlopen(address, timeout=60) as answer:
                answers.append(answer.status)

        with start(listener, tmp_path) as first:
            try:
                ask()  # waits in the socket until the site is up
            finally:
                first.terminate()
            assert first.wait(timeout=20) == 0
        waiting = threading.Thread(target=ask)
        waiting.start()
        with start(listener, tmp_path) as second:
            waiting.join(timeout=60)
            second.terminate()
            assert second.wait(timeout=20) == 0
    assert answers == [200, 200]


def test_what_is_handed_over_to_another_process_is_not_taken() -> None:
    environ = {"LISTEN_PID": str(os.getpid() + 1), "LISTEN_FDS": "1", "HOME": "/"}
    assert take_over(environ) is None
    # And no child of ours takes it for its own.
    assert environ == {"HOME": "/"}
    assert take_over({}) is None


def test_more_than_one_socket_is_refused() -> None:
    with pytest.raises(AddressInUse, match="one is enough"):
        take_over({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "2"})


def test_what_is_wrong_with_a_socket_handed_over_is_not_mended_by_another_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    monkeypatch.setenv("LISTEN_FDS", "2")
    with pytest.raises(StartError, match="ListenStream") as refused:
        _listen(Settings(data=tmp_path))
    assert "--port" not in str(refused.value)
