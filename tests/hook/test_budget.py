"""The window `auto`: steps 4 to 8 first, then more windows within a share of the training's time, from measured
costs."""
import sys
import unittest

import fakeagent

sys.path.insert(0, fakeagent.HOOK)

from stepscope import budget  # noqa: E402

MS = 10**6


def train(steps, plain, slowdown, between, window=None):
    """Simulates a training; returns (indices of traced steps, true share of the time that tracing took)."""
    window = window or budget.AutoWindow()
    traced, extra, total = [], 0, 0
    is_traced = window.traced(0)
    for index in range(steps):
        length = plain(index) if callable(plain) else plain
        duration = int(length * (slowdown if is_traced else 1))
        next_traced = window.traced(index + 1, total)
        overhead = between if is_traced or next_traced else 0
        if is_traced:
            traced.append(index)
        extra += duration - length + overhead
        total += duration + overhead
        window.ended(index, is_traced, duration, overhead)
        is_traced = next_traced
    return traced, extra / total


class Auto(unittest.TestCase):
    def test_the_first_window(self):
        traced, _ = train(30, 10 * MS, 2.0, MS)
        self.assertEqual(traced, [4, 5, 6, 7, 8])

    def test_windows_repeat_within_the_share(self):
        for slowdown, between in ((1.3, MS), (2.0, MS), (5.0, 10 * MS)):
            traced, share = train(20000, 10 * MS, slowdown, between)
            self.assertGreater(len(traced), 20)
            starts = [index for index in traced if index - 1 not in traced]
            self.assertEqual(traced, [index for start in starts for index in range(start, start + budget.LENGTH)
                                      if index < 20000])
            self.assertLess(share, 0.011)
            self.assertGreater(share, 0.005)

    def test_free_tracing_takes_a_twentieth_of_the_steps(self):
        traced, _ = train(2000, 10 * MS, 1.0, 0)
        self.assertEqual(len(traced), 100)

    def test_other_work_of_the_hook_counts_towards_the_share(self):
        window = budget.AutoWindow()
        spend, ended = window.spend, window.ended

        def ended_and_spent(*step):
            ended(*step)
            spend(MS // 20)  # half of the share

        window.ended = ended_and_spent
        traced, share = train(20000, 10 * MS, 2.0, MS, window)
        self.assertGreater(len(traced), 20)
        self.assertLess(share, 0.0065)
        self.assertLess(window.share_spent, 0.0105)
        self.assertAlmostEqual(window.share_spent, share + 0.005, delta=0.001)

    def test_no_second_window_if_other_work_uses_up_the_share(self):
        window = budget.AutoWindow()
        ended = window.ended

        def ended_and_spent(*step):
            ended(*step)
            window.spend(MS)

        window.ended = ended_and_spent
        self.assertEqual(train(3000, 10 * MS, 2.0, MS, window)[0], [4, 5, 6, 7, 8])

    def test_the_step_after_a_window_counts_towards_its_cost(self):
        slow = lambda index: (12 if index == 9 else 10) * MS  # noqa: E731
        window = budget.AutoWindow()
        train(60, slow, 1.0, 0, window)
        self.assertAlmostEqual(window.spent_ns, 2 * MS, delta=MS // 10)

    def test_untraced_steps_are_known_ahead(self):
        window = budget.AutoWindow()
        ahead = {}
        ended = window.ended

        def ended_and_asked(index, *rest):
            ended(index, *rest)
            ahead[index + 1] = window.untraced(index + 1)

        window.ended = ended_and_asked
        traced = set(train(5000, 10 * MS, 2.0, MS, window)[0])
        self.assertGreater(len(traced), 10)
        for index, count in ahead.items():
            self.assertFalse(traced.intersection(range(index, index + count)))
        self.assertGreater(ahead[10], 90)

    def test_an_expensive_window_is_not_repeated_soon(self):
        traced, _ = train(200, 100 * 1000, 1.5, 50 * MS)
        self.assertEqual(traced, [4, 5, 6, 7, 8])

    def test_a_training_whose_step_time_changes(self):
        traced, share = train(30000, lambda index: (10 if index < 10000 else 40) * MS, 2.0, MS)
        self.assertLess(share, 0.025)
        self.assertTrue(any(index > 20000 for index in traced))

    def test_restart_forgets_the_steps(self):
        window = budget.AutoWindow()
        train(100, 10 * MS, 2.0, MS, window)
        window.restart()
        self.assertEqual(train(30, 10 * MS, 2.0, MS, window)[0], [4, 5, 6, 7, 8])


if __name__ == "__main__":
    unittest.main()
