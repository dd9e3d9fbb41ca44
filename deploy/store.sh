#!/bin/bash
# Starts OpenStack Swift for the portal (store.Dockerfile): the bucket "documents", the access key ID "portal:documents",
# and its secret in /run/secrets/documents_key. Ends if one of its processes ends, so that the container restarts.
# "store check" is the health check: it fails until the store answers and has the bucket.
set -euo pipefail
umask 077
secret=$(cat /run/secrets/documents_key)
[[ $secret =~ ^[0-9A-Za-z]{32,}$ ]] || { echo 'documents_key needs 32 letters and digits or more.' >&2; exit 1; }
export ST_AUTH=http://127.0.0.1:8080/auth/v1.0 ST_USER=portal:documents ST_KEY=$secret
if [[ ${1:-} == check ]]; then exec swift --retries 0 stat documents >/dev/null; fi

# The settings are made at each start, because the root file system is read-only. The names of files follow from the
# suffix below: with another one, Swift finds none of its objects.
folder=/tmp/swift
mkdir -p "$folder" /srv/node/disk
cd "$folder"
cat >swift.conf <<'CONF'
[swift-hash]
swift_hash_path_suffix = client-portal
[storage-policy:0]
name = one-copy
default = yes
CONF

# Writes the settings of one server that only this container reaches, or of the proxy.
configure() {
  printf '[DEFAULT]\nbind_ip = %s\nbind_port = %s\nswift_dir = %s\ndevices = /srv/node\n' "$2" "$3" "$folder"
  printf 'recon_cache_path = %s\nmount_check = false\nworkers = 0\nuser = swift\nlog_level = WARNING\n' "$folder"
  cat
} >"$1-server.conf"

port=6200
for name in account container object; do
  configure "$name" 127.0.0.1 "$port" <<CONF
[pipeline:main]
pipeline = $name-server
[app:$name-server]
use = egg:swift#$name
[$name-updater]
CONF
  rm -f "$name.builder" "$name.ring.gz"
  swift-ring-builder "$name.builder" create 4 1 1 >/dev/null
  swift-ring-builder "$name.builder" add --region 1 --zone 1 --ip 127.0.0.1 --port "$port" --device disk --weight 1 >/dev/null
  swift-ring-builder "$name.builder" rebalance --seed 1 >/dev/null
  port=$((port + 1))
done
configure proxy 0.0.0.0 8080 <<CONF
[pipeline:main]
pipeline = catch_errors healthcheck cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_portal_documents = $secret .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:11211
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:catch_errors]
use = egg:swift#catch_errors
CONF

# Ends the servers. Those that ended already, and the exit codes of the others, do not matter.
stop() {
  kill $(jobs -p) 2>/dev/null || true
  wait || true
}
trap 'stop; exit 0' TERM INT
memcached -l 127.0.0.1 -p 11211 &
for name in account container object proxy; do "swift-$name-server" "$folder/$name-server.conf" --verbose & done
for name in container object; do "swift-$name-updater" "$folder/$name-server.conf" --verbose & done

for attempt in {1..30}; do
  if swift --retries 0 post documents 2>/dev/null; then
    echo 'The store is ready.'
    wait -n || true
    echo 'A process of the store ended.' >&2
    break
  fi
  sleep 1
done
stop
exit 1
