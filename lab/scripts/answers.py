"""Short answers of students, checked among each other and against the pages that some of them were written from.

    answers.py IBID FOLDER

FOLDER has the answers (g*.txt), the pages (orig_task*.txt) and file_information.csv (file, task, label). Prints, by label, how
many answers have a passage that counts, and how many have one from a page, with what is only possible in brackets. The
answers labelled *non* with a passage that counts are listed: the passages have to be read, since some are real reuse.
"""

import collections
import csv
import json
import pathlib
import subprocess
import sys


def main():
    ibid, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    with open(folder / "file_information.csv", encoding="latin-1") as rows:
        labels = {row[0]: row[2].strip() for row in csv.reader(rows) if row and row[0].startswith("g")}
    answers = [str(folder / name) for name in sorted(labels)]
    pages = sorted(map(str, folder.glob("orig_task*.txt")))
    arguments = [ibid, "--quiet", "check", *answers, "--among", "--against", *pages, "--format", "json", "--commonplaces"]
    report = json.loads(subprocess.run(arguments, capture_output=True, text=True).stdout)
    counts = collections.defaultdict(collections.Counter)
    listed = []
    for document in report["documents"]:
        name = pathlib.Path(document["id"]).name
        found = [passage for passage in document["passages"] if passage["kind"] != "commonplace" and not passage.get("left_out")]
        counting = [passage for passage in found if passage["kind"] != "possible"]
        of_page = lambda passages: any("orig_task" in passage["b"] for passage in passages)
        row = counts[labels[name]]
        row["all"] += 1
        row["counted"] += bool(counting)
        row["possible"] += bool(found)
        row["page"] += of_page(counting)
        row["page possible"] += of_page(found)
        if labels[name] == "non":
            listed += [(name, passage) for passage in counting]
    for label in ("non", "heavy", "light", "cut"):
        row = counts[label]
        print(f"{label}: {row['counted']} of {row['all']} counted ({row['possible']}), "
              f"{row['page']} from a page ({row['page possible']})")
    for name, passage in listed:
        print(f"  {name} {passage['kind']} {passage['similarity']} {pathlib.Path(passage['b']).name}: "
              f"{' '.join(passage['a_text'].split())[:160]}")


if __name__ == "__main__":
    main()
