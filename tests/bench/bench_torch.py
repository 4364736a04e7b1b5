"""Real PyTorch trainings of this machine, recorded by the program: does the period that is found without marks agree
with the marks, and does the processor time by op add up?"""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.environ["STEPSCOPE_SOURCE_DIR"]
APP = os.environ["STEPSCOPE_APP_FILE"]
CNN = os.path.join(ROOT, "resources", "benchmarks", "models", "smallcnn.py")
LOADED = os.path.join(ROOT, "tests", "bench", "loadedcnn.py")

# Steps long enough that the five that are traced have the samples to tell their ops apart, on a fast machine, too. Two
# threads of computing; a worker that loads while the training computes.
TRAININGS = {
    "threads": [CNN, "--steps", "120", "--batch", "1024", "--images", "2048", "--threads", "2"],
    "loaded": [LOADED, "--steps", "120", "--batch", "224"],
}

# A heap that keeps what it has: one that gives it back and asks again makes single steps an eighth longer by chance.
STEADY = {"MALLOC_TRIM_THRESHOLD_": str(1 << 30), "MALLOC_MMAP_THRESHOLD_": str(1 << 25)}


def figure(name, value, unit, goal):
    print(f"{name} {value:.4g} {unit} <={goal:g} {'ok' if 0 <= value <= goal else 'short'}")


def report(words, folder, name):
    recording = os.path.join(folder, name + ".stepscope")
    done = subprocess.run([APP, "profile", "-o", recording, "local", "--", "/usr/bin/python3", "-B"] + words,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True,
                          env=dict(os.environ, **STEADY))
    if done.returncode != 0:
        sys.exit(f"the training {name} could not be recorded: {done.stdout.strip().splitlines()[-1:]}")
    return json.loads(subprocess.check_output([APP, "report", "--json", recording]))


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name, words in TRAININGS.items():
            told = report(words, folder, name)
            period = told["period"]
            off = period["difference"]
            print(f"  {name}: {period['verdict']}, {period['reason'] or 'nothing more to say'}; "
                  f"marked {period['marked_seconds']} s in the same stretches, found {period['seconds']}")
            figure(f"torch_period_{name}", 100 if off is None else 100 * abs(off), "%_off_the_marks", 0.5)
            closure = told["closure"].get("training CPU")
            is_told = closure is not None and closure["unattributed"] is not None
            if not is_told:
                print(f"  {name}: {closure['reason'] if closure else 'its processor time was not recorded'}")
            figure(f"torch_closure_{name}",
                   100 * abs(closure["unattributed"]) / closure["integral"] if is_told else 100, "%_left_over", 2)


if __name__ == "__main__":
    main()
