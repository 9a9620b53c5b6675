"""The server that tests run against."""

import asyncpg

from tests.postgresql.server import Server


async def test_it_answers_and_commits_synchronously(postgresql: Server) -> None:
    connection = await asyncpg.connect(postgresql.address())
    try:
        assert await connection.fetchval("SHOW synchronous_commit") == "on"
        assert await connection.fetchval("SHOW server_encoding") == "UTF8"
    finally:
        await connection.close()
