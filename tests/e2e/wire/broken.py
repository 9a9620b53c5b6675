"""A connection that breaks without a word."""

from __future__ import annotations

import socket
import struct
from typing import Final

from aiohttp import web

_AT_ONCE: Final = struct.pack("ii", 1, 0)


def reset(request: web.BaseRequest) -> None:
    """Break the connection of a request: TCP reset, whatever was still on its way is lost."""
    transport = request.transport
    if transport is None:
        return
    connection = transport.get_extra_info("socket")
    if connection is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    transport.abort()
