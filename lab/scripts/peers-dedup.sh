#!/usr/bin/env bash
# Near documents by `ibid dedup`, datasketch, text-dedup and rensa on the same texts, in one run: processor time, memory, and
# precision and recall by pairs. What is right is told in peers-dedup.py.
#   lab/scripts/peers-dedup.sh FOLDER KIND=SOURCE [NAME…]
# KIND is manual (releases of a manual), pages (judged pages), reuters (stories) or news-SEED (a news set); sets and the peers' virtual
# environment are made in FOLDER. NAME begins the names of the runs that are wanted, such as "text-dedup 0.7"; without it,
# all. NEAR has the settings of `--near` that are tried, with spaces between. Without a source: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -lt 2 ] || [ ! -e "${2#*=}" ]; then
    echo "SKIPPED: the texts are not there"
    exit 0
fi
folder=$1
kind=${2%%=*}
source=${2#*=}
shift 2
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
if [ ! -e "$folder/python/bin/python" ]; then
    python3 -m venv "$folder/python"
    "$folder/python/bin/pip" install --quiet datasketch==2.0.0 text-dedup==0.4.0 rensa==0.5.0
fi
cargo build --release --quiet
if [ ! -e "$folder/$kind/set.json" ]; then
    "$folder/python/bin/python" lab/scripts/peers-dedup.py prepare "$kind" "$source" "$folder/$kind"
fi
"$folder/python/bin/python" lab/scripts/peers-dedup.py run \
    "${CARGO_TARGET_DIR:-$PWD/target}/release/ibid" "$folder/$kind" "$@"
