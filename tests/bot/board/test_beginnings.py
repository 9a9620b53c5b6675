"""Messages with which games begin."""

import pytest

from bot.store.errors import Outdated
from tests.bot.board.channels import FakeChannels
from tests.bot.hosting.hosted import Hosting


async def test_a_deleted_announcement_is_not_found_again_after_a_loss_of_shards(
    hosted: Hosting,
) -> None:
    """Discord would take the next announcement with this nonce for the deleted one."""
    lobby = await hosted.service.look(await hosted.open())
    channels = FakeChannels(hosted.store)

    async def fails_to_begin() -> None:
        with pytest.raises(Outdated):
            async with channels.boards.announced(lobby):
                raise Outdated()

    await fails_to_begin()
    await channels.boards.release()
    await fails_to_begin()
    assert channels.kinds() == ["send", "delete", "send", "delete"]
    first, _, second, _ = channels.requests
    assert first.sent["nonce"] != second.sent["nonce"]
