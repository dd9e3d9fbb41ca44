#!/bin/bash
# Stands in for systemctl where no systemd runs: starts and stops the program of a unit as its user, with its environment.
# Limits of the unit (ProtectSystem and others) do not apply.
set -e
action=$1
shift
[ "${1:-}" = --now ] && shift
name=${1:-}
unit=/etc/systemd/system/$name.service
read_unit() { sed -n "s/^$1=//p" "$unit"; }

start() {
  user=$(read_unit User)
  install --directory --mode=0700 --owner="$user" --group="$user" "/var/lib/$name" "/var/cache/$name"
  mapfile -t environment < <(read_unit Environment)
  cd "$(read_unit WorkingDirectory)"
  umask "$(read_unit UMask)"
  env -i PATH="$PATH" LANG=C.UTF-8 "${environment[@]}" setsid setpriv --reuid="$user" --regid="$user" --init-groups \
    $(read_unit ExecStart) >> "/var/log/$name.log" 2>&1 &
  echo $! > "/run/$name.pid"
  # An operator waits, too, before the next command.
  for _ in $(seq 600); do
    curl --silent --fail --output /dev/null http://127.0.0.1:3000/readyz && return
    kill -0 "$(cat "/run/$name.pid")" || break
    sleep 0.5
  done
  tail -n 20 "/var/log/$name.log"
  return 1
}

stop() {
  process=$(cat "/run/$name.pid")
  kill "$process"
  for _ in $(seq "$(read_unit TimeoutStopSec)"); do
    [ -e "/proc/$process" ] || return 0
    sleep 1
  done
  return 1
}

case $action in
  daemon-reload) for file in /etc/systemd/system/*.service; do systemd-analyze verify --man=no "$file"; done ;;
  enable)
    /usr/bin/systemctl enable "$name"
    start
    ;;
  start | stop) "$action" ;;
  reload) "$name" -s reload ;;
esac
