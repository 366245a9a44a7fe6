# syntax=docker/dockerfile:1
# The web client is built with everything there is; what runs has neither build tools nor sources of the client.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.base.json ./
COPY shared shared
COPY server server
COPY web web
RUN npm run build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json LICENSE ./
COPY --from=dependencies /app/node_modules node_modules
COPY shared shared
COPY server server
COPY migrations migrations
COPY cli cli
COPY samples samples
COPY --from=build /app/dist dist
# What is compiled at the first start is kept for the next ones.
RUN install --directory --owner=node --group=node --mode=0700 /data /app/.cache
USER node
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    HOST=0.0.0.0 \
    PORT=3000 \
    CHAT_PORT=off \
    DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/start.js"]
