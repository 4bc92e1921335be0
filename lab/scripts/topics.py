"""How often texts that share only their topic are accused.

    topics.py IBID FOLDER [FOLDER...]

Each FOLDER has two folders, `a` and `b`, of texts on one topic (wire stories of one week, regulations of two provinces). The
texts of `a` are checked against those of `b`. Prints the passages that count, and those that are possible, in 1,000 pairs of
texts, and the pairs with a passage that counts. With --list each passage is shown, to be read: some are real reuse.
With --compare N, up to N pairs are also compared one by one, without a collection.

    topics.py --stories JSON-DATA SILVER OUT     makes such folders of Reuters-21578
    topics.py --regulations FOLDER OUT           makes them of folders of Chinese regulations, one a province

Stories have 100 words or more, one week and one topic, at most 30 a topic; of stories that share an eight-gram with another
(SILVER) one is taken. Regulations: 45 of each of six provinces.
"""

import collections
import datetime
import itertools
import json
import pathlib
import random
import re
import subprocess
import sys


def write(folder, name, text):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def stories(data, silver, out):
    shared = collections.defaultdict(set)
    for line in pathlib.Path(silver).read_text().splitlines()[1:]:
        one, other = line.split("\t")[:2]
        shared[one].add(other)
        shared[other].add(one)
    groups = collections.defaultdict(list)
    for path in sorted(pathlib.Path(data).glob("*.json")):
        for story in json.loads(path.read_text(encoding="utf-8")):
            topics, date = story.get("topics"), re.match(r"\s*(\d+-\w+-\d+)", story["date"])
            if topics and date and len(story.get("body", "").split()) >= 100 and topics[0] != "earn":
                week = datetime.datetime.strptime(date.group(1), "%d-%b-%Y").isocalendar()[:2]
                groups[topics[0], week].append(story)
    draw = random.Random(7)
    largest = sorted(sorted(groups.items()), key=lambda group: -len(group[1]))[:30]
    for number, ((topic, _), group) in enumerate(largest, 1):
        draw.shuffle(group)
        kept = []
        for story in group:
            if not any(other["attrs"]["newid"] in shared[story["attrs"]["newid"]] for other in kept):
                kept.append(story)
        for at, story in enumerate(kept[:30]):
            name = f"{story['attrs']['newid']}.txt"
            write(pathlib.Path(out) / f"{number:02}-{topic}" / "ab"[at % 2], name, f"{story.get('title', '')}\n\n{story['body']}")


def regulations(folder, out):
    draw = random.Random(7)
    provinces = []
    for province in sorted(path for path in pathlib.Path(folder).iterdir() if path.is_dir()):
        files = [path for path in sorted(province.rglob("*.md")) if path.name != "_index.md" and path.stat().st_size > 3000]
        draw.shuffle(files)
        provinces.append(files[:45])
    for number, pair in enumerate(zip(provinces[:6:2], provinces[1:6:2]), 1):
        for side, files in zip("ab", pair):
            for path in files:
                write(pathlib.Path(out) / f"{number:02}" / side, path.name, path.read_text(encoding="utf-8"))


def passages(arguments):
    ended = subprocess.run([*arguments, "--format", "jsonl", "--commonplaces"], capture_output=True, text=True)
    found = [json.loads(line) for line in ended.stdout.splitlines()]
    return [passage for passage in found if passage["kind"] != "commonplace" and not passage.get("left_out")]


def counting(found):
    return [passage for passage in found if passage["kind"] != "possible"]


def main():
    if sys.argv[1] == "--stories":
        return stories(*sys.argv[2:5])
    if sys.argv[1] == "--regulations":
        return regulations(*sys.argv[2:4])
    arguments = sys.argv[1:]
    shows = "--list" in arguments
    most = int(arguments[arguments.index("--compare") + 1]) if "--compare" in arguments else 0
    ibid, *folders = [value for value in arguments if not value.startswith("--") and value != str(most)]
    pairs, found, single = 0, [], []
    for folder in map(pathlib.Path, folders):
        sides = [sorted((folder / side).iterdir()) for side in "ab"]
        pairs += len(sides[0]) * len(sides[1])
        found += passages([ibid, "--quiet", "check", str(folder / "a"), "--against", str(folder / "b")])
        single += itertools.product(*sides)
    counts = counting(found)
    named = {(passage["a"], passage["b"]) for passage in counts}
    print(f"{pairs:,} pairs, in 1,000: {len(counts) * 1000 / pairs:.1f} passages that count, in "
          f"{len(named) * 1000 / pairs:.1f} pairs; {(len(found) - len(counts)) * 1000 / pairs:.1f} possible ones")
    if shows:
        for passage in counts:
            print(passage["kind"], passage["similarity"], passage["a"], passage["b"])
            print("   ", " ".join(passage["a_text"].split())[:300])
            print("   ", " ".join(passage["b_text"].split())[:300])
    if most:
        chosen = random.Random(1).sample(single, min(most, len(single)))
        with_passage = sum(bool(counting(passages([ibid, "--quiet", "compare", str(a), str(b)]))) for a, b in chosen)
        print(f"compared one by one: {with_passage} of {len(chosen)} pairs have a passage that counts")


if __name__ == "__main__":
    main()
