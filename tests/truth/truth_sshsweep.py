"""A sweep over SSH on loopback with real trainings: 4 models x 3 batch sizes. The program is killed in the middle of a training, then
the target's SSH server; the sweep ends complete, no training was started twice, and its figures are made.

    truth_sshsweep.py [STEPS]
"""
import csv
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

APP = os.environ["STEPSCOPE_APP_FILE"]
SSHD = "/usr/sbin/sshd"
MODELS = ["dqn", "char_cnn", "dcgan", "densenet40"]
BATCHES = [2, 4, 8]
CELLS = len(MODELS) * len(BATCHES)
LIMIT = 3600  # s


class Target:
    """An SSH server of this user with a home folder of its own, whose python3 counts the trainings."""

    def __init__(self, folder):
        self.folder, self.server = folder, None
        self.home = os.path.join(folder, "home")
        os.makedirs(os.path.join(folder, "bin"))
        os.makedirs(self.home)
        for key in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.path(key)], check=True)
        self.write("bin/python3", f'#!/bin/sh\ncase "$*" in *" train "*) echo "$*" >> "{self.path("starts")}";; esac\n'
                                  'exec /usr/bin/python3 "$@"\n', 0o755)
        self.write("session", f'#!/bin/sh\nHOME="{self.home}"\nPATH="{self.path("bin")}:$PATH"\nexport HOME PATH\ncd "$HOME" || exit 1\n'
                              'exec /bin/sh -c "$SSH_ORIGINAL_COMMAND"\n', 0o755)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.write("config", f"ListenAddress 127.0.0.1\nPort {self.port}\nHostKey {self.path('host')}\nAuthorizedKeysFile "
                             f"{self.path('user.pub')}\nForceCommand {self.path('session')}\nUsePAM no\nStrictModes no\nPidFile none\n"
                             "PasswordAuthentication no\nKbdInteractiveAuthentication no\nPermitRootLogin prohibit-password\n"
                             "Subsystem sftp /usr/lib/openssh/sftp-server\n")
        with open(self.path("host.pub"), encoding="utf-8") as file:
            self.write("known_hosts", f"[127.0.0.1]:{self.port} {file.read()}")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text, mode=0o600):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(self.path(name), mode)

    def start(self):
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)
        self.server = subprocess.Popen([SSHD, "-D", "-e", "-f", self.path("config")], stderr=subprocess.DEVNULL)
        wait("the SSH server", self.accepts)

    def accepts(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self):
        """Kills the server and its connections; trainings go on."""
        processes = [self.server.pid]
        for process in processes:
            listed = subprocess.run(["ps", "--ppid", str(process), "-o", "pid=,comm="], stdout=subprocess.PIPE, text=True, check=False)
            processes += [int(line.split()[0]) for line in listed.stdout.splitlines() if line.split()[1].startswith("sshd")]
        for process in processes:
            os.kill(process, signal.SIGKILL)
        self.server.wait()
        wait("the end of the SSH server", lambda: not self.accepts())

    def starts(self):
        if not os.path.exists(self.path("starts")):
            return []
        with open(self.path("starts"), encoding="utf-8") as file:
            return file.read().splitlines()

    def options(self):
        return ["--identity", self.path("user"), "--known-hosts", self.path("known_hosts"), "--ssh-config", "/dev/null"]


def wait(what, is_there):
    end = time.monotonic() + LIMIT
    while not is_there():
        if time.monotonic() > end:
            raise SystemExit(f"{what} did not come within {LIMIT} s")
        time.sleep(0.05)


def cells_of(study):
    try:
        with open(os.path.join(study, "study.json"), encoding="utf-8") as file:
            return json.load(file)["cells"]
    except FileNotFoundError:
        return []


def done(study):
    return sum(cell["state"] == "done" for cell in cells_of(study))


def figure(name, value, unit, goal):
    print(f"truth_sshsweep_{name} {value} {unit} ={goal} {'ok' if value == goal else 'short'}", flush=True)


def sweep_with_kills(target, study, steps):
    first = [APP, "sweep", f"127.0.0.1:{target.port}", "--models", ",".join(MODELS), "--batches", ",".join(map(str, BATCHES)), "--steps",
             str(steps), "--seconds", "0", "-o", study] + target.options()
    target.start()
    # The program, while the fourth training or a later one runs.
    with subprocess.Popen(first, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        wait("a training to interrupt", lambda: done(study) >= 3 and len(target.starts()) > done(study))
        program.kill()
    # The server, while a later training runs; it is back when that training has ended.
    with subprocess.Popen([APP, "sweep", "--resume", study] + target.options(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True) as program:
        wait("a training to interrupt", lambda: done(study) >= 6 and len(target.starts()) > done(study))
        before = done(study)
        target.stop()
        time.sleep(5)  # longer than one attempt to connect
        target.start()
        errors = program.communicate()[1]
    print(f"  killed the server at {before} of {CELLS} cells; the sweep ended with {program.returncode}")
    if program.returncode != 0:
        raise SystemExit(errors)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 6  # three are left out, and Figure 3 shows three
    if not os.access(SSHD, os.X_OK):
        raise SystemExit("there is no sshd; on Debian, install openssh-server")
    folder = tempfile.mkdtemp()
    target = Target(os.path.join(folder, "target"))
    study = os.path.join(folder, "study")
    try:
        sweep_with_kills(target, study, steps)
        cells = cells_of(study)
        figure("complete", sum(cell["result"]["outcome"] == "ok" and cell["result"]["steps"] == steps for cell in cells), "cells", CELLS)
        figure("trainings_started", len(target.starts()), "trainings", CELLS)
        figure("started_once", sum(cell["attempts"] == 1 for cell in cells), "cells", CELLS)
        damages = [subprocess.run([APP, "verify", os.path.join(study, cell["recording"])], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, check=False) for cell in cells]
        for verified in damages:
            if verified.returncode != 0:
                print("  " + verified.stdout.strip().replace("\n", "\n  "))
        intact = sum(verified.returncode == 0 for verified in damages)
        figure("recordings_without_damage", intact, "recordings", CELLS)
        made = os.path.join(folder, "figures")
        subprocess.run([APP, "figures", study, "-o", made], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        # This computer has neither rails nor perhaps a GPU: utilization, throughput and memory.
        names = ["figure-3", "figure-4", "figure-5a", "figure-5b", "figure-8", "figure-9"]
        files = [name + suffix for name in names for suffix in (".png", ".svg", ".pdf")]
        missing = [file for file in files if not (os.path.exists(os.path.join(made, file)) and os.path.getsize(os.path.join(made, file)) > 1000)]
        if missing:
            print("  missing: " + ", ".join(missing))
        figure("figures", len(files) - len(missing), "files", 3 * len(names))
        with open(os.path.join(made, "figure-8.csv"), encoding="utf-8", newline="") as file:
            figure("points_of_figure_8", sum(row[2] == "study" for row in csv.reader(file)), "points", CELLS)
    finally:
        target.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
