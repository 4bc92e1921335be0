#!/usr/bin/env bash
# The index: how fast documents are added, how large it gets, and how long a check takes.
#   lab/scripts/index.sh ENGLISH CHINESE ENGLISH_PAPER CHINESE_PAPER
# Two folders of documents, and two documents to check. Without them: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -ne 4 ] || [ ! -d "$1" ] || [ ! -d "$2" ]; then
    echo "SKIPPED: the index needs two folders of documents and two papers"
    exit 0
fi
cargo build --release --quiet
# Built before anything is measured.
cargo bench --quiet -p ibid --bench segment --no-run
ibid=${CARGO_TARGET_DIR:-$PWD/target}/release/ibid
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for texts in "$1" "$2"; do
    echo "== add $(basename "$texts"), $(du -sb "$texts" | cut -f1) bytes"
    rm -rf "$folder/.ibid"
    # The same files, only read, normalized, split and cut into words: what adding cannot be faster than.
    segment=$(cargo bench --quiet -p ibid --bench segment -- "$texts" | tee /dev/stderr | sed -n 's/.* \([0-9.]*\) MB\/s$/\1/p')
    /usr/bin/time -f "%U s user, %S s system, %e s, %M KB" "$ibid" --index "$folder/.ibid" add "$texts" 2>&1 |
        tee "$folder/add.log"
    sed -n 's/^added.* \([0-9.]*\) MB\/s)$/\1/p' "$folder/add.log" |
        awk -v segment="$segment" '{ printf "add: %.1f MB/s, %.0f %% of segmenting\n", $1, 100 * $1 / segment }'
    echo "index: $(du -sb "$folder/.ibid" | cut -f1) bytes"
done
"$ibid" --quiet --index "$folder/.ibid" add "$1"
for paper in "$3" "$4"; do
    echo "== check $(basename "$paper"), whole process, 20 times"
    for _ in $(seq 20); do
        /usr/bin/time -f "%e" "$ibid" --index "$folder/.ibid" --quiet check "$paper" --format json 2>&1 >/dev/null | tail -n 1
    done | sort -n | awk '{ t[NR] = $1 } END { print "median " (t[10] + t[11]) / 2 " s, longest " t[NR] " s" }'
done
