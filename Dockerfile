# The bot and what it needs to run. docs/hosting.md says how to start it.

# Pinned by the digest of its index, so for every architecture; Dependabot proposes newer ones.
FROM python:3.11-slim@sha256:90744cff8f32887f075c47d747a173ff333e9e98801667af93c357fa9f5e28ff AS base


FROM base AS build
WORKDIR /app
ENV UV_COMPILE_BYTECODE=1 \
    UV_LINK_MODE=copy \
    UV_NO_CACHE=1 \
    UV_PYTHON_DOWNLOADS=never

# Packages first, so that a change to the bot does not install them again. Every file, uv included,
# is checked by its hash; the bot itself is not installed but run in place.
COPY pyproject.toml uv.lock requirements-uv.txt ./
RUN pip install --no-cache-dir --require-hashes --requirement requirements-uv.txt \
    && uv sync --frozen --no-dev --extra terminal

COPY LICENSE ./
COPY engine engine
COPY players players
COPY bot bot
COPY cogs cogs
COPY migrations migrations
RUN python -m compileall -q engine players bot cogs migrations \
    && rm pyproject.toml uv.lock requirements-uv.txt \
    && chmod -R a+rX /app


FROM base
# A user that owns nothing but the games. The number is fixed: a folder that is
# mounted in place of the volume must belong to it.
RUN groupadd --gid 10001 celestia \
    && useradd --uid 10001 --gid celestia --no-create-home --home-dir /data \
        --shell /usr/sbin/nologin celestia \
    && install --directory --owner=celestia --group=celestia --mode=0700 /data
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    CELESTIA_DATABASE=/data/celestia.db
USER 10001:10001
VOLUME /data

# On SIGTERM the bot finishes the clicks in hand and ends within ten seconds, Docker's own limit; it
# handles signals as process 1, too.
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "bot"]

# No HEALTHCHECK, on purpose: nothing listens here unless CELESTIA_OPERATIONS is set; deploy/compose.yml
# sets it and asks /health. "python -m bot check" is no health check: it reads the whole database,
# replays open games and logs in to Discord, and does not show that this process is alive. A bot that
# cannot go on exits, so a restart policy is what brings it back.
