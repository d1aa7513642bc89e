# The service in a container. To build and run it:
#   docker build -t animspec .
#   docker run --rm -p 127.0.0.1:8321:8321 --read-only --tmpfs /tmp --cap-drop ALL animspec

FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY schemas schemas
COPY expressions expressions
COPY animspec animspec
RUN python -m venv /opt/animspec \
 && /opt/animspec/bin/pip install --no-cache-dir '.[serve]' \
 && /opt/animspec/bin/python -m compileall -q /opt/animspec/lib

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin animspec
COPY --from=build /opt/animspec /opt/animspec
ENV PATH=/opt/animspec/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    ANIMSPEC_SERVE_HOST=0.0.0.0 \
    ANIMSPEC_SERVE_PORT=8321
USER 10001
WORKDIR /tmp
EXPOSE 8321
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f\"http://127.0.0.1:{os.environ['ANIMSPEC_SERVE_PORT']}/readyz\", timeout=4)"]
CMD ["animspec", "serve", "--isolated"]
