"""Not a test: runs the benchmark suite as a command, and imports it."""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
RESOURCES = os.path.join(ROOT, "resources")
sys.path.insert(0, RESOURCES)
sys.path.insert(0, os.path.join(ROOT, "tests", "hook"))
import fakeagent  # noqa: E402,F401


def run(words, path=(), limit=None):
    """Runs `python3 -m benchmarks WORDS`; path: folders in front of PYTHONPATH; limit: bytes of address space."""
    environment = dict(os.environ, OMP_NUM_THREADS="1", PYTHONDONTWRITEBYTECODE="1",
                       PYTHONPATH=os.pathsep.join(list(path) + [RESOURCES]))

    def prepare():
        import resource

        if limit is not None:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    return subprocess.run([fakeagent.PYTHON, "-m", "benchmarks"] + words, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True, timeout=300, preexec_fn=prepare)
