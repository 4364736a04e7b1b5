"""Trains all models of the suite through `stepscope sweep local`, with batch 4, in the memory of a TX2.

    truth_suite.py [MODEL...]

The models that the study could train run 30 steps: their loss is finite, and lower in the last ten steps than in the first ten. The
others run 8 steps, or fail with a reason in their row. Generated data, the suite's default seed.
"""
import csv
import json
import math
import os
import resource
import subprocess
import sys
import tempfile

APP = os.environ["STEPSCOPE_APP_FILE"]
ROOT = os.environ["STEPSCOPE_SOURCE_DIR"]
BATCH = 4
STEPS = {True: 30, False: 8}  # by whether the study could train the model
MEMORY = 8 << 30


def models():
    with open(os.path.join(ROOT, "resources", "benchmarks", "models.json"), encoding="utf-8") as file:
        return {row["name"]: row["paper"]["trains"] for row in json.load(file)["models"]}


def losses_of(recording, folder):
    subprocess.run([APP, "export", recording, "--csv", folder, "--force"], check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(folder, "channels.csv"), encoding="utf-8", newline="") as file:
        names = [row["file"] for row in csv.DictReader(file) if row["quantity"] == "metric" and row["name"] == "loss"]
    if not names:
        return []
    with open(os.path.join(folder, names[0]), encoding="utf-8", newline="") as file:
        return [float(row[-1]) for row in list(csv.reader(file))[1:] if row[-1]]


def train(model, steps, folder):
    """The row of the cell and the losses of its steps."""
    study = os.path.join(folder, model)
    done = subprocess.run([APP, "sweep", "local", "--models", model, "--batches", str(BATCH), "--steps", str(steps), "-o", study, "--",
                           "/usr/bin/python3", "-m", "benchmarks", "train", "{model}", "--batch", "{batch}", "--steps", "{steps}",
                           "--report-every", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    with open(os.path.join(study, "study.json"), encoding="utf-8") as file:
        cell = json.load(file)["cells"][0]
    return cell["result"], losses_of(os.path.join(study, cell["recording"]), os.path.join(folder, "csv"))


def main():
    chosen = {model: trains for model, trains in models().items() if not sys.argv[1:] or model in sys.argv[1:]}
    right, falling = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for model, trains in chosen.items():
            row, losses = train(model, STEPS[trains], folder)
            is_complete = row["outcome"] == "ok" and len(losses) >= STEPS[trains] and all(map(math.isfinite, losses))
            is_row = is_complete or (not trains and row["outcome"] != "ok" and bool(row["reason"]))
            right += is_row
            third = len(losses) // 3
            first, last = sum(losses[:third]) / max(third, 1), sum(losses[-third:]) / max(third, 1)
            falls = is_complete and last < first
            falling += trains and falls
            print(f"  {model}: {row['outcome']}, {row['reason'] or ''}{len(losses)} losses, first third {first:.4g}, last third {last:.4g}, "
                  f"{row['peak_process_bytes'] or 0:.3g} B, {row['step_mean_seconds'] or 0:.3g} s a step", flush=True)
            if trains:
                print(f"truth_suite_{model}_loss {last / first if first else -1:.4g} of_the_first_third <1 {'ok' if falls else 'short'}",
                      flush=True)
    trainable = sum(chosen.values())
    print(f"truth_suite_trained {right} models >={len(chosen)} {'ok' if right == len(chosen) else 'short'}")
    print(f"truth_suite_falling {falling} models >={trainable} {'ok' if falling == trainable else 'short'}")


if __name__ == "__main__":
    main()
