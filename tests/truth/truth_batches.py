"""Predicts the largest batch size of each model on the virtual TX2 from trainings with batch 4 and 8, and tries it.

A prediction is within 10 % where 0.9 of it trains and 1.1 of it runs out of memory. The memory that is predicted for 0.9 of it
is compared with what that training uses.
"""
import json
import os
import subprocess
import sys
import tempfile

APP = os.environ["STEPSCOPE_APP_FILE"]
MODELS = ["densenet40", "resnet50", "squeezenet", "vgg16", "xception", "inception_v1", "char_cnn", "dcgan", "dqn", "alexnet"]
LIMIT = 0.1
MEMORY_LIMIT = 0.05


def sweep(folder, models, batches, steps):
    subprocess.run([APP, "sweep", "virtual-tx2", "--models", ",".join(models), "--batches", ",".join(map(str, batches)),
                    "--steps", str(steps), "--skip-steps", "2", "-o", folder], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=True)
    with open(os.path.join(folder, "study.json"), encoding="utf-8") as file:
        return json.load(file)


def advice_of(folder):
    return json.loads(subprocess.check_output([APP, "advise", folder, "--json"]))["models"]


def main():
    models = sys.argv[1:] or MODELS
    right, close = 0, 0
    with tempfile.TemporaryDirectory() as parent:
        measured = os.path.join(parent, "measured")
        sweep(measured, models, [4, 8], 8)
        for advice in advice_of(measured):
            largest = advice["largest_batch"]
            batches = [int((1 - LIMIT) * largest["batch"]), int((1 + LIMIT) * largest["batch"]) + 1]
            cells = sweep(os.path.join(parent, advice["model"]), [advice["model"]], batches, 5)["cells"]
            fits, exceeds = [next(cell["result"] for cell in cells if cell["batch"] == batch) for batch in batches]
            is_right = fits["outcome"] == "ok" and exceeds["outcome"] == "out_of_memory"
            error = None
            if fits["peak_memory_bytes"]:
                error = (largest["base_bytes"] + largest["sample_bytes"] * batches[0]) / fits["peak_memory_bytes"] - 1
            right += is_right
            close += error is not None and abs(error) <= MEMORY_LIMIT
            print(f"  {advice['model']}: predicted {largest['batch']:.0f} ({largest['low']} to {largest['high']}); {batches[0]}: "
                  f"{fits['outcome']}, {batches[1]}: {exceeds['outcome']}; memory off by "
                  f"{'unknown' if error is None else format(100 * error, '.2f') + ' %'}", flush=True)
    share = 0.9 * len(models)
    print(f"truth_batches_right {right} models >={share:g} {'ok' if right >= share else 'short'}")
    print(f"truth_batches_memory {close} models >={len(models)} {'ok' if close == len(models) else 'short'}")


if __name__ == "__main__":
    main()
