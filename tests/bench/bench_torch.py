"""Records PyTorch trainings on this machine with the program. Compares the period detected without marks with the
marks, and the sum of the processor time of the ops with the total."""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.environ["STEPSCOPE_SOURCE_DIR"]
APP = os.environ["STEPSCOPE_APP_FILE"]
CNN = os.path.join(ROOT, "resources", "benchmarks", "models", "smallcnn.py")
LOADED = os.path.join(ROOT, "tests", "bench", "loadedcnn.py")

# The steps are long enough that the five traced ones contain enough samples to distinguish their ops, also on a fast
# machine. One training computes in two threads; in the other a worker loads data at the same time.
TRAININGS = {
    "threads": [CNN, "--steps", "120", "--batch", "1024", "--images", "2048", "--threads", "2"],
    "loaded": [LOADED, "--steps", "120", "--batch", "224"],
}

# The heap does not return memory to the system, which would lengthen single steps by an eighth at random.
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
            result = report(words, folder, name)
            period = result["period"]
            off = period["difference"]
            print(f"  {name}: {period['verdict']}, {period['reason'] or 'no reason given'}; "
                  f"marked {period['marked_seconds']} s in the same ranges, detected {period['seconds']}")
            figure(f"torch_period_{name}", 100 if off is None else 100 * abs(off), "%_off_the_marks", 0.5)
            closure = result["closure"].get("training CPU")
            has_closure = closure is not None and closure["unattributed_seconds"] is not None
            if not has_closure:
                print(f"  {name}: {closure['reason'] if closure else 'its processor time was not recorded'}")
            figure(f"torch_closure_{name}",
                   100 * abs(closure["unattributed_seconds"]) / closure["integral_seconds"] if has_closure else 100, "%_left_over", 2)


if __name__ == "__main__":
    main()
