#!/bin/sh
# A command of the bot with what celestia.service gives the bot itself: user, settings, token, games.
# docs/hosting.md puts it there as /usr/local/bin/celestia, so that "celestia check" is all it takes.
# A file that a command writes is named in full, below /var/lib/celestia, which is the bot's own.

[ "$(id -u)" = 0 ] || exec sudo "$0" "$@"
# the description, since what runs would be the whole line otherwise, and stand in the journal
exec systemd-run --quiet --collect --wait --pipe --pty --description="celestia $1" \
    --property=User=celestia \
    --property=WorkingDirectory=/srv/celestia \
    --property=UMask=0077 \
    --property=LoadCredential=token:/etc/celestia.token \
    --property=Environment=CELESTIA_DATABASE=/var/lib/celestia/celestia.db \
    --property=Environment=HOME=/var/lib/celestia \
    --property=EnvironmentFile=-/etc/celestia.env \
    sh -c 'DISCORD_TOKEN_FILE=$CREDENTIALS_DIRECTORY/token exec .venv/bin/python -m bot "$@"' celestia "$@"
