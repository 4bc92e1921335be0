"""A gigabyte of records made of folders of texts, to measure how an index grows.

    gigabyte.py OUT FOLDER...

Writes JSONL to OUT: each text of the folders (.txt, .md; below 3 MB) once, in a drawn order, then again with its sentences in
another order and every seventh left out, until there are a thousand million bytes. The same folders give the same bytes.
Time `ibid --index NEW add OUT` and the same of its first lines (`head -n 22000`), and a check against both.
"""

import json
import pathlib
import random
import re
import sys

BYTES = 1_000_000_000


def main():
    draw = random.Random(3)
    paths = [path for folder in sys.argv[2:] for path in sorted(pathlib.Path(folder).rglob("*"))]
    paths = [path for path in paths if path.suffix in (".txt", ".md") and path.stat().st_size < 3_000_000]
    draw.shuffle(paths)
    written, count, turn = 0, 0, 0
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        while paths and written < BYTES:
            turn += 1
            for path in paths:
                text = path.read_text(encoding="utf-8", errors="replace").replace("\0", "")
                if turn > 1:
                    parts = re.split(r"(?<=[。.!?\n])", text)
                    draw.shuffle(parts)
                    text = "".join(part for at, part in enumerate(parts) if at % 7 != turn)
                count += 1
                line = json.dumps({"id": str(count), "text": text}, ensure_ascii=False) + "\n"
                out.write(line)
                written += len(line.encode())
                if written >= BYTES:
                    break
    print(f"{count:,} records, {written:,} bytes")


if __name__ == "__main__":
    main()
