"""Timing association of power samples with spans in numpy. `numpyattribution.py SAMPLES SPANS` prints the processor
time in seconds, best of three, of two implementations: np.interp on the running sum, and searchsorted with parabolas.
Neither includes the sums by op, which the time of bench_attribution does."""
import sys
import time

import numpy as np


def best(work, times=3):
    seconds = []
    for _ in range(times):
        begin = time.process_time()
        work()
        seconds.append(time.process_time() - begin)
    return min(seconds)


samples, spans = int(sys.argv[1]), int(sys.argv[2])
random = np.random.default_rng(7)
times = np.arange(samples) * 0.01 + random.uniform(0, 0.0005, samples)
power = 9 + 2.5 * np.sin(times * 13) + random.normal(0, 0.2, samples)
starts = np.sort(random.uniform(0, times[-1] - 1, spans))
ends = starts + random.gamma(2, 0.0005, spans)


def running_sum():
    return np.concatenate(([0.0], np.cumsum((power[1:] + power[:-1]) / 2 * np.diff(times))))


def by_interpolation():
    sums = running_sum()
    return np.interp(ends, times, sums) - np.interp(starts, times, sums)


def by_search():
    sums = running_sum()

    def until(moments):
        at = np.clip(np.searchsorted(times, moments, side="right") - 1, 0, samples - 2)
        since = moments - times[at]
        slope = (power[at + 1] - power[at]) / (times[at + 1] - times[at])
        return sums[at] + power[at] * since + slope * since * since / 2

    return until(ends) - until(starts)


print("interp", best(by_interpolation))
print("searchsorted", best(by_search))
