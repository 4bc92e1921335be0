#!/usr/bin/env bash
# How the time of a near method of `ibid dedup` grows with the number of documents.
#   lab/scripts/near-growth.sh METHOD FOLDER…
# The folders have text files; a METHOD is what --near takes. Without them: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -lt 2 ] || [ ! -d "$2" ]; then
    echo "SKIPPED: the texts are not there"
    exit 0
fi
cargo build --release --quiet
python3 lab/scripts/near-growth.py "${CARGO_TARGET_DIR:-$PWD/target}/release/ibid" "$@"
