#!/usr/bin/env bash
# Speed beside a yardstick: processor time of checking collections against themselves, in memory and against their index,
# and of adding them, over that of `xz -1` on the same file; then how the first of them grows.
#   lab/scripts/speed.sh CORPUS…
# A CORPUS is a JSONL file. Without one: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -eq 0 ]; then
    echo "SKIPPED: speed needs corpora"
    exit 0
fi
cargo build --release --quiet
ibid=${CARGO_TARGET_DIR:-$PWD/target}/release/ibid
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Prints the processor time of a command in seconds, and its memory in MB.
measure() {
    /usr/bin/time -o "$folder/time" -f "%U %S %M" "$@" >"$folder/out"
    awk '{ printf "%.2f %.0f\n", $1 + $2, $3 / 1000 }' "$folder/time"
}

row() {
    local name=$1 yardstick=$2
    shift 2
    read -r seconds memory < <(measure "$@")
    awk -v name="$name" -v s="$seconds" -v m="$memory" -v y="$yardstick" \
        'BEGIN { printf "%-28s %6.2f s  %5.2f xz  %5d MB\n", name, s, s / y, m }'
}

for corpus in "$@"; do
    read -r xz _ < <(measure xz -1 -T1 -k -c "$corpus")
    echo "== $corpus, $(wc -c <"$corpus") bytes, xz -1: $xz s"
    row "check --against itself" "$xz" "$ibid" --quiet check "$corpus" --against "$corpus" --format jsonl
    rm -rf "$folder/index"
    row "add" "$xz" "$ibid" --quiet add --index "$folder/index" "$corpus"
    echo "index: $(du -sb "$folder/index" | cut -f1) bytes"
    row "check --index of itself" "$xz" "$ibid" --quiet check "$corpus" --index "$folder/index" --format jsonl
done

documents=$(wc -l <"$1")
for share in 8 4 2 1; do
    head -n $((documents / share)) "$1" >"$folder/part.jsonl"
    row "$((documents / share)) documents" 1 "$ibid" --quiet check "$folder/part.jsonl" --against "$folder/part.jsonl" --format jsonl
done | sed 's/ *[0-9.]* xz//'
