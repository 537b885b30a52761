# Builds the product's image, for one of two targets. ROLE selects the part that a container runs. Neither image holds data or a secret.
#   docker build -t headway .                      production: without build tools and sandbox
#   docker build -t headway-demo --target demo .   everything of `npm start`, with the sandbox and a PostgreSQL

FROM node:24.21.0-bookworm-slim AS base
WORKDIR /headway
COPY package.json package-lock.json .npmrc ./

# The packages that production needs. Without --omit=optional, npm would install development packages that others name as optional.
# `npm ci` would refuse a lock file that was written on another system, because the file names that system's packages.
FROM base AS packages
RUN npm install --omit=dev --omit=optional --no-save

FROM base AS build
RUN npm install --include=dev --no-save
COPY . .
RUN node --eval "import('./server/start/prepare.mjs').then(({ prepare }) => prepare({ frontends: true }))"

FROM build AS product
RUN rm -r server/sandbox

FROM build AS demo
USER node
ENV DATA_DIR=/home/node/data SANDBOX_HOST=0.0.0.0
# A new volume mounted on this folder takes over its owner.
RUN mkdir "$DATA_DIR"
EXPOSE 3000 3900
CMD ["node", "server/main.ts"]

FROM base AS production
ENV NODE_ENV=production
ENV WORKER_PORT=3000
COPY --from=packages /headway/node_modules node_modules
COPY --from=product /headway/prisma prisma
COPY --from=product /headway/server server
COPY --from=product /headway/build build
# Printed statements show the logos.
COPY --from=product /headway/standalone/public/brand standalone/public/brand
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "const { ROLE, WORKER_PORT, PORT = 3000 } = process.env; fetch(`http://127.0.0.1:${ROLE === 'worker' ? WORKER_PORT : PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
