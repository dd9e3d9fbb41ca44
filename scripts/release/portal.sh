#!/bin/sh
# Runs the portal with the Node.js of this release: "portal start" serves it, "portal --help" lists the commands.
# Settings come from the environment, and those that are not set there from the file that PORTAL_SETTINGS names.
set -eu

home=$(dirname "$(dirname "$(readlink -f "$0")")")
settings=${PORTAL_SETTINGS:-/etc/portal/portal.env}
program=cli
if [ "${1:-}" = start ]; then
  program=main
  shift
fi
# A folder that is closed to this user hides whether the file exists.
folder=$(dirname "$settings")
if [ ! -r "$settings" ] && { [ -e "$settings" ] || [ -d "$folder" ] && [ ! -x "$folder" ]; }; then
  echo "Cannot read $settings. Run this command as the portal's user: sudo -u portal portal …" >&2
  exit 1
fi
# Node.js reads the file; a variable that is already set wins. It needs the certificate authority before it reads the file.
if [ -e "$settings" ]; then
  authority=$(sed -n "s/^NODE_EXTRA_CA_CERTS=[\"']\{0,1\}\([^\"']*\)[\"']\{0,1\}[[:space:]]*\$/\1/p" "$settings" | tail -n 1)
  if [ -z "${NODE_EXTRA_CA_CERTS:-}" ] && [ -n "$authority" ]; then
    export NODE_EXTRA_CA_CERTS="$authority"
  fi
  exec "$home/bin/node" "--env-file=$settings" "$home/src/app/$program.ts" "$@"
fi
exec "$home/bin/node" "$home/src/app/$program.ts" "$@"
