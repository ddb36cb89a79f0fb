"""Test kit: the pytest fixture `world` gives each test a sandbox of its own."""

from ._receiver import Receiver
from ._server import Access, Server
from ._world import World

__all__ = ["Access", "Receiver", "Server", "World"]
