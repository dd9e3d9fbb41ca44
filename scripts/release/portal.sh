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
# Node.js reads the file; a variable that is already set wins.
if [ -e "$settings" ]; then
  exec "$home/bin/node" "--env-file=$settings" "$home/src/app/$program.ts" "$@"
fi
exec "$home/bin/node" "$home/src/app/$program.ts" "$@"
