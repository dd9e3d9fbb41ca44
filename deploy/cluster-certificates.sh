#!/bin/sh
# Creates a certificate authority for the database cluster (patroni.yml and etcd.yml) and a certificate for each host:
#   sh cluster-certificates.sh FOLDER db1=10.0.0.11 db2=10.0.0.12 etcd1=10.0.0.21 …
# Copy ca.pem and its own certificate and key to each host. Keep ca-key.pem, the key of the authority, off all hosts:
# anyone who has it can join the cluster. A second run adds or renews hosts with the same authority.
set -eu
umask 077
days=${DAYS:-825}
mkdir -p "$1"
cd "$1"
shift

new_key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
[ -f ca-key.pem ] || openssl req -x509 $new_key -days 3650 -subj '/CN=Database cluster of the portal' \
  -addext keyUsage=critical,keyCertSign,cRLSign -keyout ca-key.pem -out ca.pem
for host in "$@"; do
  name=${host%%=*}
  openssl req -x509 -CA ca.pem -CAkey ca-key.pem $new_key -days "$days" -subj "/CN=$name" \
    -addext basicConstraints=critical,CA:FALSE -addext extendedKeyUsage=serverAuth,clientAuth \
    -addext "subjectAltName=DNS:$name,IP:${host#*=}" -keyout "$name-key.pem" -out "$name.pem"
done
