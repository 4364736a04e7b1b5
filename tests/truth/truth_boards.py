"""Energy of ops on virtual boards against the boards' own truth: real agent, real time, the program's defaults.

    truth_boards.py [--keep FOLDER] [--self-test] [CELL...]     a cell is BOARD:MODEL:OPS, e.g. tx2-l4t32:resnet50:all

The recordings stay in FOLDER, where a later call finds them; without it they are deleted. With --self-test, `doctor --self-test`
runs before each recording.

Each cell is a recording of a training (100 steps with all ops, 220 with the default ones) and its report. An op counts from 1 % of
the rail's energy on. Idle power belongs to the main thread where the report says that it is not separable. With
STEPSCOPE_ENERGY_REFERENCE, a program `REFERENCE CSV RAIL TRUTH` that prints "error median X %, p95 Y %", its errors on the same
recordings are compared."""
import argparse
import collections
import concurrent.futures
import contextlib
import json
import os
import re
import statistics
import subprocess
import tempfile

APP = os.environ["STEPSCOPE_APP_FILE"]
REFERENCE = os.environ.get("STEPSCOPE_ENERGY_REFERENCE")
MODELS = ["squeezenet", "inception_v1", "resnet50", "densenet40", "vgg16", "alexnet", "xception", "dcgan", "char_cnn", "dqn"]
OTHERS = ["squeezenet", "resnet50", "inception_v1"]
BOARDS = ["tx2-l4t28", "nano", "xavier", "orin"]
STEPS = {"all": 100, "auto": 220}
FIRST_STEP = 3  # the report leaves the first ones out
SMALLEST = 0.01
# Goals: median and 95th percentile of the error, coverage, share of the energy with a figure, in %.
GOALS = {"all": (1.5, 6, 90, 85), "auto": (4, 20, 90, 70)}


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else -1


def true_energies(truth, rail, traced, idle_in_ops):
    head = truth[0]
    index = [entry["label"] for entry in head["rails"]].index(rail)
    idle = head["rails"][index]["idle_watts"] if idle_in_ops else 0
    joules = collections.Counter()
    steps = 0
    for step in truth[1:]:
        if "ops" not in step or step["traced"] != traced or step["step"] < FIRST_STEP:
            continue
        steps += 1
        for kind, lane, _, duration, *rails in step["ops"]:
            if lane != 3:  # kernels are part of their ops
                joules[tuple(head["kinds"][kind][:2])] += rails[index] + (idle * duration * 1e-9 if lane == 1 else 0)
    return joules, steps


class Score:
    def __init__(self):
        self.errors, self.timing, self.covered, self.intervals, self.answered, self.joules = [], [], 0, 0, 0.0, 0.0

    def add(self, truth, figures, timing):
        total = sum(truth.values())
        self.joules += total
        for key, joules in truth.items():
            figure = figures.get(key)
            if not figure or figure["value"] is None:
                continue
            self.answered += joules
            if joules < SMALLEST * total:
                continue
            self.errors.append(100 * abs(figure["value"] / joules - 1))
            self.intervals += 1
            self.covered += figure["low"] <= joules <= figure["high"]
            if timing.get(key):
                self.timing.append(100 * abs(timing[key] / joules - 1))


def by_op(ops, field, rail):
    return {(op["name"], op["shapes"]): op[field].get(rail) for op in ops}


def run(*command, folder=None):
    environment = dict(os.environ, HOME=folder) if folder else None
    return subprocess.run([APP, *command], env=environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True).stdout


def record(cell, folder, recording, has_self_test):
    board, model, ops = cell.split(":")
    if has_self_test:
        run("doctor", f"virtual-tx2:{board}", "--self-test", folder=folder)
    options = ["--ops", "all"] if ops == "all" else []
    run("profile", f"virtual-tx2:{board}", "-o", recording, "--model", model, "--batch", "8", "--steps", str(STEPS[ops]), *options, folder=folder)


def measure(cell, keep, has_self_test):
    with contextlib.ExitStack() as stack:
        folder = os.path.join(keep, cell) if keep else stack.enter_context(tempfile.TemporaryDirectory())
        os.makedirs(folder, exist_ok=True)
        recording = os.path.join(folder, "run.stepscope")
        if not os.path.exists(recording):
            record(cell, folder, recording, has_self_test)
        report = json.loads(run("report", recording, "--json"))
        truths = [os.path.join(path, name) for path, _, names in os.walk(folder) for name in names if name.endswith(".jsonl")]
        with open(truths[0], encoding="utf-8") as lines:
            truth = [json.loads(line) for line in lines]
        scores = {}
        reference = None
        for entry in truth[0]["rails"]:
            rail = entry["label"]
            account = report["closure"].get(rail)
            joules, _ = true_energies(truth, rail, True, True)
            # A rail whose power the training hardly changes does not show its ops.
            if account is None or account["quantity"] != "rail.power" or account["explained"] is None or account["explained"] < 0.2:
                continue
            joules, _ = true_energies(truth, rail, True, not account["idle_is_separable"])
            score = scores.setdefault((rail, "traced"), Score())
            score.add(joules, by_op(report["ops"], "energy_joules", rail), by_op(report["ops"], "timing_association_joules", rail))
            untraced = report["untraced_attribution"]
            if untraced["ops"]:
                joules, steps = true_energies(truth, rail, False, not account["idle_is_separable"])
                scale = untraced["steps"] / steps
                score = scores.setdefault((rail, "untraced"), Score())
                score.add({key: value * scale for key, value in joules.items()}, by_op(untraced["ops"], "energy_joules", rail), {})
            if REFERENCE and reference is None:
                csv = os.path.join(folder, "csv")
                run("export", recording, "--csv", csv, "--force")
                text = subprocess.run(["/usr/bin/python3", REFERENCE, csv, rail, truths[0]], capture_output=True, text=True).stdout
                found = re.search(r"error median ([\d.]+) %, p95 ([\d.]+) %", text)
                reference = (rail, float(found[1]), float(found[2])) if found else None
    return cell, scores, reference


def figure(name, value, unit, goal, at_least=False):
    is_ok = value >= 0 and (value >= goal if at_least else value <= goal)
    print(f"{name} {value:.4g} {unit} {'>=' if at_least else '<='}{goal:g} {'ok' if is_ok else 'short'}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", metavar="FOLDER")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("cells", nargs="*")
    options = parser.parse_args()
    cells = options.cells or [f"tx2-l4t32:{model}:{ops}" for ops in STEPS for model in MODELS] + \
        [f"{board}:{model}:all" for board in BOARDS for model in OTHERS]
    ratios, medians, tails = [], [], []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for cell, scores, reference in pool.map(lambda cell: measure(cell, options.keep, options.self_test), cells):
            ops = cell.rsplit(":", 1)[1]
            for (rail, steps), score in scores.items():
                name = f"truth_{cell.replace(':', '_')}_{rail}" + ("" if steps == "traced" else "_untraced")
                median, tail, coverage, answered = GOALS[ops]
                figure(f"{name}_median", quantile(score.errors, 0.5), "%", median)
                figure(f"{name}_p95", quantile(score.errors, 0.95), "%", tail)
                figure(f"{name}_coverage", 100 * score.covered / max(score.intervals, 1), "%", coverage, True)
                figure(f"{name}_answered", 100 * score.answered / score.joules, "%_of_energy", answered, True)
                if score.timing and quantile(score.timing, 0.5) > 0:
                    ratios.append(quantile(score.errors, 0.5) / quantile(score.timing, 0.5))
                if reference and reference[0] == rail and steps == "traced":
                    medians.append(quantile(score.errors, 0.5) / reference[1])
                    tails.append(quantile(score.errors, 0.95) / reference[2])
    if ratios:
        figure("truth_boards_ratio_to_timing_association", statistics.median(ratios), "x", 0.4)
        figure("truth_boards_largest_ratio_to_timing_association", max(ratios), "x", 1)
    if medians:
        figure("truth_boards_median_ratio_to_reference", statistics.mean(medians), "x", 0.7)
        figure("truth_boards_p95_ratio_to_reference", statistics.mean(tails), "x", 0.7)
        figure("truth_boards_largest_ratio_to_reference", max(medians + tails), "x", 1.1)


if __name__ == "__main__":
    main()
