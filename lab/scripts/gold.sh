#!/usr/bin/env bash
# Labelled sentences: whether `ibid-lab gold` makes the same files as another program, and how long both take.
#   lab/scripts/gold.sh PROGRAM SENTENCES LANG FAMILY INPUT…
# PROGRAM is called as `PROGRAM --lang en|zh --sentences N --family name|all OUT INPUT…`. Without it or the texts: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -lt 5 ] || [ ! -e "$1" ] || [ ! -d "$5" ]; then
    echo "SKIPPED: labelled sentences need another program and folders with versions of documents"
    exit 0
fi
program=$1 sentences=$2 lang=$3 family=$4
shift 4
cargo build --release --quiet -p ibid-lab
lab=${CARGO_TARGET_DIR:-target}/release/ibid-lab
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
run() {
    /usr/bin/time -f "%U s user, %e s, %M KB" "$@"
}
echo "== ibid-lab"
run "$lab" gold --lang "$lang" --sentences "$sentences" --family "$family" "$folder/a" "$@"
echo "== $(basename "$program")"
run "$program" --lang "$lang" --sentences "$sentences" --family "$family" "$folder/b" "$@"
cmp "$folder/a/sentences.tsv" "$folder/b/sentences.tsv"
cmp "$folder/a/pairs.tsv" "$folder/b/pairs.tsv"
echo "both files are equal"
