#!/usr/bin/env bash
# Text that repeats, and long text: processor time and memory of a check against the same text, and of a comparison.
#   lab/scripts/repeated.sh [NOVELS [CHINESE]]
# NOVELS is a folder of English texts of 20 MB or more, CHINESE one of Chinese texts of some megabytes; without them only
# what the script makes itself is measured.
set -euo pipefail
cd "$(dirname "$0")/../.."
ibid=$(realpath "${CARGO_TARGET_DIR:-target}")/release/ibid
[ -n "${NO_BUILD:-}" ] || cargo build --release --quiet
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 - "$work" "$@" <<'PYTHON'
import os, random, sys

folder, given = sys.argv[1], sys.argv[2:]
one = "The old lighthouse keeper climbed the narrow winding stairs every evening before dusk and trimmed the long wick carefully."
two = "Nobody in the fishing village could remember a single night when the great lamp above the reef had failed them."
dice = random.Random(1)
words = ("ship sea stone house green river night lamp wick brass reef village weather book daughter stair evening keeper "
         "dusk count polish remember climb narrow write salt road marsh mud parish toll gate widow soldier stone").split()
sentences = [" ".join(dice.choice(words) for _ in range(dice.randint(10, 24))).capitalize() + "." for _ in range(50)]


def write(name, text, other=None):
    for side, content in (("a", text), ("b", text if other is None else other)):
        with open(os.path.join(folder, f"{name}.{side}.txt"), "w", encoding="utf-8") as file:
            file.write(content)


def texts(root):
    for path, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            with open(os.path.join(path, name), encoding="utf-8-sig", errors="ignore") as file:
                yield file.read()


def first_bytes(root, count):
    parts, size = [], 0
    for text in texts(root):
        parts.append(text)
        size += len(text.encode())
        if size >= count:
            break
    return "\n".join(parts).encode()[:count].decode(errors="ignore")


shuffled = lambda: " ".join(dice.choice(sentences) for _ in range(20000))
write("sentence-10000", " ".join([one] * 10000))
write("sentence-100000", " ".join([one] * 100000))
write("two-in-turn-40000", " ".join([one, two] * 20000))
write("fifty-shuffled-20000", shuffled())
write("fifty-shuffled-anew", shuffled(), shuffled())
if given:
    text = first_bytes(given[0], 20_000_000)
    for megabytes in (5, 20):
        write(f"novels-{megabytes}-MB", text[: megabytes * 1_000_000])
if len(given) > 1:
    text = first_bytes(given[1], 50_000_000)
    while len(text.encode()) < 50_000_000:
        text += text
    text = text.encode()[:50_000_000].decode(errors="ignore")
    write("chinese-50-MB", text, two)
    write("chinese-50-MB-source", two, text)
PYTHON
cd "$work"
[ $# -gt 1 ] || echo "SKIPPED: long texts need folders of novels and of Chinese texts"
for a in *.a.txt; do
    name=${a%.a.txt}
    size=$(cat "$a" "$name.b.txt" | wc -c)
    for command in "check $a --against $name.b.txt" "compare $a $name.b.txt"; do
        # shellcheck disable=SC2086
        /usr/bin/time -f "%U + %S s, %M KB" -o time "$ibid" --quiet $command --format jsonl >found
        echo "$name, $((size / 1000000)) MB, ${command%% *}: $(cat time), $(wc -l <found) passages"
    done
done
