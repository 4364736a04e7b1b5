"""Accuracy of `doctor --self-test` on virtual boards whose sensors have random averaging windows (1-420 ms) and
latencies (0-50 ms)."""
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time

BOARDS = int(sys.argv[1]) if len(sys.argv) > 1 else 8
APP = os.environ["STEPSCOPE_APP_FILE"]


def near(estimate, truth):
    return estimate is not None and abs(estimate - truth) <= max(0.1 * truth, 0.001)


def wait_until_unmounted(home):
    """A virtual board unmounts its files shortly after its last user exits."""
    while home in open("/proc/mounts").read():
        time.sleep(0.1)


chance = random.Random(2026)
windows = lags = sensors = 0
slowest = 0.0
with tempfile.TemporaryDirectory() as home:
    for _ in range(BOARDS):
        window = round(math.exp(chance.uniform(math.log(1), math.log(420))), 1)
        lag = round(chance.uniform(0, 50), 1)
        begin = time.monotonic()
        done = subprocess.run([APP, "doctor", "virtual-tx2:window=%gms,lag=%gms" % (window, lag), "--self-test", "--json"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
                              env=dict(os.environ, HOME=home))
        slowest = max(slowest, time.monotonic() - begin)
        if done.returncode != 0:
            sys.exit(done.stderr.strip() or "doctor failed")
        sensors_by_channel = {entry["channel"]: entry for entry in json.loads(done.stdout)["sensors"]}
        # Only rails that the load changes by watts; on the others the sensor's resolution is a large part of the
        # change.
        for rail in ("VDD_IN", "VDD_SYS_CPU", "VDD_SYS_GPU"):
            sensors += 1
            entry = sensors_by_channel.get(rail, {})
            windows += near(entry.get("window_seconds"), window / 1e3)
            lags += near(entry.get("lag_seconds"), lag / 1e3)
            print("  %-12s window %6.1f ms: %s   lag %5.1f ms: %s" % (
                rail, window, entry.get("window_seconds"), lag, entry.get("lag_seconds")))
    wait_until_unmounted(home)


def figure(name, value, unit, goal, ok):
    print("%s %.4g %s %s %s" % (name, value, unit, goal, "ok" if ok else "short"))


figure("selftest_windows_within_10_percent_or_1_ms", 100 * windows / sensors, "%", ">=100", windows == sensors)
figure("selftest_lags_within_10_percent_or_1_ms", 100 * lags / sensors, "%", ">=100", lags == sensors)
figure("selftest_seconds", slowest, "s", "<=30", slowest <= 30)
