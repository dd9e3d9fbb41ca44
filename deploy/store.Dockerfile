# An S3-compatible store on one machine: OpenStack Swift of Debian, with one copy of each object in /srv/node. For the
# bucket and its access key see store.sh. compose.yaml builds this image.
FROM docker.io/library/debian:trixie-slim
RUN groupadd --gid 10002 swift \
 && useradd --uid 10002 --gid swift --home-dir /srv/node --no-create-home --shell /usr/sbin/nologin swift \
 && apt-get update \
 && apt-get install --yes --no-install-recommends \
      memcached python3-swiftclient swift-account swift-container swift-object swift-proxy \
 && rm -rf /var/lib/apt/lists/* \
 && install --directory --owner=swift --group=swift --mode=0700 /srv/node
COPY --chmod=0755 store.sh /usr/local/bin/store
USER 10002:10002
WORKDIR /srv/node
VOLUME /srv/node
EXPOSE 8080
STOPSIGNAL SIGTERM
# Portals wait until the store is healthy, which requires the bucket.
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=3 CMD ["store", "check"]
ENTRYPOINT ["store"]
