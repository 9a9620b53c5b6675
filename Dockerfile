# The bot, and nothing but what it runs on. docs/hosting.md says how to start it.

FROM python:3.11-slim AS build
WORKDIR /app
ENV UV_COMPILE_BYTECODE=1 \
    UV_LINK_MODE=copy \
    UV_NO_CACHE=1 \
    UV_PYTHON_DOWNLOADS=never

# The packages first, so that a change of ours does not install them anew. Each file of theirs is
# known by its hash, uv's as well; the bot itself is not installed but run where it lies.
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


FROM python:3.11-slim
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

# On SIGTERM the bot finishes the clicks in hand and ends within ten seconds, which is what Docker
# waits for; it hears signals as process 1, too.
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "bot"]

# No HEALTHCHECK, on purpose: nothing listens here unless CELESTIA_OPERATIONS says so, as
# deploy/compose.yml does, which asks /health. "python -m bot check" would not do: it reads the whole
# database, plays open games again and logs in to Discord, and does not show that this process is
# alive. A bot that cannot go on ends, so a restart policy is the check that counts.
