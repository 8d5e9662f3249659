"""The nightly report: what was sold, by day and by article."""

import collections
import json
import pathlib
import sys


def read(path):
    """All sales of the log, one JSON object a line."""
    return [json.loads(line) for line in path.read_text().splitlines() if line]


def summarise(sales):
    by_day = collections.Counter()
    by_sku = collections.Counter()
    for sale in sales:
        by_day[sale["at"][:10]] += sale["cents"]
        by_sku[sale["sku"]] += sale["quantity"]
    return by_day, by_sku


def main(argv):
    """Started by cron at two, and by the supervisor after a restart."""
    log = pathlib.Path(argv[1])
    by_day, by_sku = summarise(read(log))
    with open(argv[2], "a") as out:
        for day, cents in sorted(by_day.items()):
            out.write(f"{day}\t{cents / 100:.2f}\n")
        for sku, quantity in by_sku.most_common(20):
            out.write(f"{sku}\t{quantity}\n")


if __name__ == "__main__":
    main(sys.argv)
