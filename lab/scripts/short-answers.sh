#!/usr/bin/env bash
# Short answers by students, each compared with the page that it may have been written from.
#   lab/scripts/short-answers.sh FOLDER
# FOLDER has the answers, orig_taskX.txt, and file_information.csv (file, task, label). Prints how many of each label
# have a passage that counts, and which are not as the label says. Without it: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -ne 1 ] || [ ! -e "$1/file_information.csv" ]; then
    echo "SKIPPED: the short answers are not there"
    exit 0
fi
cargo build --release --quiet
ibid=${CARGO_TARGET_DIR:-$PWD/target}/release/ibid
tr -d '\r' <"$1/file_information.csv" | grep -v -e '^File,' -e '^orig' | while IFS=, read -r file task label; do
    passages=$("$ibid" --quiet compare "$1/$file" "$1/orig_task$task.txt" --format jsonl | wc -l)
    echo "$label $file $passages"
done | awk '
    { all[$1]++; if ($3 > 0) found[$1]++; if (($3 > 0) != ($1 != "non")) wrong = wrong " " $2 }
    END {
        for (label in all) printf "%s: %d of %d have a passage\n", label, found[label], all[label] | "sort"
        close("sort")
        print "not as labelled:" wrong
    }'
