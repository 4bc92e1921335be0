"""Near documents by `ibid dedup`, datasketch, text-dedup and rensa on the same texts: processor time, memory, pairs right.

    peers-dedup.py prepare manual RELEASES SET    the pages of every sixth release
    peers-dedup.py prepare pages FOLDER SET       judged pages: pairs.tsv, docs/TRACK/DOCUMENT.txt
    peers-dedup.py prepare reuters FOLDER SET     stories, and copies of 1,000 of them with 5, 10 and 20 % edited
    peers-dedup.py prepare news-SEED FOLDER SET   what news-copies.py makes of a news set with this seed
    peers-dedup.py run IBID SET [NAME...]         every tool, or those whose names begin so

A SET is a folder with texts.jsonl and set.json. Pairs that are right:

- manual: a Jaccard of .8 or more of runs of five characters, among all pairs of one page in two releases, all pairs that
  any of the tools reports, and 100,000 drawn by chance;
- pages: label 2 or 3, among the judged pairs of the even lines; others do not count;
- news: a source and its copy. Two copies of one source do not count, nor do pairs without a copy;
- reuters: a story and its copy. Two copies of one story do not count, nor do other pairs from a Jaccard of .5 on.

Each tool gets its default and a row of other thresholds; the defaults of the peers are what their documentation or
program has. For datasketch, sketches are made once for all thresholds, and then the default and the best one run by
themselves. Processor time is user and system of all processes of a run, memory that of the largest one.
"""

import importlib.util
import json
import os
import pathlib
import pickle
import random
import re
import shutil
import subprocess
import sys
import time

WIDTH = 5
EDITED = [.05, .10, .20]
STORIES = 1000
# One threshold of each tool is its default.
THRESHOLDS = [.5, .6, .7, .8, .9]
DATASKETCH_DEFAULT = .9
TEXT_DEDUP_DEFAULT = .7
# Of the example in its documentation: sets of words, as here.
RENSA_DEFAULT = .8


def squeezed(text):
    return re.sub(r"\s+", " ", text).strip()


# ---- sets ----


def write_set(folder, texts, facts):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "texts.jsonl"), "w") as out:
        for name, text in texts:
            out.write(json.dumps({"id": name, "text": text}, ensure_ascii=False) + "\n")
    with open(os.path.join(folder, "set.json"), "w") as out:
        json.dump(facts, out)
    print(f"{folder}: {len(texts)} texts, {sum(len(text.encode()) for _, text in texts) / 1e6:.1f} MB")


def prepare_manual(source, folder):
    releases = sorted(os.listdir(source), key=lambda name: [int(part) for part in re.findall(r"\d+", name)])
    texts, pages = [], {}
    for release in releases[::6]:
        for place, _, files in sorted(os.walk(os.path.join(source, release))):
            for name in sorted(files):
                path = os.path.join(place, name)
                try:
                    text = open(path, encoding="utf-8").read()
                except UnicodeDecodeError:
                    continue
                if len(squeezed(text)) < 2 * WIDTH:
                    continue
                page = os.path.relpath(path, os.path.join(source, release))
                pages.setdefault(page, []).append(len(texts))
                texts.append((f"{release}/{page}", text))
    dice = random.Random(1)
    families = [[a, b] for page in pages.values() for i, a in enumerate(page) for b in page[i + 1:]]
    drawn = [sorted(dice.sample(range(len(texts)), 2)) for _ in range(100_000)]
    write_set(folder, texts, {"pairs": families + drawn, "right_from": .8, "wrong_below": .8})


def prepare_pages(source, folder):
    texts, numbers = [], {}
    for track in sorted(os.listdir(os.path.join(source, "docs"))):
        for name in sorted(os.listdir(os.path.join(source, "docs", track))):
            text = open(os.path.join(source, "docs", track, name), encoding="utf-8", errors="replace").read()
            numbers[track, name.removesuffix(".txt")] = len(texts)
            texts.append((f"{track}/{name}", text))
    right, wrong = [], []
    lines = open(os.path.join(source, "pairs.tsv")).read().splitlines()[1:]
    # Line 1 is the first pair; even ones are reported, as `near-pages.sh` has it.
    for line in lines[1::2]:
        track, a, b, label = line.split("\t")[:4]
        pair = sorted([numbers[track, a], numbers[track, b]])
        (right if int(label) >= 2 else wrong).append(pair)
    write_set(folder, texts, {"right": right, "wrong": wrong})


def edited(words, share, pool, dice):
    """Words left out, put in and replaced, a third each."""
    words = list(words)
    for place in sorted(dice.sample(range(len(words)), round(share * len(words))), reverse=True):
        kind = dice.randrange(3)
        if kind == 0:
            del words[place]
        elif kind == 1:
            words.insert(place, dice.choice(pool))
        else:
            words[place] = dice.choice(pool)
    return words


def prepare_reuters(source, folder):
    stories = []
    folder_of = os.path.join(source, "json-data")
    for name in sorted(os.listdir(folder_of)):
        for story in json.load(open(os.path.join(folder_of, name))):
            if story.get("body"):
                stories.append((story["attrs"]["newid"], story["body"]))
    dice = random.Random(1)
    pool = [word for _, body in dice.sample(stories, 200) for word in body.split()]
    long = [number for number, (_, body) in enumerate(stories) if len(body.split()) >= 50]
    texts = list(stories)
    right, open_pairs = [], []
    for number in sorted(dice.sample(long, STORIES)):
        name, body = stories[number]
        copies = []
        for share in EDITED:
            # Line ends stay.
            words = edited(re.findall(r"\S+\s*", body), share, [word + " " for word in pool], dice)
            right.append([number, len(texts)])
            open_pairs += [[copy, len(texts)] for copy in copies]
            copies.append(len(texts))
            texts.append((f"{name}-{share:.2f}", "".join(words)))
    # Where copies stand must not matter: all in an order by chance.
    order = list(range(len(texts)))
    dice.shuffle(order)
    place = {number: place for place, number in enumerate(order)}
    moved = lambda pairs: [sorted([place[a], place[b]]) for a, b in pairs]
    facts = {"right": moved(right), "open": moved(open_pairs), "wrong_below": .5}
    write_set(folder, [texts[number] for number in order], facts)


def prepare_news(source, folder, seed):
    place = os.path.join(os.path.dirname(os.path.abspath(__file__)), "news-copies.py")
    spec = importlib.util.spec_from_file_location("news_copies", place)
    news = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(news)
    texts = list(news.stories(pathlib.Path(source)))
    language = news.Language(texts)
    candidates = list(news.unique(texts, language))
    random.Random(0).shuffle(candidates)
    documents, _ = news.plant(texts, candidates, seed, language)
    planted = [[family, bool(rate)] for family, rate, _ in documents]
    sources = {family: at for at, (family, is_copy) in enumerate(planted) if family is not None and not is_copy}
    right = [sorted([sources[family], at]) for at, (family, is_copy) in enumerate(planted) if is_copy]
    write_set(folder, [(str(at), text) for at, (_, _, text) in enumerate(documents)], {"right": right, "planted": planted})


# ---- what is measured ----


def measured(command, log):
    """Processor time, memory of the largest process, and time passed."""
    # By a process of its own: memory counts what the process that starts another one had at that time.
    here = [sys.executable, __file__, "measure", log, *command]
    cost = json.loads(subprocess.run(here, check=True, stdout=subprocess.PIPE).stdout)
    if cost[3]:
        raise RuntimeError(f"{command[0]} ended with {cost[3]}, see {log}")
    return cost[:3]


def measure(log, command):
    began = time.time()
    with open(log, "wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = usage.ru_utime + usage.ru_stime
    print(json.dumps([seconds, usage.ru_maxrss / 1024, time.time() - began, process.returncode]))


def pairs_of(clusters):
    """All pairs of each cluster, as sorted numbers."""
    members = {}
    for number, cluster in enumerate(clusters):
        members.setdefault(cluster, []).append(number)
    return {(a, b) for group in members.values() for i, a in enumerate(group) for b in group[i + 1:]}


def run_ibid(program, folder, near):
    out = os.path.join(folder, "ibid.jsonl")
    texts = os.path.join(folder, "texts.jsonl")
    command = [program, "dedup", texts, "--format", "jsonl", "--near", near, "--output", out, "--quiet"]
    cost = measured(command, os.path.join(folder, "ibid.log"))
    return pairs_of(json.loads(line)["cluster"] for line in open(out)), cost


def run_datasketch(folder, unit, thresholds, checked):
    """For each threshold the pairs, and what it cost together."""
    out = os.path.join(folder, "datasketch.json")
    here = [sys.executable, __file__, "datasketch", folder, unit, json.dumps(thresholds), str(int(checked)), out]
    cost = measured(here, os.path.join(folder, "datasketch.log"))
    return [{tuple(pair) for pair in pairs} for pairs in json.load(open(out))], cost


def sweep_datasketch(folder, unit, checked, found):
    """All thresholds that were not tried, without what each costs."""
    left = [threshold for threshold in THRESHOLDS if datasketch_name(unit, checked, threshold) not in found]
    if left:
        for threshold, pairs in zip(left, run_datasketch(folder, unit, left, checked)[0]):
            found[datasketch_name(unit, checked, threshold)] = pairs, None


def datasketch_name(unit, checked, threshold):
    default = " (default)" if threshold == DATASKETCH_DEFAULT else ""
    return f"datasketch {unit}{', checked' if checked else ''} {threshold}{default}"


def run_rensa(folder, unit, threshold):
    out = os.path.join(folder, "rensa.json")
    here = [sys.executable, __file__, "rensa", folder, unit, str(threshold), out]
    cost = measured(here, os.path.join(folder, "rensa.log"))
    return {tuple(pair) for pair in json.load(open(out))}, cost


def run_text_dedup(folder, texts, threshold):
    out, cache = os.path.join(folder, "text-dedup"), os.path.join(folder, "cache")
    for old in [out, cache]:
        shutil.rmtree(old, ignore_errors=True)
    command = [sys.executable, "-m", "text_dedup.minhash", "--path", "json", "--data_files", texts, "--split", "train"]
    command += ["--cache_dir", cache, "--output", out, "--column", "text", "--threshold", str(threshold), "--debug"]
    cost = measured(command, os.path.join(folder, "text-dedup.log"))
    shutil.rmtree(cache, ignore_errors=True)
    with open(os.path.join(out, "uf.pkl"), "rb") as file:
        parents = pickle.load(file).parent
    def root(number):
        while parents.get(number, number) != number:
            number = parents[number]
        return number
    count = sum(1 for _ in open(texts))
    return pairs_of(root(number) for number in range(count)), cost


def datasketch_main(folder, unit, thresholds, checked, out):
    """As its documentation does it: a MinHash of 128 for each text, looked up, then taken in."""
    from datasketch import MinHash, MinHashLSH

    indexes = [MinHashLSH(threshold=threshold, num_perm=128) for threshold in thresholds]
    pairs, kept = [[] for _ in thresholds], []
    for number, line in enumerate(open(os.path.join(folder, "texts.jsonl"))):
        text = squeezed(json.loads(line)["text"].lower())
        units, joint = (text.split(" "), " ") if unit == "words" else (text, "")
        runs = {joint.join(units[i:i + WIDTH]) for i in range(max(1, len(units) - WIDTH + 1))}
        sketch = MinHash(num_perm=128)
        sketch.update_batch([run.encode() for run in runs])
        for threshold, index, found in zip(thresholds, indexes, pairs):
            for other in index.query(sketch):
                if not checked or sketch.jaccard(kept[other]) >= threshold:
                    found.append([other, number])
            index.insert(number, sketch)
        kept.append(sketch if checked else None)
    json.dump(pairs, open(out, "w"))


def rensa_main(folder, unit, threshold, out):
    """As its documentation does it: a sketch of 128, looked up in 16 bands, checked by the estimate, then taken in."""
    from rensa import RMinHash, RMinHashLSH

    index, kept, pairs = RMinHashLSH(threshold=threshold, num_perm=128, num_bands=16), [], []
    for number, line in enumerate(open(os.path.join(folder, "texts.jsonl"))):
        text = squeezed(json.loads(line)["text"].lower())
        tokens = text.split(" ") if unit == "words" else {text[i:i + WIDTH] for i in range(max(1, len(text) - WIDTH + 1))}
        sketch = RMinHash(num_perm=128, seed=42)
        sketch.update(list(tokens))
        for other in index.query(sketch):
            if sketch.jaccard(kept[other]) >= threshold:
                pairs.append([other, number])
        index.insert(number, sketch)
        kept.append(sketch)
    json.dump(pairs, open(out, "w"))


# ---- scores ----


class Texts:
    def __init__(self, folder):
        self.lines = open(os.path.join(folder, "texts.jsonl")).read().split("\n")
        self.sets = {}

    def set(self, number):
        if number not in self.sets:
            text = squeezed(json.loads(self.lines[number])["text"].lower())
            self.sets[number] = {hash(text[i:i + WIDTH]) for i in range(max(1, len(text) - WIDTH + 1))}
        return self.sets[number]

    def jaccard(self, pair):
        a, b = self.set(pair[0]), self.set(pair[1])
        shared = len(a & b)
        return shared / max(1, len(a) + len(b) - shared)


class Truth:
    """Which pairs are right and which are wrong; the others do not count."""

    def __init__(self, folder, reported):
        facts = json.load(open(os.path.join(folder, "set.json")))
        self.right = {tuple(pair) for pair in facts.get("right", [])}
        self.wrong = {tuple(pair) for pair in facts.get("wrong", [])}
        if "planted" in facts:
            planted = facts["planted"]
            unlike = lambda a, b: (a[1] or b[1]) and a[0] != b[0]
            self.wrong = {pair for pair in reported if unlike(planted[pair[0]], planted[pair[1]])}
        if "wrong_below" not in facts:
            return
        still = {tuple(pair) for pair in facts.get("open", [])} | self.right
        texts = Texts(folder)
        for pair in {tuple(pair) for pair in facts.get("pairs", [])} | reported:
            if pair in still:
                continue
            jaccard = texts.jaccard(pair)
            if jaccard < facts["wrong_below"]:
                self.wrong.add(pair)
            elif jaccard >= facts.get("right_from", 2):
                self.right.add(pair)

    def score(self, pairs):
        right, wrong = len(pairs & self.right), len(pairs & self.wrong)
        precision = right / (right + wrong) if right + wrong else 0
        recall = right / len(self.right) if self.right else 0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0
        return precision, recall, f1


def with_spaces(folder):
    """The same texts with a space beside each Chinese character: text-dedup cuts words at what is not a letter."""
    out = os.path.join(folder, "spaced.jsonl")
    if not os.path.exists(out):
        with open(out, "w") as file:
            for line in open(os.path.join(folder, "texts.jsonl")):
                record = json.loads(line)
                record["text"] = re.sub(r"([\u3400-\u9fff])", r" \1 ", record["text"])
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return out


def run(program, folder, names):
    lines = [json.loads(line)["text"] for line in open(os.path.join(folder, "texts.jsonl"))]
    letters = "".join(line[:200] for line in lines[:200])
    is_chinese = len(re.findall(r"[\u3400-\u9fff]", letters)) > len(letters) / 5
    texts = os.path.join(folder, "texts.jsonl")
    # What was found is kept, so that pairs that only one of the tools reports are known when others are scored.
    kept = os.path.join(folder, "found.pkl")
    found = pickle.load(open(kept, "rb")) if os.path.exists(kept) else {}
    is_wanted = lambda name: not names or any(name.startswith(start) or start.startswith(name) for start in names)

    def record(name, run_it):
        if is_wanted(name):
            found[name] = run_it()
            print(f"  {name}: {found[name][1][0]:.1f} s", file=sys.stderr, flush=True)
            pickle.dump(found, open(kept, "wb"))

    for near in os.environ.get("NEAR", "shingles simhash").split():
        record(f"ibid {near}", lambda: run_ibid(program, folder, near))
    for kind, path in [("", texts)] + ([(" spaced", with_spaces(folder))] if is_chinese else []):
        for threshold in THRESHOLDS:
            default = " (default)" if threshold == TEXT_DEDUP_DEFAULT else ""
            record(f"text-dedup{kind} {threshold}{default}", lambda: run_text_dedup(folder, path, threshold))
    for unit in ["words", "characters"]:
        for threshold in THRESHOLDS:
            default = " (default)" if threshold == RENSA_DEFAULT and unit == "words" else ""
            record(f"rensa {unit} {threshold}{default}", lambda: run_rensa(folder, unit, threshold))
    ways = [(unit, checked) for unit in (["characters"] if is_chinese else ["characters", "words"]) for checked in [False, True]]
    if is_wanted("datasketch"):
        for unit, checked in ways:
            sweep_datasketch(folder, unit, checked, found)
            pickle.dump(found, open(kept, "wb"))
    truth = Truth(folder, set().union(*(pairs for pairs, _ in found.values())))
    if is_wanted("datasketch"):
        for unit, checked in ways:
            f1 = lambda threshold: truth.score(found[datasketch_name(unit, checked, threshold)][0])[2]
            for threshold in {DATASKETCH_DEFAULT, max(THRESHOLDS, key=f1)}:
                name = datasketch_name(unit, checked, threshold)
                if is_wanted(name) and (names or found[name][1] is None):
                    found[name] = (lambda found, cost: (found[0], cost))(*run_datasketch(folder, unit, [threshold], checked))
                    pickle.dump(found, open(kept, "wb"))
    print(f"{folder}: {len(truth.right)} pairs right, {len(truth.wrong)} wrong")
    print(f"{'':44}{'CPU, s':>8}{'MB':>7}{'s':>8}{'precision':>11}{'recall':>8}{'F1':>7}")
    for name, (pairs, cost) in sorted(found.items()):
        precision, recall, f1 = truth.score(pairs)
        costs = f"{cost[0]:8.2f}{cost[1]:7.0f}{cost[2]:8.2f}" if cost else " " * 23
        print(f"{name:44}{costs}{precision:11.3f}{recall:8.3f}{f1:7.3f}")


def main():
    match sys.argv[1:]:
        case ["prepare", "manual", source, folder]:
            prepare_manual(source, folder)
        case ["prepare", "pages", source, folder]:
            prepare_pages(source, folder)
        case ["prepare", "reuters", source, folder]:
            prepare_reuters(source, folder)
        case ["prepare", kind, source, folder] if kind.startswith("news-"):
            prepare_news(source, folder, int(kind.removeprefix("news-")))
        case ["rensa", folder, unit, threshold, out]:
            rensa_main(folder, unit, float(threshold), out)
        case ["datasketch", folder, unit, thresholds, checked, out]:
            datasketch_main(folder, unit, json.loads(thresholds), checked == "1", out)
        case ["measure", log, *command]:
            measure(log, command)
        case ["run", program, folder, *names]:
            run(program, folder, names)
        case _:
            sys.exit(__doc__)


main()
