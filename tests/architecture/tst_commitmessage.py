#!/usr/bin/env python3
"""The hook .ci/commit-msg accepts and rejects subjects of commits as CONTRIBUTING.md describes."""
import subprocess
import tempfile
import unittest
from pathlib import Path

HOOK = Path(__file__).parents[2] / ".ci" / "commit-msg"


class CommitMessage(unittest.TestCase):
    def check(self, message):
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
            file.write(message)
            file.flush()
            run = subprocess.run(["bash", str(HOOK), file.name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return run.returncode, run.stdout.decode()

    def test_accepted(self):
        for message in (
            "Show the latency of a sensor\n",
            "x" * 72 + "\n\n" + "A body may have long lines. " * 10 + "\n",
            "\u00e9" * 72,
            "# a comment\nShow the latency\n# On branch main\n",
            "Show the latency\n\nReason.\n# ------------------------ >8 ------------------------\ndiff --git a b\n",
            "Merge branch 'a very long name of a branch that says all that it changes' into main\n",
        ):
            self.assertEqual(self.check(message), (0, ""))

    def test_rejected(self):
        for message, reason in (
            ("", "empty"),
            ("\n# only a comment\n", "empty"),
            ("x" * 73 + "\n", "73 characters"),
            ("Show the latency.\n", "full stop"),
            ("Show the latency\nof a sensor\n", "second line"),
        ):
            status, output = self.check(message)
            self.assertEqual(status, 1, message)
            self.assertIn(reason, output)


if __name__ == "__main__":
    unittest.main()
