# Node 24 on Debian, with npm: another base works as well, as long as it has both.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS source
WORKDIR /hearth
COPY . .

# The web pages, compressed beside themselves.
FROM source AS pages
RUN npx --yes "$(node -p 'require("./package.json").packageManager')" install --frozen-lockfile
RUN cd apps/web && node_modules/.bin/vite build && cd ../wallet && node_modules/.bin/vite build

# What the server and the command line import when they run, and nothing else.
FROM source AS packages
RUN npx --yes "$(node -p 'require("./package.json").packageManager')" install --prod --frozen-lockfile --filter "@hearth/server..." --filter "@hearth/cli..."

FROM ${NODE_IMAGE}
WORKDIR /hearth
COPY package.json ./
COPY drizzle drizzle
COPY --from=packages /hearth/node_modules node_modules
COPY --from=packages /hearth/packages packages
COPY --from=packages /hearth/apps/server apps/server
COPY --from=packages /hearth/apps/cli apps/cli
COPY --from=pages /hearth/apps/web/dist apps/web/dist
COPY --from=pages /hearth/apps/wallet/dist apps/wallet/dist
COPY --chmod=755 deploy/hearth /usr/local/bin/hearth
RUN mkdir -p /var/lib/hearth/uploads && chown -R 10001:10001 /var/lib/hearth
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5000 WEB_DIST=/hearth/apps/web/dist WALLET_DIST=/hearth/apps/wallet/dist UPLOADS_DIR=/var/lib/hearth/uploads
# The process writes nowhere but here and to its output: the rest may be read-only.
VOLUME /var/lib/hearth
USER 10001:10001
EXPOSE 5000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/src/main.ts"]
