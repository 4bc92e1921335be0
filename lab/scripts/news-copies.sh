#!/usr/bin/env bash
# Near-duplicates planted in news: precision and recall of the near methods of `ibid dedup`.
#   lab/scripts/news-copies.sh SEED FOLDER [METHOD…]
# FOLDER has a news set (lab/scripts/news-copies.py says which); a METHOD is what --near takes. Without it: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -lt 2 ] || [ ! -d "$2" ]; then
    echo "SKIPPED: the news are not there"
    exit 0
fi
seed=$1 folder=$2
shift 2
cargo build --release --quiet
python3 lab/scripts/news-copies.py "${CARGO_TARGET_DIR:-$PWD/target}/release/ibid" "$folder" "$seed" "$@"
