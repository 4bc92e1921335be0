#!/usr/bin/env bash
# Planted passages: what is found in a corpus checked against itself, with processor time and memory.
#   lab/scripts/planted.sh SCORER CORPUS…
# SCORER is a program that is called as `SCORER CORPUS FOUND.jsonl`; a CORPUS has docs.jsonl (id, title, text) and the
# known answers that the scorer reads. Without both: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -lt 2 ] || [ ! -e "$1" ]; then
    echo "SKIPPED: planted passages need a scorer and corpora"
    exit 0
fi
scorer=$1
shift
cargo build --release --quiet
found=$(mktemp)
trap 'rm -f "$found"' EXIT
for corpus in "$@"; do
    echo "== $(basename "$corpus"), $(wc -c <"$corpus/docs.jsonl") bytes"
    /usr/bin/time -f "%U s user, %S s system, %e s, %M KB" "${CARGO_TARGET_DIR:-target}/release/ibid" --quiet check "$corpus/docs.jsonl" \
        --against "$corpus/docs.jsonl" --format jsonl >"$found"
    "$scorer" "$corpus" "$found"
done
