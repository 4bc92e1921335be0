#!/usr/bin/env python3
"""Map JSON reports between two shapes: `report_shape.py flat|nested REPORT OUT`

Nested: each document holds its passages (schema_version 2). Flat: all passages stand in one list behind the documents
(schema_version 1). Values and their order stay as they are, so that reports of both versions can be compared.
"""

import json
import sys


def flat(report):
    documents = [{name: value for name, value in document.items() if name != "passages"} for document in report["documents"]]
    passages = [passage for document in report["documents"] for passage in document["passages"]]
    return report | {"schema_version": 1, "documents": documents, "passages": passages}


def nested(report):
    of_document = {document["id"]: [] for document in report["documents"]}
    for passage in report["passages"]:
        of_document[passage["a"]].append(passage)
    documents = [document | {"passages": of_document[document["id"]]} for document in report["documents"]]
    return {name: value for name, value in report.items() if name != "passages"} | {"schema_version": 2, "documents": documents}


def main():
    shape, source, target = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        report = json.load(file)
    with open(target, "w", encoding="utf-8") as file:
        json.dump({"flat": flat, "nested": nested}[shape](report), file, ensure_ascii=False)


if __name__ == "__main__":
    main()
