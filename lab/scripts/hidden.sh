#!/usr/bin/env bash
# Planted passages whose copies are disguised: what is found beside what is found of the untouched copies.
#   lab/scripts/hidden.sh SCORER CORPUS…
# SCORER and CORPUS are those of lab/scripts/planted.sh. Without both: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -lt 2 ] || [ ! -e "$1" ] || [ ! -d "$2" ]; then
    echo "SKIPPED: disguised passages need a scorer and corpora"
    exit 0
fi
scorer=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for corpus in "$@"; do
    disguised=()
    for kind in zero-width look-alikes letter-spaced; do
        out="$folder/$(basename "$corpus")-$kind"
        lab/scripts/hidden.py "$kind" "$corpus" "$out"
        disguised+=("$out")
    done
    lab/scripts/planted.sh "$scorer" "$corpus" "${disguised[@]}"
done
