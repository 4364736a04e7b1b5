"""Records PyTorch trainings on this machine with the program and compares the period detected without marks with the marks."""
import json
import os
import subprocess
import tempfile

ROOT = os.environ["STEPSCOPE_SOURCE_DIR"]
APP = os.environ["STEPSCOPE_APP_FILE"]
SCRIPT = os.path.join(ROOT, "tests", "truth", "trainings.py")
# With batches of this size the C library returns the memory of the activations to the system in each step, as it does in
# trainings of larger images. With workers, one thread computes: on two cores, more would wait for each other.
RUNS = [
    ["plain", "--steps", "80", "--batch", "1024"],
    ["plain", "--steps", "60", "--batch", "2048"],
    ["epochs", "--steps", "48", "--batch", "640", "--epoch", "8", "--threads", "1"],
    ["epochs", "--steps", "60", "--batch", "640", "--epoch", "20", "--threads", "1"],
    ["epochs", "--steps", "100", "--batch", "640", "--epoch", "50", "--threads", "1"],
    ["gan", "--steps", "120", "--batch", "128"],
    ["gan", "--steps", "80", "--batch", "256"],
    ["accumulation", "--steps", "30", "--batch", "512"],
    ["accumulation", "--steps", "24", "--batch", "640"],
    ["accumulation", "--steps", "16", "--batch", "1024"],
]
LIMIT = 0.005


def main():
    right, wrong = 0, 0
    for run in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            recording = os.path.join(folder, "run.stepscope")
            subprocess.run([APP, "profile", "-o", recording, "local", "--", "/usr/bin/python3", "-B", SCRIPT] + run,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            period = json.loads(subprocess.check_output([APP, "report", "--json", recording]))["period"]
            marked = period["marked_seconds"]
            stated = [period["seconds"]] if period["seconds"] else []
            if stated and marked:
                is_right = any(abs(seconds / marked - 1) <= LIMIT for seconds in stated)
                right, wrong = right + is_right, wrong + (not is_right)
            print(f"  {' '.join(run)}: {period['verdict']}, stated {stated}, marked {marked}, {period['reason'] or ''}")
    print(f"truth_trainings_right {right} runs >=8 {'ok' if right >= 8 else 'short'}")
    print(f"truth_trainings_wrong {wrong} runs <=0 {'ok' if wrong == 0 else 'short'}")


if __name__ == "__main__":
    main()
