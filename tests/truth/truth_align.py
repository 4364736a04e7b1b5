"""Confidence of alignments without clocks, against offsets that the program does not know.

Made trainings: kernels of steps with stalls of the loader, epochs with evaluations, jobs of random lengths, phases of different steps. A
trace of a part of the kernels begins at 0; a CSV file has the load of the GPU from another moment on, every 0.1 to 1 s, with noise and
rounding. Some pairs overlap in part, some not at all; a program cannot know that, but should rarely be sure of an offset then. Steps of two
kinds are (nearly) all equal, so that the right answer is none, except where the first or an evaluation shows.
"""
import json
import os
import random
import re
import subprocess
import tempfile

APP = os.environ["STEPSCOPE_APP_FILE"]
CASES = 480
FIRST_SEED = 7_300_000
SURE = 95  # % of confidence


def figure(name, value, unit, goal, at_least=False):
    good = value is not None and (value >= goal if at_least else value <= goal)
    print(f"{name} {-1 if value is None else value:.4g} {unit} {'>=' if at_least else '<='}{goal} {'ok' if good else 'short'}")


def training(chance, seconds):
    """Busy times [begin, end) of the GPU."""
    kind = chance.choice(["loader", "epochs", "jobs", "phases", "equal", "evaluations"])
    busy, time = [], 0.0
    step, share = chance.uniform(0.05, 1.5), chance.uniform(0.3, 0.95)
    steps_of_epoch = chance.randint(8, 60)
    jitter = chance.choice([0, 0.002]) if kind in ("equal", "evaluations") else 0.02
    while time < seconds:
        length = step * chance.lognormvariate(0, jitter)
        if kind == "jobs":
            length = chance.expovariate(1 / 3) + 0.1
        busy.append((time, time + length * share))
        time += length
        if kind == "loader" and chance.random() < 0.03:
            time += chance.expovariate(1 / 2)
        if kind == "epochs" and len(busy) % steps_of_epoch == 0:
            time += 3 * step
        if kind == "evaluations" and len(busy) % steps_of_epoch == 0:
            busy.append((time, time + 2.5 * step))
            time += 3 * step
        if kind == "jobs":
            time += chance.expovariate(1 / 4)
        if kind == "phases" and chance.random() < 0.02:
            step, share = chance.uniform(0.05, 1.5), chance.uniform(0.3, 0.95)
    return kind, busy


def write_trace(busy, begin, end, path):
    kept = [(start, stop) for start, stop in busy if begin <= start and stop <= end]
    if len(kept) < 5:
        return None
    events = [{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 1e6 * (start - kept[0][0]), "dur": 1e6 * (stop - start)}
              for start, stop in kept]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"traceEvents": events}, file)
    return kept[0][0]


def write_load(chance, busy, begin, end, path):
    """Rows with the mean load of the time before each; the time of the first row."""
    interval, noise = chance.choice([0.1, 0.2, 0.5, 1.0]), chance.choice([0, 2, 6])
    time, at = begin, 0
    with open(path, "w", encoding="utf-8") as file:
        file.write("time_s,gpu_load_%\n")
        while time < end:
            while at < len(busy) and busy[at][1] < time - interval:
                at += 1
            used, i = 0.0, at
            while i < len(busy) and busy[i][0] < time:
                used += max(0.0, min(time, busy[i][1]) - max(time - interval, busy[i][0]))
                i += 1
            load = min(100, max(0, round(100 * used / interval + chance.gauss(0, noise))))
            file.write("%.3f,%d\n" % (time - begin, load))
            time += interval


def case(seed, folder):
    chance = random.Random(seed)
    seconds = chance.uniform(30, 200)
    kind, busy = training(chance, seconds)
    trace, load, merged = (os.path.join(folder, name) for name in ("t.json", "l.csv", "m.stepscope"))
    overlaps = chance.random() < 0.75
    if overlaps:
        begin, end = sorted(chance.uniform(0, seconds) for _ in range(2))
        log_begin, log_end = chance.choice([(-5, seconds + 5), (begin - chance.uniform(0, 20), end + chance.uniform(0, 20)),
                                            (begin + 0.3 * (end - begin), seconds + 5)])
    else:
        begin, end, log_begin, log_end = 0, 0.45 * seconds, 0.5 * seconds, seconds
    first = write_trace(busy, begin, end, trace)
    if first is None or log_end - log_begin < 12:
        return None
    write_load(chance, busy, log_begin, log_end, load)
    if os.path.exists(merged):
        os.remove(merged)
    done = subprocess.run([APP, "import", load, trace, "-o", merged], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    match = re.search(r"it begins ([+-][0-9.]+) s after.*accurate to ([0-9.]+) (\w+), confidence (\d+) %", done.stdout)
    if not match:
        return {"kind": kind, "overlaps": overlaps, "sure": 0}
    accuracy = float(match[2]) * {"s": 1, "ms": 1e-3, "us": 1e-6}[match[3]]
    error = abs(float(match[1]) - (first - log_begin))
    return {"kind": kind, "overlaps": overlaps, "sure": int(match[4]), "right": error <= accuracy, "error": error, "seed": seed}


def main():
    with tempfile.TemporaryDirectory() as folder:
        cases = [found for found in (case(FIRST_SEED + i, folder) for i in range(CASES)) if found]
    for found in cases:
        if found["sure"] > 0 and not found["right"]:
            print("  wrong: seed %(seed)d, %(kind)s, overlaps %(overlaps)s: error %(error).3f s, confidence %(sure)d %%" % found)
    together = [found for found in cases if found["overlaps"]]
    apart = [found for found in cases if not found["overlaps"]]
    sure = [found for found in cases if found["sure"] >= SURE]
    print("  %d pairs, %d of them without overlap; %d answered, %d of them sure" %
          (len(cases), len(apart), sum(found["sure"] > 0 for found in cases), len(sure)))
    figure("align_answered_where_they_overlap", sum(found["sure"] > 0 for found in together) / len(together), "share", 0.3, True)
    figure("align_sure_and_right", sum(found["right"] for found in sure) / len(sure) if sure else None, "share", 0.95, True)
    figure("align_answered_without_overlap", sum(found["sure"] > 0 for found in apart) / len(apart), "share", 0.05)


if __name__ == "__main__":
    main()
