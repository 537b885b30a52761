# The product as one image; ROLE says which part of it a container plays. The image holds no data and no secret.

FROM node:24-bookworm-slim AS build
WORKDIR /headway
COPY package.json package-lock.json ./
# The lock names the packages of the system it was written on; what only another one needs is added here.
RUN npm install --omit=dev --no-save --no-audit --no-fund
COPY . .
RUN node server/db/generate.mjs \
 && node_modules/.bin/vite build --config standalone/vite.config.ts \
 && node_modules/.bin/remix vite:build --config app/vite.config.ts

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /headway
COPY --from=build /headway/package.json ./
COPY --from=build /headway/node_modules node_modules
COPY --from=build /headway/prisma prisma
COPY --from=build /headway/server server
COPY --from=build /headway/build build
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
