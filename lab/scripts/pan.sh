#!/usr/bin/env bash
# The PAN text-alignment corpus: scores by class on the even lines of each class's pairs file, on the odd ones, and the
# time for all pairs.
#   lab/scripts/pan.sh CORPUS
# CORPUS has susp/, src/ and a folder a class with its `pairs` and XML files. Without it: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -ne 1 ] || [ ! -d "$1/susp" ]; then
    echo "SKIPPED: the PAN corpus is not there"
    exit 0
fi
cargo build --release --quiet -p ibid-lab
pairs=$(mktemp)
trap 'rm -f "$pairs"' EXIT
run() {
    "${CARGO_TARGET_DIR:-$PWD/target}/release/ibid-lab" alignment --pairs "$pairs" --query-dir "$1/susp" --source-dir "$1/src" --truth "$1"
}
for rest in 1 0; do
    awk -v rest=$rest 'FNR % 2 == rest' "$1"/*/pairs >"$pairs"
    [ $rest = 1 ] && echo "== odd lines" || echo "== even lines"
    run "$1"
done
cat "$1"/*/pairs >"$pairs"
echo "== time for all pairs"
time run "$1" >/dev/null
