"""The real server as a process of its own: started, stopped and killed by tests."""

import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

START_S = 90.0
"""Longest wait for the address; a first start compiles the engine."""

_END = "\0"


class Server:
    """`naqala serve` on a data folder and a port that stays the same over restarts."""

    def __init__(self, data: Path, *flags: str) -> None:
        self.data = data
        self._flags = flags
        self.address = ""
        self.operator_address = ""
        self.said: list[str] = []
        """All lines of its output and its log."""
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> "Server":
        """Starts the server and waits until it listens."""
        command = [sys.executable, "-m", *self._program(), "--no-open", "--data"]
        command += [str(self.data), "--port", str(self._port), "--log-level", "warning"]
        # Building databases is tried where it is meant.
        # All that tests do comes from one address; the limits are tried in tests/security.
        command += ["--endgames", "0", "--unlimited", "127.0.0.1", *self._flags]
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("NAQALA_")
        }
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
        )
        self._process = process
        lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._pump, args=(process, lines), daemon=True).start()
        self.address = self._wait_for("Naqala: ", lines)
        self.operator_address = self._wait_for("Naqala, for its operator: ", lines)
        self._port = int(self.address.rpartition(":")[2])
        return self

    def kill(self) -> None:
        """Ends the server as a power cut does (SIGKILL)."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(timeout=10)

    def pause(self) -> None:
        """Lets the server stand still, as a machine does that sleeps (SIGSTOP)."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Lets it go on (SIGCONT)."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> int:
        """Asks the server to end (SIGTERM); returns its exit status."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        return self._process.wait(timeout=20)

    def _wait_for(self, words: str, lines: "queue.Queue[str]") -> str:
        """The address that stands after these words in what the server says."""
        while True:
            try:
                line = lines.get(timeout=START_S)
            except queue.Empty:
                raise AssertionError(f"the server does not start; it said {self.said}") from None
            if line == _END:
                raise AssertionError(f"the server has ended; it said {self.said}")
            if line.startswith(words + "http"):
                return line.split()[-1]

    def _program(self) -> list[str]:
        """The module that is run, and its first arguments."""
        return ["naqala.cli", "serve"]

    def _pump(self, process: "subprocess.Popen[str]", lines: "queue.Queue[str]") -> None:
        """Reads the process's output to its end, so that it never blocks on a full pipe."""
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self.said.append(line.rstrip("\n"))
                lines.put(self.said[-1])
        lines.put(_END)
