"""A simple monitoring loop for comparison: opens, reads and parses every file in each period and prints a row.

samplingloop.py PERIOD_S SAMPLES FILE...     each FILE contains one number
"""
import sys
import time

period, samples, rails = float(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]


def cores():
    with open("/proc/stat") as file:
        rows = [line.split() for line in file if line.startswith("cpu")]
    return {row[0]: (sum(map(int, row[1:])), int(row[4])) for row in rows}


def memory():
    with open("/proc/meminfo") as file:
        rows = [line.split() for line in file]
    return {row[0]: int(row[1]) for row in rows}


def number(path):
    with open(path) as file:
        return int(file.read())


with open("/dev/null", "w") as log:
    for _ in range(samples):
        busy, used = cores(), memory()
        row = [time.time(), used["MemTotal:"] - used["MemAvailable:"]]
        row += ["%d/%d" % (total - idle, total) for total, idle in busy.values()]
        row += [number(path) for path in rails]
        print(*row, sep=",", file=log)
        time.sleep(period)
