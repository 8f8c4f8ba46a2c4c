# The site in a container: docker build -t btd6-index . docs/operating.md says how it is run.

FROM node:26.10.0-bookworm-slim AS build
WORKDIR /clone
COPY . .
RUN npm run release -- --folder /site

FROM node:26.10.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# How much memory is left lying about: docs/operating.md, "Memory".
ENV MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=8
# A volume that is made here begins with the owner of the folder.
RUN mkdir --mode=0700 /data && chown node:node /data
# Owned by root: the site writes to its data alone.
COPY --from=build /site /site
WORKDIR /site
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "start.mjs"]
