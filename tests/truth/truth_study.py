"""Sweeps the ten models that the study trains over its batch sizes on the virtual TX2, and compares the figures with its values.

    truth_study.py [--keep FOLDER] [--repeats N]

The board is made from these values, so this checks what lies between: the agent, the sweep, the statistics and the figures. With
--keep, the sweep in FOLDER is continued, and its figures remain in FOLDER/figures.
"""
import argparse
import collections
import csv
import json
import os
import statistics
import subprocess
import tempfile

APP = os.environ["STEPSCOPE_APP_FILE"]
VISION = ["densenet40", "resnet50", "squeezenet", "vgg16", "xception", "inception_v1", "alexnet"]
MODELS = VISION + ["char_cnn", "dcgan", "dqn"]
BATCHES = [4, 8, 16, 32, 64]
TOO_LARGE = [128, 256]
DENVER = "Denver2"

figures = []  # of the table: whether each reaches its goal


def figure(name, value, unit, low, high):
    is_ok = value is not None and low <= value <= high
    figures.append(is_ok)
    print(f"truth_study_{name} {-1 if value is None else value:.4g} {unit} {low:g}..{high:g} {'ok' if is_ok else 'short'}", flush=True)


def near(name, value, unit, published, share):
    figure(name, value, unit, published * (1 - share), published * (1 + share))


def sweep(folder, repeats):
    subprocess.run([APP, "sweep", "virtual-tx2", "--models", ",".join(MODELS), "--batches", ",".join(map(str, BATCHES + TOO_LARGE)),
                    "--steps", "12", "--seconds", "4", "--cooldown", "0s", "--repeats", str(repeats), "-o", folder],
                   stdout=subprocess.DEVNULL, check=True)
    with open(os.path.join(folder, "study.json"), encoding="utf-8") as file:
        return json.load(file)["cells"]


class Figure:
    """The CSV of a figure."""

    def __init__(self, folder, name):
        with open(os.path.join(folder, name + ".csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        self.points = collections.defaultdict(dict)  # (panel, series), of the study or the paper: x -> y
        self.published = collections.defaultdict(dict)
        for panel, series, source, x, y, *_ in rows[1:]:
            target = self.published if source == "paper" else self.points
            target[panel, series].setdefault(float(x), []).append(float(y))

    def value(self, key, x):
        return statistics.mean(self.points[key][x]) if x in self.points.get(key, {}) else None

    def series(self, name):
        """panel -> values by batch size, ascending."""
        return {panel: [statistics.mean(values[x]) for x in sorted(values)] for (panel, series), values in self.points.items() if series == name}

    def largest_deviation(self):
        """Of the study from all values that the paper prints, in their share."""
        apart = [abs(self.value(key, x) / y[0] - 1) for key, values in self.published.items() for x, y in values.items() if self.value(key, x)]
        missing = [key for key, values in self.published.items() for x in values if self.value(key, x) is None]
        return 100 * max(apart) if apart and not missing else None


def column(cells, name):
    """(model, batch) -> mean of the repeats."""
    values = collections.defaultdict(list)
    for cell in cells:
        value = cell["result"][name]
        if cell["result"]["outcome"] == "ok" and value is not None:
            values[cell["model"], cell["batch"]].append(value)
    return values


def check_outcomes(cells):
    outcomes = {"ok": 0, "out_of_memory": 0}
    for cell in cells:
        expected = "ok" if cell["batch"] in BATCHES else "out_of_memory"
        outcomes[expected] += cell["result"]["outcome"] == expected
    repeats = len(cells) // (len(MODELS) * len(BATCHES + TOO_LARGE))
    for outcome, batches in (("ok", BATCHES), ("out_of_memory", TOO_LARGE)):
        count = len(MODELS) * len(batches) * repeats
        figure(f"outcome_{outcome}", outcomes[outcome], "cells", count, count)


def check_utilization(folder):
    steps = Figure(folder, "figure-3")
    gpu = [y for values in steps.points["GPU", "GPU"].values() for y in values]
    cores = [y for key, values in steps.points.items() if key[0] != "GPU" for ys in values.values() for y in ys]
    figure("3_gpu_median", statistics.median(gpu), "%", 90, 100)
    figure("3_core_samples_up_to_60", 100 * sum(y <= 60 for y in cores) / len(cores), "%", 80, 100)
    use = Figure(folder, "figure-4")
    figure("4_from_the_paper", use.largest_deviation(), "%", 0, 2)
    changes = [max(values) - min(values) for values in use.series("CPU").values()]
    figure("4_cpu_change", statistics.mean(changes), "points", 0.5, 3.5)
    figure("4_gpu_rises", sum(values == sorted(values) for values in use.series("GPU").values()), "models", 9, 10)
    lowest = min(use.series("GPU").items(), key=lambda item: item[1][-1])[0]
    figure("5_lstm_uses_the_gpu_least", lowest == "Char-CNN", "1", 1, 1)
    idle = Figure(folder, "figure-5b")
    ratios = collections.defaultdict(lambda: ([], []))  # (model, batch): of Denver cores, of others
    for (panel, core), values in idle.points.items():
        for x, ys in values.items():
            ratios[panel, x][DENVER not in core].extend(ys)
    figure("5_denver_is_idlest", 100 * sum(min(a) > max(b) for a, b in ratios.values()) / len(ratios), "%_of_cells", 95, 100)
    figure("5_largest_idle_ratio", max(max(a) for a, _ in ratios.values()), "%", 60, 70)


def check_energy(folder, cells):
    growth = {panel: values[-1] / values[0] for panel, values in Figure(folder, "figure-6").series("whole").items()}
    figure("6_least_growth", min(growth.values()), "x", 2.2 * 0.95, 2.2 * 1.1)
    figure("6_most_growth", max(growth.values()), "x", 10.5 * 0.9, 10.5 * 1.05)
    per_sample = {model: statistics.mean(values) for (model, batch), values in column(cells, "sample_energy_joules").items() if batch == 64}
    vision = sorted((per_sample[model], model) for model in VISION)
    figure("6_densenet_needs_most", vision[-1][1] == "densenet40", "1", 1, 1)
    figure("6_squeezenet_needs_least", vision[0][1] == "squeezenet", "1", 1, 1)
    power = column(cells, "rail_power_watts")
    over = {key: statistics.mean(rails["VDD_SYS_DDR"] - rails["VDD_SYS_GPU"] for rails in values) for key, values in power.items()}
    figure("7_gpu_over_memory", sum(over[model, batch] < 0 for model in VISION for batch in BATCHES), "cells", 35, 35)
    figure("7_memory_over_gpu_of_lstm", sum(over["char_cnn", batch] > 0 for batch in BATCHES), "cells", 5, 5)


def check_throughput(folder):
    rates = Figure(folder, "figure-8")
    series = rates.series("throughput")
    figure("8_from_the_paper", rates.largest_deviation(), "%", 0, 3)
    figure("8_rises", sum(values == sorted(values) for values in series.values()), "models", len(MODELS), len(MODELS))
    for panel, gain in (("Deep RL", 15.3), ("ResNet50", 6.1), ("DenseNet40_12", 1.7)):
        near(f"8_gain_{panel.split('_')[0].replace(' ', '_')}", series[panel][-1] / series[panel][0], "x", gain, 0.03)


def check_memory(folder, cells):
    parts = Figure(folder, "figure-9")
    figure("9_from_the_paper", parts.largest_deviation(), "%", 0, 2)
    for name in ("parameters", "gradients"):
        spread = max(max(values) / min(values) - 1 for values in parts.series(name).values())
        figure(f"9_{name}_stay", 100 * spread, "%", 0, 0.1)
    grown = min(values[-1] / values[0] for values in parts.series("intermediate").values())
    figure("9_least_growth_of_intermediate", grown, "x", 1.5, 10)
    peaks = column(cells, "peak_memory_bytes")
    for model, gigabytes in (("vgg16", 6.3), ("resnet50", 5.8), ("squeezenet", 5.7)):
        near(f"9_peak_{model}", statistics.mean(peaks[model, 64]) / 1e9, "GB", gigabytes, 0.03)


def check_observations(folder):
    groups = json.loads(subprocess.check_output([APP, "observations", folder, "--json"]))["groups"]
    everything = next(group for group in groups if group["kind"] == "all")
    verdicts = {entry["number"]: entry for entry in everything["observations"]}
    for number, entry in verdicts.items():
        if entry["verdict"] != "holds":
            print(f"  observation {number}: {entry['verdict']}: {entry['evidence'][:400]}")
    # The twelfth needs an accuracy, which a simulated training does not have.
    figure("observations_hold", sum(verdicts[number]["verdict"] == "holds" for number in range(1, 12)), "of_11", 11, 11)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", metavar="FOLDER")
    parser.add_argument("--repeats", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or os.path.join(temporary, "study")
        cells = sweep(folder, options.repeats)
        made = os.path.join(folder, "figures")
        subprocess.run([APP, "figures", folder, "-o", made, "--force"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        check_outcomes(cells)
        check_utilization(made)
        check_energy(made, cells)
        check_throughput(made)
        check_memory(made, cells)
        check_observations(folder)
    print(f"  {sum(figures)} of {len(figures)} as in the paper")


if __name__ == "__main__":
    main()
