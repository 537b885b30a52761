# The product as an image of one of two targets; ROLE says which part of it a container plays. Neither holds data or a secret.
#   docker build -t headway .                      production: nothing that only builds, and no sandbox
#   docker build -t headway-demo --target demo .   everything of one `npm start`, the sandbox and a PostgreSQL included

FROM node:24.21.0-bookworm-slim AS base
WORKDIR /headway
COPY package.json package-lock.json .npmrc ./

# What production runs on. Leaving out the optional packages leaves out development packages that others would only like to have.
# The lock names the packages of the system it was written on, so that `npm ci` refuses it on another one.
FROM base AS packages
RUN npm install --omit=dev --omit=optional --no-save

FROM base AS build
RUN npm install --include=dev --no-save
COPY . .
RUN node --eval "import('./server/start/prepare.mjs').then(({ prepare }) => prepare({ faces: true }))"

FROM build AS product
RUN rm -r server/sandbox

FROM build AS demo
USER node
ENV DATA_DIR=/home/node/data
# A new volume mounted on this folder takes over its owner.
RUN mkdir "$DATA_DIR"
EXPOSE 3000 3900
CMD ["node", "server/main.ts"]

FROM base AS production
ENV NODE_ENV=production
COPY --from=packages /headway/node_modules node_modules
COPY --from=product /headway/prisma prisma
COPY --from=product /headway/server server
COPY --from=product /headway/build build
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
