#!/usr/bin/env bash
# Pairs of news sentences, of which judges said whether one says the other again: how well likenesses tell them apart.
#   lab/scripts/paraphrases.sh FOLDER
# FOLDER has msr_paraphrase_train.txt (label, two numbers, two sentences; the first line has the names). Without it:
# skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -ne 1 ] || [ ! -e "$1/msr_paraphrase_train.txt" ]; then
    echo "SKIPPED: the pairs of sentences are not there"
    exit 0
fi
cargo build --release --quiet -p ibid-lab
pairs=$(mktemp)
trap 'rm -f "$pairs"' EXIT
tail -n +2 "$1/msr_paraphrase_train.txt" | tr -d '\r' | cut -f 1,4,5 >"$pairs"
"${CARGO_TARGET_DIR:-$PWD/target}/release/ibid-lab" pairs "$pairs"
