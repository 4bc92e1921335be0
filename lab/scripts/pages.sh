#!/usr/bin/env bash
# Judged pairs of web pages: how many of each label have a passage that counts.
#   lab/scripts/pages.sh FOLDER
# FOLDER has pairs.tsv (track, document, document, label) and docs/TRACK/DOCUMENT.txt. Without it: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -ne 1 ] || [ ! -e "$1/pairs.tsv" ]; then
    echo "SKIPPED: the judged pages are not there"
    exit 0
fi
cargo build --release --quiet
ibid=${CARGO_TARGET_DIR:-$PWD/target}/release/ibid
tail -n +2 "$1/pairs.tsv" | while IFS=$'\t' read -r track a b label _; do
    passages=$("$ibid" --quiet compare "$1/docs/$track/$a.txt" "$1/docs/$track/$b.txt" --format jsonl | wc -l)
    echo "$label $passages $a $b"
done | awk '
    { all[$1]++; if ($2 > 0) found[$1]++; else if ($1 >= 2) print "without a passage:", $3, $4 }
    END { for (label in all) printf "label %s: %d of %d have a passage\n", label, found[label], all[label] | "sort" }'
