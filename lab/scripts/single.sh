#!/usr/bin/env bash
# Single copied sentences: the share found by length and rate of edits, and the passages elsewhere, in pairs (`compare`)
# and in checks of all query documents against all sources.
#   lab/scripts/single.sh SCORER SET…
# SCORER is a program that is called as `SCORER score SET --jsonl FOUND` or `SCORER score SET --xml FOLDER`; a SET has
# queries/ and sources/, queries.jsonl and sources.jsonl, `pairs`, and the known answers that the scorer reads. Without
# both: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -lt 2 ] || [ ! -e "$1" ]; then
    echo "SKIPPED: single sentences need a scorer and sets"
    exit 0
fi
scorer=$1
shift
cargo build --release --quiet -p ibid-cli -p ibid-lab
ibid="${CARGO_TARGET_DIR:-target}/release/ibid"
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
for set in "$@"; do
    echo "== $(basename "$set"), check"
    "$ibid" --quiet check "$set/queries.jsonl" --against "$set/sources.jsonl" --format jsonl >"$found/check.jsonl"
    "$scorer" score "$set" --jsonl "$found/check.jsonl"
    echo "== $(basename "$set"), compare"
    rm -rf "$found/pairs"
    "$ibid-lab" alignment --pairs "$set/pairs" --query-dir "$set/queries" --source-dir "$set/sources" \
        --detections "$found/pairs" >"$found/scores"
    "$scorer" score "$set" --xml "$found/pairs"
done
