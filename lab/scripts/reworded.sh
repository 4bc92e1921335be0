#!/usr/bin/env bash
# Reworded passages in checks: the query documents of the PAN text-alignment corpus, each class checked against all the
# source documents, scored on the labelled pairs; odd and even lines of each class's pairs file apart.
#   lab/scripts/reworded.sh SCORER CORPUS
# SCORER is a program that is called as `SCORER TRUTH DETECTIONS`, both folders of XML files, a folder a class in each.
# Without both: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -ne 2 ] || [ ! -e "$1" ] || [ ! -d "$2/susp" ]; then
    echo "SKIPPED: reworded passages need a scorer and the PAN corpus"
    exit 0
fi
cargo build --release --quiet
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 lab/scripts/reworded.py split "$2" "$folder"
for half in odd even; do
    for flag in always never; do
        echo "== $half lines, --reworded $flag"
        for class in "$folder/$half/susp"/*; do
            "${CARGO_TARGET_DIR:-target}/release/ibid" --quiet check "$class" --against "$folder/$half/src" \
                --reworded "$flag" --format jsonl 2>/dev/null || true # a dozen hold a NUL and are not read
        done | python3 lab/scripts/reworded.py detections "$folder/$half"
        "$1" "$folder/$half/truth" "$folder/$half/detections"
    done
done
