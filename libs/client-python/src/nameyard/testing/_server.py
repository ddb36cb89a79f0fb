"""The server of a test run."""

from __future__ import annotations

import json
import os
import re
import secrets
import shlex
import signal
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Listener
from threading import Lock, Thread, Timer
from typing import IO

from .._values import Secret

START_TIMEOUT = 120.0

# The server does not get other variables of the tests, such as DATABASE_URL.
INHERITED = re.compile(r"PATH|HOME|USERPROFILE|SYSTEMROOT|TEMP|TMP|TMPDIR|LD_LIBRARY_PATH|LANG|TZ", re.IGNORECASE)

# Tests send more requests than the default rate limit allows, and should not wait long for a second attempt.
DEFAULTS = {
    "PORT": "0",
    "DATABASE_TIMEOUT": "5s",
    "LOG_LEVEL": "warn",
    "DEFAULT_RATE_LIMIT": "1000000",
    "WEBHOOK_RETRY_SCHEDULE": "0s,1s,2s,5s,30s,2m,10m,30m",
}


@dataclass(frozen=True)
class Access:
    """Address, tenant and key of a server."""

    base_url: str
    tenant: str
    key: Secret


@dataclass
class Server:
    """The server of NAMEYARD_URL, NAMEYARD_TENANT and NAMEYARD_KEY, or one that is started when it is needed.

    That one ends with this process, also if it is killed, because its standard input closes then.
    """

    _access: Access | None = None
    _process: subprocess.Popen[str] | None = None
    _lock: Lock = field(default_factory=Lock)

    def access(self) -> Access:
        """Return the access to the server."""
        with self._lock:
            if self._access is None:
                self._access = _given() or self._start()
            return self._access

    def stop(self) -> None:
        """Stop the server if it was started, and wait until its data is removed."""
        if self._process and self._process.stdin:
            self._process.stdin.close()
            self._process.wait()
        self._process = self._access = None

    def _start(self) -> Access:
        command = os.environ.get("NAMEYARD_COMMAND") or "npx nameyard"
        args = [*shlex.split(command), "start", "--json", "--temporary", "--stop-with-stdin"]
        inherited = {name: value for name, value in os.environ.items() if INHERITED.fullmatch(name)}
        with tempfile.TemporaryFile("w+") as errors:
            try:
                self._process = _open(args, {**inherited, **DEFAULTS}, errors)
            except OSError as error:
                help = "install the npm package nameyard, or set NAMEYARD_COMMAND"  # noqa: A001
                raise RuntimeError(f"nameyard did not start: {error}; {help}") from error
            timer = Timer(START_TIMEOUT, _kill, [self._process])
            timer.start()
            line = self._process.stdout.readline() if self._process.stdout else ""
            timer.cancel()
            try:
                ready = json.loads(line)
                return Access(ready["base_url"], ready["tenant"], Secret(ready["key"]))
            except (KeyError, TypeError, ValueError):
                _kill(self._process)
                self.stop()
                errors.seek(0)
                output = line + errors.read()
                raise RuntimeError(f"{command!r} did not start; its output was: {output}") from None


def _open(args: list[str], environment: dict[str, str], errors: IO[str]) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    # Ctrl-C in a terminal reaches the test runner only, so that worlds end before the server.
    return subprocess.Popen(  # noqa: S603
        args, env=environment, stdin=pipe, stdout=pipe, stderr=errors, text=True, start_new_session=True
    )


def _kill(process: subprocess.Popen[str]) -> None:
    """Kill the server with its children: npx starts another process."""
    if os.name == "posix":
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _given() -> Access | None:
    url, tenant, key = (os.environ.get(f"NAMEYARD_{name}") for name in ("URL", "TENANT", "KEY"))
    if not url:
        return None
    if not tenant or not key:
        raise RuntimeError("NAMEYARD_URL requires NAMEYARD_TENANT and NAMEYARD_KEY")
    return Access(url.removesuffix("/").removesuffix("/api/v1") + "/api/v1", tenant, Secret(key))


class SharedServer:
    """Gives the workers of pytest-xdist access to the server of their controller."""

    def __init__(self, server: Server) -> None:
        self._server, self._key = server, secrets.token_bytes(16)
        self._listener = Listener(("127.0.0.1", 0), authkey=self._key, backlog=128)
        Thread(target=self._serve, daemon=True).start()

    @property
    def address(self) -> tuple[str, str]:
        """Port and key for `access_by`."""
        return str(self._listener.address[1]), self._key.hex()

    def _serve(self) -> None:
        while True:
            # A worker may end at any time; the others still need the server.
            with suppress(OSError, EOFError, AuthenticationError), self._listener.accept() as connection:
                try:
                    access = self._server.access()
                    connection.send((access.base_url, access.tenant, access.key.reveal()))
                except RuntimeError as error:
                    connection.send(str(error))


def access_by(address: tuple[str, str]) -> Access:
    """Return the access to the server of the controller."""
    port, key = address
    with Client(("127.0.0.1", int(port)), authkey=bytes.fromhex(key)) as connection:
        received = connection.recv()
    if isinstance(received, str):
        raise RuntimeError(received)
    base_url, tenant, secret = received
    return Access(base_url, tenant, Secret(secret))
