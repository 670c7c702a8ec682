"""A server as a process of its own, and what it costs: processor time and memory."""

import os
import queue
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

START_S = 120.0
"""Longest wait for a server; a first start compiles the engine."""


@dataclass(frozen=True)
class Process:
    """A server that listens on a port of this machine."""

    pid: int
    port: int

    def cpu_s(self) -> float:
        """Processor time that it has used, to a hundredth of a second."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def main_thread_s(self) -> float:
        """What the thread has used that runs the event loop."""
        spent = Path(f"/proc/{self.pid}/task/{self.pid}/schedstat").read_text()
        return int(spent.split()[0]) / 1e9

    def memory_bytes(self) -> int:
        """Memory of its own that lies in RAM (RSS)."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("the kernel tells no memory of the server")


@contextmanager
def running(
    command: Sequence[str],
    says: str,
    port: int | None = None,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Process]:
    """Runs a server until the context ends.

    It is ready when it prints a line with `says`, which ends with its address unless the port is
    known.
    """
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **(environment or {})},
    )
    try:
        line = _wait_for(process, says)
        yield Process(process.pid, port or int(line.split()[-1].rpartition(":")[2]))
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()


def _wait_for(process: "subprocess.Popen[str]", says: str) -> str:
    said: queue.Queue[str | None] = queue.Queue()

    def pump() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            said.put(line.rstrip("\n"))
        said.put(None)

    threading.Thread(target=pump, daemon=True).start()
    lines: list[str] = []
    while True:
        line = said.get(timeout=START_S)
        if line is None:
            raise RuntimeError("the server has ended; it said:\n" + "\n".join(lines))
        lines.append(line)
        if says in line:
            return line
