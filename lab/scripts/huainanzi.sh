#!/usr/bin/env bash
# Passages that a classical Chinese chapter takes from older books, as experts aligned them: which of them are found, by
# length and by how many characters are equal.
#   lab/scripts/huainanzi.sh FOLDER
# FOLDER has chap1.txt and parallels.tsv. Without it: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -ne 1 ] || [ ! -e "$1/parallels.tsv" ]; then
    echo "SKIPPED: the classical parallels are not there"
    exit 0
fi
cargo build --release --quiet
lab/scripts/huainanzi.py "${CARGO_TARGET_DIR:-$PWD/target}/release/ibid" "$1"
