#!/usr/bin/env bash
# Judged pairs of web pages: precision and recall of `ibid dedup` at label 2 and above, two pages of one cluster being found.
#   lab/scripts/near-pages.sh FOLDER [OPTION…]
# FOLDER has pairs.tsv (track, document, document, label) and docs/TRACK/DOCUMENT.txt; options are those of `ibid dedup`.
# Without it: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -lt 1 ] || [ ! -e "$1/pairs.tsv" ]; then
    echo "SKIPPED: the judged pages are not there"
    exit 0
fi
folder=$1
shift
cargo build --release --quiet
"${CARGO_TARGET_DIR:-$PWD/target}/release/ibid" --quiet dedup "$folder/docs" "$@" | awk -F '\t' -v folder="$folder" '
    # What is kept begins a line; what is dropped stands below it, last in its line.
    FILENAME == "-" && /^ / { n = split($0, parts, " "); cluster[parts[n]] = kept; next }
    FILENAME == "-" { kept = $0; cluster[$0] = kept; next }
    FNR > 1 {
        a = cluster[folder "/docs/" $1 "/" $2 ".txt"]; b = cluster[folder "/docs/" $1 "/" $3 ".txt"]
        half = FNR % 2 ? "even" : "odd"
        if (a != "" && a == b) { if ($4 >= 2) right[half]++; else wrong[half]++ } else if ($4 >= 2) missed[half]++
    }
    END {
        for (half in right)
            printf "%s lines: precision %.3f, recall %.3f\n", half, right[half] / (right[half] + wrong[half]), right[half] / (right[half] + missed[half]) | "sort"
    }' - "$folder/pairs.tsv"
