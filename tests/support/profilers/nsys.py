"""A stand-in for nsys: accepts the arguments that Stepscope passes, as NVIDIA documents them, and runs the command. It writes a
report in NVIDIA's closed format, and with STANDIN_KERNELS=N also the database of N kernels that --export=sqlite asks for;
without it, it is a version that does not export.

    nsys.py profile -o DIR/kernels --export=sqlite -t cuda,nvtx,osrt COMMAND...

The tables have the columns and the order of those in an export of Nsight Systems 2022.2 (schema 2.9); times are ns since the
start of the session. Beside the database, truth.json holds CLOCK_MONOTONIC at the start of the first kernel.
"""
import json
import os
import sqlite3
import subprocess
import sys
import time

TABLES = {
    "StringIds": "id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL",
    "EXPORT_META_DATA": "name TEXT NOT NULL, value TEXT",
    "TARGET_INFO_SESSION_START_TIME": "utcEpochNs INTEGER, utcTime TEXT, localTime TEXT",
    "ANALYSIS_DETAILS": "globalVid INTEGER NOT NULL, duration INTEGER NOT NULL, startTime INTEGER NOT NULL, stopTime INTEGER NOT NULL",
    "CUPTI_ACTIVITY_KIND_KERNEL": """start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL,
        streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL,
        mangledName INTEGER, launchType INTEGER, cacheConfig INTEGER, registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL,
        gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL, blockX INTEGER NOT NULL, blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL,
        staticSharedMemory INTEGER NOT NULL, dynamicSharedMemory INTEGER NOT NULL, localMemoryPerThread INTEGER NOT NULL,
        localMemoryTotal INTEGER NOT NULL, gridId INTEGER NOT NULL, sharedMemoryExecuted INTEGER, graphNodeId INTEGER,
        sharedMemoryLimitConfig INTEGER""",
    "CUPTI_ACTIVITY_KIND_RUNTIME": """start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL, globalTid INTEGER,
        correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL, callchainId INTEGER""",
}
NAMES = ["gemm(float*, int)", "gemm", "_Z4gemmPfi", "cudaLaunchKernel_v7000"]
PERIOD = 1_000_000  # ns between the starts of two kernels
DURATION = 400


def write_database(path, session, first, count, process):
    """`session`: CLOCK_REALTIME at the start; `first`: ns after it at which the first kernel starts."""
    database = sqlite3.connect(path)
    for name, columns in TABLES.items():
        database.execute("CREATE TABLE %s(%s)" % (name, columns))
    thread = process << 24 | process  # a global id: process, thread
    add = lambda table, rows: database.executemany(
        "INSERT INTO %s VALUES(%s)" % (table, ",".join("?" * (1 + TABLES[table].count(",")))), rows)
    add("StringIds", enumerate(NAMES))
    add("EXPORT_META_DATA", [("EXPORT_PRODUCT_NAME", "NVIDIA Nsight Systems"), ("EXPORT_SCHEMA_VERSION", "2.9.1")])
    add("TARGET_INFO_SESSION_START_TIME", [(session, "", "")])
    add("ANALYSIS_DETAILS", [(0, first + count * PERIOD, 0, first + count * PERIOD)])
    starts = [first + i * PERIOD for i in range(count)]
    add("CUPTI_ACTIVITY_KIND_KERNEL",
        ((start, start + DURATION, 0, 1, 7, i + 1, process << 24, 0, 1, 2) + (0,) * 2 + (32,) + (1,) * 3 + (256, 1, 1) + (0,) * 8
         for i, start in enumerate(starts)))
    add("CUPTI_ACTIVITY_KIND_RUNTIME",
        ((start - 300, start - 100, 0, thread, i + 1, 3, 0, None) for i, start in enumerate(starts)))
    database.commit()
    database.close()


def main():
    words = sys.argv[1:]
    if words[:2] != ["profile", "-o"] or words[3:6] != ["--export=sqlite", "-t", "cuda,nvtx,osrt"] or len(words) < 7:
        print("unrecognised option " + " ".join(words), file=sys.stderr)
        return 1
    session = time.clock_gettime_ns(time.CLOCK_REALTIME)
    child = subprocess.Popen(words[6:])
    time.sleep(0.2)
    monotonic, real = time.clock_gettime_ns(time.CLOCK_MONOTONIC), time.clock_gettime_ns(time.CLOCK_REALTIME)
    status = child.wait()
    with open(words[2] + ".nsys-rep", "wb") as file:
        file.write(b"NVIDIA Tegra Profiler Report" + bytes(1000))
    if os.environ.get("STANDIN_KERNELS"):
        write_database(words[2] + ".sqlite", session, real - session, int(os.environ["STANDIN_KERNELS"]), child.pid)
        with open(os.path.join(os.path.dirname(words[2]), "truth.json"), "w") as file:
            json.dump({"monotonic": monotonic, "process": child.pid}, file)
    return status


sys.exit(main())
