"""Alignment of the sources of an import against true offsets that the program does not know.

A real training, recorded by Stepscope and profiled by PyTorch at the same time: the same ranges in the merged recording, by the
clocks of both, and, without the real time in the trace, by correlation. And logs of tegrastats and traces written from recordings of
virtual boards: the log has the load of the GPU that the board reports, once an interval; the trace has kernels of a part of the run, and
its time begins at 0.
"""
import csv
import json
import os
import random
import re
import statistics
import subprocess
import tempfile

ROOT = os.environ["STEPSCOPE_SOURCE_DIR"]
APP = os.environ["STEPSCOPE_APP_FILE"]
TRAINING = os.path.join(ROOT, "tests", "truth", "mergetraining.py")
TRAININGS = 3
MODELS = ["squeezenet", "resnet50", "inception_v1", "dcgan", "char_cnn"]
SEEDS = 6
FIRST_SEED = 9_000_000
INTERVAL = 0.2  # s, of the lines of the log


def run(*command):
    return subprocess.run([APP, *command], check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True).stdout


def figure(name, value, unit, goal, at_least=False):
    good = value is not None and (value >= goal if at_least else value <= goal)
    print(f"{name} {-1 if value is None else value:.4g} {unit} {'>=' if at_least else '<='}{goal} {'ok' if good else 'short'}")


def rows(recording, table, folder):
    target = os.path.join(folder, "csv-" + os.path.basename(recording))
    if not os.path.isdir(target):
        run("export", recording, "--csv", target)
    with open(os.path.join(target, table), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def mark_errors(recording, folder):
    """Differences of the starts of equal marks, s. Both ranges begin one after the other, and the scheduler may run others in
    between, so the median of a recording is the error of its alignment."""
    starts = {}
    for row in rows(recording, "spans.csv", folder):
        if row["op"].startswith("marked "):
            starts.setdefault(row["op"], []).append(int(row["start_ns"]))
    return [abs(times[0] - times[1]) * 1e-9 for times in starts.values() if len(times) == 2]


def without_real_time(trace, path):
    with open(trace, encoding="utf-8") as file:
        content = json.load(file)
    events = content["traceEvents"] if isinstance(content, dict) else content
    first = min(event["ts"] for event in events if event.get("ph") == "X")
    for event in events:
        if "ts" in event:
            event["ts"] -= first
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"traceEvents": events}, file)


def trainings():
    by_clock, by_correlation, answered = [], [], 0
    for number in range(TRAININGS):
        with tempfile.TemporaryDirectory() as folder:
            recording, trace, bare = (os.path.join(folder, name) for name in ("run.stepscope", "trace.json", "bare.json"))
            run("profile", "-o", recording, "--ops", "none", "local", "--", "/usr/bin/python3", "-B", TRAINING, trace, str(FIRST_SEED + number))
            without_real_time(trace, bare)
            for source, errors in ((trace, by_clock), (bare, by_correlation)):
                merged = os.path.join(folder, "merged-%s.stepscope" % os.path.basename(source))
                done = subprocess.run([APP, "import", recording, source, "-o", merged], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                print("  " + done.stdout.strip().splitlines()[-1])
                if done.returncode != 0 or "not aligned" in done.stdout:
                    continue
                found = mark_errors(merged, folder)
                assert len(found) == 60, "%d marks in both" % len(found)
                errors += [statistics.median(found)]
                answered += source is bare
    figure("merge_training_by_clock", 1e3 * max(by_clock) if len(by_clock) == TRAININGS else None, "ms", 1)
    figure("merge_training_by_correlation_answered", answered / TRAININGS, "share", 1, True)
    figure("merge_training_by_correlation", 1e3 * max(by_correlation) if by_correlation else None, "ms", 1)


def write_log(recording, folder, begin, path):
    """Lines from `begin` (s of the run) on, each with the latest load."""
    [channel] = [row for row in rows(recording, "channels.csv", folder) if row["quantity"] == "gpu.utilization"]
    loads = [(float(row["time_s"]), row["value"]) for row in rows(recording, channel["file"], folder)]
    at, time = 0, begin
    with open(path, "w", encoding="utf-8") as log:
        while time <= loads[-1][0]:
            while at + 1 < len(loads) and loads[at + 1][0] <= time:
                at += 1
            load = round(100 * float(loads[at][1] or 0))
            log.write("RAM 1024/7846MB (lfb 17x4MB) CPU [10%%@2035,off,off,8%%@2035] GR3D_FREQ %d%%@1300 PLL@40C\n" % load)
            time += INTERVAL


def write_trace(recording, folder, begin, end, path):
    """Kernels between two times; the first one has time 0."""
    kernels = [row for row in rows(recording, "spans.csv", folder)
               if row["lane"].startswith("stream") and begin <= float(row["time_s"]) <= end]
    first = int(kernels[0]["start_ns"])
    events = [{"ph": "X", "cat": "kernel", "name": row["op"], "pid": 0, "tid": 7, "ts": (int(row["start_ns"]) - first) / 1000,
               "dur": int(row["duration_ns"]) / 1000} for row in kernels]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"traceEvents": events}, file)
    return float(kernels[0]["time_s"])


def boards():
    errors, confidences, cases = [], [], 0
    for model in MODELS:
        with tempfile.TemporaryDirectory() as folder:
            recording = os.path.join(folder, "run.stepscope")
            run("profile", "virtual-tx2", "-o", recording, "--model", model, "--batch", "8", "--steps", "100", "--ops", "all")
            for seed in range(SEEDS):
                chance = random.Random("%s %d" % (model, FIRST_SEED + seed))
                spans = [float(row["time_s"]) for row in rows(recording, "spans.csv", folder)]
                log, trace, merged = (os.path.join(folder, "%d.%s" % (seed, kind)) for kind in ("log", "json", "stepscope"))
                log_begin = chance.uniform(0, 1)
                write_log(recording, folder, log_begin, log)
                length = max(spans) - min(spans)
                begin = min(spans) + chance.choice([0, chance.uniform(0, 0.3 * length)])
                trace_begin = write_trace(recording, folder, begin, max(spans) - chance.uniform(0, 0.3 * length), trace)
                text = run("import", log, trace, "-o", merged, "--interval", "%dms" % (1000 * INTERVAL))
                cases += 1
                match = re.search(r"confidence (\d+) %", text)
                if not match:
                    continue
                [channel] = [row for row in rows(merged, "channels.csv", folder) if row["quantity"] == "gpu.utilization"]
                found = float(rows(merged, "spans.csv", folder)[0]["time_s"]) - float(rows(merged, channel["file"], folder)[0]["time_s"])
                errors.append(abs(found - (trace_begin - log_begin)))
                confidences.append(int(match[1]) / 100)
                print("  %s: error %.3f s; %s" % (model, errors[-1], text.strip().splitlines()[-1]))
    figure("merge_board_answered", len(errors) / cases, "share", 0.3, True)
    figure("merge_board_within_an_interval", sum(error <= INTERVAL for error in errors) / len(errors) if errors else None,
           "share", statistics.mean(confidences) - 0.05 if errors else 0.9, True)
    figure("merge_board_error_median", statistics.median(errors) if errors else None, "s", INTERVAL)


if __name__ == "__main__":
    trainings()
    boards()
