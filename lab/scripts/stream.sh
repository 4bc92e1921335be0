#!/usr/bin/env bash
# `ibid dedup` over a gigabyte of JSONL: memory, time, and what a state saves.
#   lab/scripts/stream.sh FOLDER-OF-TEXTS [MILLIONS-OF-BYTES [records] [state] [seen]]
# The records are pieces of the texts, repeated, every second one with words exchanged. Near ones by NEAR, simhash where
# nothing is said. Without the folder: skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -lt 1 ] || [ ! -d "$1" ]; then
    echo "SKIPPED: streaming needs a folder of texts"
    exit 0
fi
texts=$(realpath "$1")
megabytes=${2:-1000}
parts=${*:3}
parts=${parts:-records state seen}
ibid=$(realpath "${CARGO_TARGET_DIR:-target}")/release/ibid
[ -n "${NO_BUILD:-}" ] || cargo build --release --quiet
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 - "$texts" "$megabytes" >all.jsonl <<'PYTHON'
import json, os, random, sys

dice = random.Random(1)
pieces = []
for folder, folders, names in os.walk(sys.argv[1]):
    folders.sort()
    for name in sorted(names):
        with open(os.path.join(folder, name), encoding="utf-8", errors="ignore") as file:
            words = file.read().split()
        pieces += [words[at : at + 160] for at in range(0, len(words) - 160, 160)]
    if len(pieces) > 500_000:
        break
dice.shuffle(pieces)
size = int(sys.argv[2]) * 1_000_000
written = number = 0
while written < size:
    piece = list(pieces[dice.randrange(len(pieces))])
    if number % 2:
        for _ in range(dice.randrange(1, 12)):
            piece[dice.randrange(len(piece))] = dice.choice(pieces[0])
    line = json.dumps({"id": str(number), "text": " ".join(piece), "source": {"n": number}}, ensure_ascii=False) + "\n"
    sys.stdout.write(line)
    written += len(line.encode())
    number += 1
PYTHON
echo "$(wc -l <all.jsonl) records, $(wc -c <all.jsonl) bytes"
run() {
    local what=$1
    shift
    echo "== $what"
    local near=(--near "${NEAR:-simhash}")
    [[ " $* " == *" --near "* ]] && near=()
    /usr/bin/time -f "%e s, %U s user, %S s system, %M KB" "$ibid" dedup -o clusters.txt "${near[@]}" "$@" || true
}
if [[ $parts == *records* ]]; then
    run "read" all.jsonl
    run "records out" all.jsonl --kept kept.jsonl --dropped dropped.jsonl
    run "records out from standard input, packed" - --kept kept.jsonl.zst <all.jsonl
fi
if [[ $parts == *state* ]]; then
    run "state, new" all.jsonl --state state
    ls -l state | awk '/records/ { print $5 " bytes of state" }'
    run "state, nothing to read" all.jsonl --state state
    run "state of equal texts only, new" all.jsonl --state exact --near none
    run "state of equal texts only, nothing to read" all.jsonl --state exact --near none
    head -c 1000000 all.jsonl | head -n -1 | sed 's/"id": "/&new-/' >more.jsonl
    run "state, $(wc -l <more.jsonl) records more" more.jsonl --state state
    rm -r state
    echo "== state, asked to end after 2.5 s"
    "$ibid" dedup -o clusters.txt --near "${NEAR:-simhash}" all.jsonl --state state &
    sleep 2.5
    kill -TERM $!
    wait $! || echo "exit code $?"
    run "state, continued" all.jsonl --state state
fi
if [[ $parts == *seen* ]]; then
    run "seen, new" all.jsonl --seen seen --expect 10000000
    run "seen, all of it" all.jsonl --seen seen
fi
