"""The client."""

from __future__ import annotations

import re
import ssl
from collections.abc import Callable
from urllib.parse import urlsplit

from ._connections import Connections
from ._errors import NameyardError
from ._resources import Control, Domains, Events, Orders, Registrations, Tlds
from ._transport import Attempt, CallOptions, Transport, check_limits, check_token
from ._values import Secret


class Nameyard:
    """Client of a tenant. It is safe for parallel use.

    Args:
        base_url: Address of the API, which ends in `/api/v1`.
        tenant: Slug of the tenant.
        api_key: API key of the tenant.
        timeout: Maximum duration of each attempt in seconds.
        max_retries: Maximum number of repeated attempts.
        ssl_context: Certificates to trust for https, instead of those of the system.
        before: Called before each attempt.
        after: Called after each attempt.
    """

    def __init__(
        self,
        base_url: str,
        tenant: str,
        api_key: str | Secret,
        *,
        timeout: float = 30,
        max_retries: int = 2,
        ssl_context: ssl.SSLContext | None = None,
        before: Callable[[Attempt], None] | None = None,
        after: Callable[[Attempt], None] | None = None,
    ) -> None:
        key = api_key if isinstance(api_key, Secret) else Secret(api_key)
        check_token("tenant", tenant)
        check_token("api_key", key.reveal())
        defaults: CallOptions = {"timeout": timeout, "max_retries": max_retries}
        check_limits(defaults)
        self._base_url, self._tenant = _checked(base_url), tenant
        connections = Connections(self._base_url, ssl_context)
        self._transport = Transport((self._base_url, tenant, key), connections, defaults, (before, after))
        self.domains = Domains(self._transport)
        self.orders = Orders(self._transport)
        self.registrations = Registrations(self._transport)
        self.tlds = Tlds(self._transport)
        self.events = Events(self._transport)
        self.control = Control(self._transport)
        """Controls the sandbox in tests. It requires the permission `sandbox.control`."""

    def __repr__(self) -> str:
        return f"Nameyard({self._base_url}, {self._tenant})"

    def __enter__(self) -> Nameyard:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close idle connections. The client can be used again."""
        self._transport.connections.close()


def _checked(base_url: str) -> str:
    url = str(base_url).removesuffix("/")
    try:
        parts = urlsplit(url)
        is_valid = bool(parts.hostname) and parts.port != 0 and parts.username is None
    except ValueError:
        is_valid = False
    if not is_valid or not re.fullmatch(r"https?://[^?#\s]+/api/v1", url):
        raise NameyardError("base_url must be an http or https address that ends in /api/v1, without a user name")
    return url
