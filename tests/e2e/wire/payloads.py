"""Discord's JSON of users, guilds, channels and interactions."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from discord import Permissions

from tests.e2e.wire.world import Channel, Guild, User, World

Json = dict[str, Any]

UPLOAD_LIMIT: Final = 10 << 20
BOT_DM: Final = 1
"""The context of direct messages with the bot."""
IN_PRIVATE: Final = Permissions(attach_files=True, embed_links=True, mention_everyone=True)
"""The permissions that Discord tells of there."""


def now() -> str:
    """Return this moment as Discord writes it."""
    return datetime.now(UTC).isoformat()


def user(somebody: User) -> Json:
    return {
        "id": str(somebody.id),
        "username": somebody.name.lower(),
        "global_name": None if somebody.bot else somebody.name,
        "discriminator": "0",
        "avatar": None,
        "bot": somebody.bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


LONG_AGO: Final = "2025-01-01T00:00:00+00:00"


def member(somebody: User, joined_at: str = LONG_AGO) -> Json:
    nothing = dict.fromkeys(
        ("nick", "avatar", "banner", "premium_since", "communication_disabled_until")
    )
    return nothing | {
        "user": user(somebody),
        "roles": [],
        "joined_at": joined_at,
        **dict.fromkeys(("deaf", "mute", "pending"), False),
        "flags": 0,
    }


def channel(place: Channel, bot: User) -> Json:
    if place.is_private:
        sparse = {"id": str(place.id), "type": place.kind, "last_message_id": None, "flags": 0}
        return sparse | {"recipients": []}
    payload: Json = {
        "id": str(place.id),
        "type": place.kind,
        "guild_id": str(place.guild.id),
        "name": place.name,
        "parent_id": str(place.parent.id) if place.parent else None,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "flags": 0,
    }
    if not place.is_thread:
        return payload | {
            "position": 0,
            "permission_overwrites": _overwrites(place),
            "nsfw": False,
            "topic": None,
        }
    state = {
        "archived": place.archived,
        "locked": place.locked,
        "archive_timestamp": now(),
        "create_timestamp": now(),
        "auto_archive_duration": 1440,  # minutes
    }
    counts = {"message_count": 0, "member_count": 1, "total_message_sent": 0}
    return payload | counts | {"owner_id": str(bot.id), "thread_metadata": state}


def _overwrites(place: Channel) -> list[Json]:
    """Return the permissions that this channel denies to everybody, the bot included."""
    denied = Permissions(**dict.fromkeys(place.taken, True))
    home = str(place.guild.id)
    return [{"id": home, "type": 0, "allow": "0", "deny": str(denied.value)}] if place.taken else []


def guild(place: Guild, world: World) -> Json:
    """Return a guild as the gateway sends it, with the bot as its only known member."""
    channels = [it for it in world.channels_of(place) if not it.is_thread]
    threads = [it for it in world.channels_of(place) if it.is_thread and not it.archived]
    return {
        **dict.fromkeys(_UNSET),
        **dict.fromkeys(_ZERO, 0),
        **{name: list[Json]() for name in _EMPTY},
        "id": str(place.id),
        "name": place.name,
        "owner_id": "1",
        "preferred_locale": place.locale,
        "roles": [_everyone(place), *place.roles.values()],
        "afk_timeout": 300,
        "system_channel_id": str(place.system_channel.id) if place.system_channel else None,
        "premium_progress_bar_enabled": False,
        "joined_at": place.invited or LONG_AGO,
        "large": False,
        "unavailable": False,
        "member_count": len(world.users),
        "members": [member(world.bot, place.invited or LONG_AGO)],
        "channels": [channel(it, world.bot) for it in channels],
        "threads": [channel(it, world.bot) for it in threads],
    }


_UNSET: Final = (
    *("icon", "splash", "discovery_splash", "banner", "description", "vanity_url_code"),
    *("afk_channel_id", "system_channel_id", "rules_channel_id", "public_updates_channel_id"),
    *("safety_alerts_channel_id", "application_id"),
)
_ZERO: Final = (
    *("verification_level", "default_message_notifications", "explicit_content_filter"),
    *("mfa_level", "nsfw_level", "premium_tier", "system_channel_flags"),
)
_EMPTY: Final = (
    *("emojis", "stickers", "features", "voice_states", "presences", "stage_instances"),
    *("guild_scheduled_events", "soundboard_sounds"),
)


def _everyone(place: Guild) -> Json:
    """Return the role that everybody has; here it also has the bot's permissions."""
    return role(place.id, "@everyone", place.permissions.value, 0)


def role(number: int, name: str, permissions: int, position: int = 1) -> Json:
    return {
        "id": str(number),
        "name": name,
        "permissions": str(permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        **dict.fromkeys(("hoist", "managed", "mentionable"), False),
        **dict.fromkeys(("icon", "unicode_emoji")),
        "flags": 0,
    }


def interaction(somebody: User, place: Channel, rights: Permissions, bot: User) -> Json:
    """Return the part of an interaction that says who and where."""
    if place.is_private:
        return {
            "application_id": str(bot.id),
            "version": 1,
            "channel_id": str(place.id),
            "channel": channel(place, bot),
            "user": user(somebody),
            "locale": somebody.locale,
            "app_permissions": str(IN_PRIVATE.value),
            "entitlements": [],
            "authorizing_integration_owners": {"0": "0"},
            "context": BOT_DM,
            "attachment_size_limit": UPLOAD_LIMIT,
        }
    home = place.guild
    may = str(rights.value)
    return {
        "application_id": str(bot.id),
        "version": 1,
        "guild_id": str(home.id),
        "guild": {"id": str(home.id), "locale": home.locale, "features": []},
        "guild_locale": home.locale,
        "channel_id": str(place.id),
        "channel": channel(place, bot) | {"permissions": may},
        "member": member(somebody) | {"permissions": may},
        "locale": somebody.locale,
        "app_permissions": str(place.permissions.value),
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(home.id)},
        "context": 0,
        "attachment_size_limit": UPLOAD_LIMIT,
    }


def application(bot: User, guilds: int) -> Json:
    """Return the bot's application, as its owner set it up."""
    return {
        "id": str(bot.id),
        "name": bot.name,
        "description": "",
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "bot_public": True,
        "bot_require_code_grant": False,
        "bot": user(bot),
        "owner": user(bot),
        **dict.fromkeys(("icon", "type", "team", "interactions_endpoint_url")),
        "role_connections_verification_url": None,
        "redirect_uris": [],
        "approximate_guild_count": guilds,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
    }


def myself(bot: User) -> Json:
    """Return the bot as it sees itself."""
    return user(bot) | {"mfa_enabled": False, "verified": True, "email": None, "locale": "en-US"}
