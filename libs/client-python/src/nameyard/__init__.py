"""Client for the API of Nameyard, a domain registration sandbox."""

from . import errors
from ._client import Nameyard
from ._errors import ApiError, ConnectionError, NameyardError, SignatureError, TimeoutError  # noqa: A004
from ._transport import VERSION, Attempt, CallOptions, Response
from ._values import Secret
from .errors import *  # noqa: F403

__version__ = VERSION
__all__ = [
    "ApiError",
    "Attempt",
    "CallOptions",
    "ConnectionError",
    "Nameyard",
    "NameyardError",
    "Response",
    "Secret",
    "SignatureError",
    "TimeoutError",
    "errors",
]
__all__ += errors.__all__
