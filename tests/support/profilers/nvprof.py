"""A stand-in for nvprof: accepts the arguments that Stepscope passes, as NVIDIA documents them, runs the command, and
writes a database with nvprof's tables. Run it with python3 -I, so that the hook does not start in it.

    nvprof.py --profile-child-processes -o DIR/kernels-%p.nvvp COMMAND...

The environment chooses what it writes: STANDIN_KERNELS (their number), STANDIN_GARBAGE (no database). Beside the
database, truth.json holds CLOCK_MONOTONIC at the start of the first kernel; the database has its CLOCK_REALTIME.
"""
import json
import os
import sqlite3
import subprocess
import sys
import time

TABLES = """
CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringTable VALUES(0, '-- null --'), (1, '_Z4gemmPfi');
CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(_id_ INTEGER PRIMARY KEY, start INT, end INT, deviceId INT,
    contextId INT, streamId INT, correlationId INT, name INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(_id_ INTEGER PRIMARY KEY, cbid INT, start INT, end INT, processId INT,
    threadId INT, correlationId INT, returnValue INT);
"""


def write_database(path, start, count, process):
    database = sqlite3.connect(path)
    database.executescript(TABLES)
    kernels = ((start + i * 1000, start + i * 1000 + 400, 0, 1, 7, i + 1, 1) for i in range(count))
    database.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(start, end, deviceId, contextId, streamId, "
                         "correlationId, name) VALUES(?, ?, ?, ?, ?, ?, ?)", kernels)
    database.execute("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME(cbid, start, end, processId, threadId, correlationId, "
                     "returnValue) VALUES(211, ?, ?, ?, ?, 1, 0)", (start - 300, start - 100, process, process))
    database.commit()
    database.close()


def main():
    words = sys.argv[1:]
    if len(words) < 4 or words[:2] != ["--profile-child-processes", "-o"] or "%p" not in words[2]:
        print("Error: unrecognized arguments: " + " ".join(words), file=sys.stderr)
        return 2
    child = subprocess.Popen(words[3:])
    print("==%d== NVPROF is profiling process %d" % (child.pid, child.pid), file=sys.stderr)
    time.sleep(0.2)
    monotonic, real = time.clock_gettime_ns(time.CLOCK_MONOTONIC), time.clock_gettime_ns(time.CLOCK_REALTIME)
    status = child.wait()
    path = words[2].replace("%p", str(child.pid))
    if os.environ.get("STANDIN_GARBAGE"):
        with open(path, "wb") as file:
            file.write(b"SQLite format 3\0" + os.urandom(5000))
    else:
        write_database(path, real, int(os.environ.get("STANDIN_KERNELS", "100")), child.pid)
    with open(os.path.join(os.path.dirname(path), "truth.json"), "w") as file:
        json.dump({"monotonic": monotonic, "process": child.pid}, file)
    return status


sys.exit(main())
