"""Contents of a trace, read independently of the importers: `totals.py FILE` prints one line for each fact.

    span CATEGORY NAME COUNT NANOSECONDS     by category and name
    stream NAME COUNT                        kernels, copies and memsets of each GPU stream
    counter NAME COUNT MINIMUM MAXIMUM
    sum TEXT                                 a row of a table of sums

Fields are separated by tabs. Formats: SQLite of nvprof and Nsight Systems, their tables as text and CSV, StepStats of
TensorFlow (text and binary), CSV with units in the header.
"""

import collections
import csv
import decimal
import re
import sqlite3
import subprocess
import sys

spans = collections.defaultdict(lambda: [0, 0])
streams = collections.Counter()
counters = {}
sums = []


def add(category, name, start, end):
    entry = spans[(category, name)]
    entry[0] += 1
    entry[1] += end - start


def count(name, value):
    entry = counters.setdefault(name, [0, value, value])
    entry[0] += 1
    entry[1] = min(entry[1], value)
    entry[2] = max(entry[2], value)


def plain(names):
    """Demangled names of kernels, by the tool of the compiler."""
    names = list(names)
    text = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True).stdout
    return dict(zip(names, text.split("\n")))


COPIES = {1: "HtoD", 2: "DtoH", 3: "HtoA", 4: "AtoH", 5: "AtoA", 6: "AtoD", 7: "DtoA", 8: "DtoD", 9: "HtoH", 10: "PtoP"}
UNIFIED = {11: "HtoD", 12: "DtoH", 13: "DtoD"}


def copy_name(kind):
    if kind in UNIFIED:
        return "[CUDA Unified Memory memcpy %s]" % UNIFIED[kind]
    return "[CUDA memcpy %s]" % COPIES.get(kind, "kind %d" % kind)


def tables(database):
    return {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def gpu_rows(database, table, extra):
    contexts = {}
    for row in database.execute("SELECT start, end, deviceId, contextId, streamId, %s FROM %s" % (extra, table)):
        yield row[0], row[1], (row[2], row[3], row[4]), row[5]


def finish_streams(by_key, order):
    first = {}
    for key in order:
        first.setdefault(key[0], key[1])
    for key, number in by_key.items():
        name = "GPU %d" % key[0] + ("" if first[key[0]] == key[1] else " context %d" % key[1]) + " stream %d" % key[2]
        streams[name] += number


def read_gpu(database, present, kernels, name_column, texts):
    by_key = collections.Counter()
    order = []
    for table, category, extra, name in (
        [(kernel, "kernel", name_column, lambda value: texts[value]) for kernel in kernels]
        + [(copy, "memcpy", "copyKind", copy_name) for copy in ("CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMCPY2")]
        + [("CUPTI_ACTIVITY_KIND_MEMSET", "memset", "0", lambda value: "[CUDA memset]")]
    ):
        if table not in present:
            continue
        for start, end, key, value in gpu_rows(database, table, extra):
            add(category, name(value), start, end)
            by_key[key] += 1
            if key not in order:
                order.append(key)
    finish_streams(by_key, order)


def read_nvprof(database, present):
    texts = dict(database.execute("SELECT _id_, value FROM StringTable"))
    kernels = ["CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"]
    used = {row[0] for kernel in kernels if kernel in present for row in database.execute("SELECT name FROM " + kernel)}
    shown = plain(texts[number] for number in used)
    read_gpu(database, present, kernels, "name", {number: shown.get(text, text) for number, text in texts.items()})
    for table, category in (("RUNTIME", "runtime"), ("DRIVER", "runtime"), ("SYNCHRONIZATION", "synchronization"), ("OVERHEAD", "overhead")):
        for start, end in database.execute("SELECT start, end FROM CUPTI_ACTIVITY_KIND_" + table):
            add(category, "*", start, end)
    begins = {}
    for flags, time, number, name, domain in database.execute(
        "SELECT flags, timestamp, id, name, domain FROM CUPTI_ACTIVITY_KIND_MARKER ORDER BY _id_"
    ):
        if flags & 2:
            begins[number] = (time, (texts[domain] + ":" if domain else "") + texts[name])
        elif flags & 4:
            add("user", begins[number][1], begins[number][0], time)


def read_nsys(database, present):
    texts = dict(database.execute("SELECT id, value FROM StringIds"))
    read_gpu(database, present, ["CUPTI_ACTIVITY_KIND_KERNEL"], "demangledName", texts)
    for table, category in (("CUPTI_ACTIVITY_KIND_RUNTIME", "runtime"), ("OSRT_API", "osrt"), ("PROFILER_OVERHEAD", "overhead"), ("CUPTI_ACTIVITY_KIND_OVERHEAD", "overhead")):
        if table in present:
            for start, end, name in database.execute("SELECT start, end, nameId FROM " + table):
                add(category, texts.get(name) or category, start, end)
    if "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION" in present:
        for start, end in database.execute("SELECT start, end FROM CUPTI_ACTIVITY_KIND_SYNCHRONIZATION"):
            add("synchronization", "*", start, end)
    if "NVTX_EVENTS" in present:
        query = "SELECT start, end, text, textId FROM NVTX_EVENTS WHERE eventType IN (59, 60, 70, 71) AND end IS NOT NULL"
        for start, end, text, number in database.execute(query):
            add("user", re.split(", (?:seq|op_id) = |, sizes = ", text or texts[number])[0], start, end)
    if "SCHED_EVENTS" in present:
        running = {}
        rows = database.execute("SELECT start, cpu, isSchedIn, globalTid FROM SCHED_EVENTS ORDER BY cpu, start, rowid")
        for time, cpu, begins, thread in rows:
            if not begins and running.get(cpu, (0, None))[1] == thread:
                add("scheduling", "thread %d" % (thread & 0xFFFFFF), running[cpu][0], time)
            running[cpu] = (time, thread if begins else None)


def read_sqlite(path):
    database = sqlite3.connect("file:%s?immutable=1" % path, uri=True)
    database.text_factory = lambda text: text.decode("utf-8", "replace")
    present = tables(database)
    (read_nvprof if "StringTable" in present else read_nsys)(database, present)


UNITS = {"s": 9, "ms": 6, "us": 3, "ns": 0}


def nanoseconds(text, unit=""):
    """Exact, with the unit in the text or given."""
    number, own = re.fullmatch(r"([-0-9.e+]+)([a-z]*)", text).groups()
    value = decimal.Decimal(number).scaleb(UNITS[own or unit])
    return int(value.to_integral_value(decimal.ROUND_HALF_UP))


def add_activity(row, name):
    name = re.sub(r" \[\d+\]$", "", name)
    start, duration = row["Start"], row["Duration"]
    category = "memset" if "memset" in name and name.startswith("[CUDA") else "memcpy" if name.startswith("[CUDA") else "kernel"
    add(category if row.get("Stream") else "runtime", name, start, start + duration)
    if row.get("Stream"):
        streams["%s stream %s" % (row["Device"], row["Stream"])] += 1


def read_trace_csv(lines):
    rows = list(csv.reader(lines))
    titles, units = rows[0], rows[1]
    for fields in rows[2:]:
        row = dict(zip(titles, fields))
        for column in ("Start", "Duration"):
            row[column] = nanoseconds(row[column], units[titles.index(column)])
        add_activity(row, row["Name"])


def read_trace_text(lines):
    titles = lines[0].split("  ")
    titles = [title.strip() for title in titles if title.strip()]
    name_at = lines[0].index("Name")
    for line in lines[1:]:
        if not line.strip():
            break
        fields = [field.strip() for field in line[:name_at].split("  ") if field.strip()]
        row = dict(zip(titles, fields))
        for column in ("Start", "Duration"):
            row[column] = nanoseconds(row[column])
        add_activity(row, line[name_at:].strip())


def read_metrics(lines):
    kernel = ""
    for line in lines[1:]:
        if line.strip().startswith("Kernel: "):
            kernel = line.strip()[len("Kernel: "):]
        match = re.fullmatch(r" +(\d+) +(\S+) {2,}(.+?) {2,}(\S+(?: \(\d+\))?) {2,}(\S+(?: \(\d+\))?) {2,}(\S+(?: \(\d+\))?)", line)
        if match:
            number, name, description, least, most, mean = match.groups()
            sums.append("%s: %s: invocations %s, metric description %s, min %s, max %s, avg %s" % (kernel, name, number, description, least, most, mean))


def plain_number(text, mean):
    if mean:
        whole, decimals = text.rsplit(".", 1)
        return re.sub(r"\D", "", whole) + "." + decimals
    return re.sub(r"\D", "", text)


def read_nsys_tables(lines):
    """Tables whose columns are marked by a line of dashes below the titles."""
    for at, line in enumerate(lines):
        if not line.strip().startswith("---"):
            continue
        columns = [match.span() for match in re.finditer("-+", line)]
        titles = [lines[at - 1][begin:end].strip() for begin, end in columns]
        if titles[0] not in ("Time (%)", "Total (MB)"):
            continue
        for row in lines[at + 1:]:
            if not row.strip() or row.startswith("["):
                break
            fields = [row[begin:end].strip() for begin, end in columns[:-1]] + [row[columns[-1][0]:].strip()]
            parts = []
            for title, field in zip(titles[:-1], fields):
                name, unit = re.fullmatch(r"(.*?)(?: \((.*)\))?", title).groups()
                mean = unit and (unit != "ns" or name in ("Avg", "Med", "StdDev"))
                number = plain_number(field, mean) if field[0].isdigit() else field
                parts.append("%s %s%s" % (name.lower(), number, " " + unit if unit and field[0].isdigit() else ""))
            sums.append("%s: %s" % (fields[-1], ", ".join(parts)))


def read_text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().split("\n")
    for at, line in enumerate(lines):
        if line.startswith('"Start"'):
            return read_trace_csv([text for text in lines[at:] if text])
        if re.match(" +Start +Duration", line):
            return read_trace_text(lines[at:])
        if line.startswith("Invocations"):
            return read_metrics(lines[at:])
        if line.startswith("Time(%),"):
            for fields in csv.reader(text for text in lines[at + 1:] if text):
                share, time, calls, mean, least, most = fields[:6]
                values = (fields[6] if len(fields) == 7 else ",".join(fields[6:]), share, time, calls, mean, least, most)
                sums.append("%s: time %s, time %s, calls %s, avg %s, min %s, max %s" % values)
            return None
        if line.strip().startswith("Time (%)"):
            return read_nsys_tables(lines[at:])
    return None


def read_stepstats_text(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for node in text.split("node_stats {")[1:]:
        number = lambda field: int((re.search(r"\b%s: (\d+)" % field, node) or [0, "0"])[1])
        label = re.search(r'timeline_label: "(.*?)"', node)
        name = re.search(r'node_name: "(.*?)"', node)[1]
        op = re.match(r".*? = (\w+)\(", label[1]) if label else None
        start = number("all_start_micros") * 1000
        add("op", op[1] if op else name, start, start + number("all_end_rel_micros") * 1000)


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields_of(data):
    """Numbers and values of the fields of a protobuf message."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        elif tag & 7 == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            size = 8 if tag & 7 == 1 else 4
            value, at = data[at:at + size], at + size
        yield tag >> 3, value


def read_runmetadata(data):
    stats = next(value for number, value in fields_of(data) if number == 1)
    for _, device in ((n, v) for n, v in fields_of(stats) if n == 1):
        name = next(value for number, value in fields_of(device) if number == 1).decode()
        for _, node in ((n, v) for n, v in fields_of(device) if n == 2):
            values = dict(fields_of(node))
            label = values.get(8, b"").decode()
            op = re.match(r".*? = (\w+)\(", label)
            start = values.get(2, 0) * 1000
            isGpu = "/stream:" in name
            add("kernel" if isGpu else "op", op[1] if op else values[1].decode(), start, start + values.get(5, 0) * 1000)
            if isGpu:
                streams[name] += 1


def read_xspace(data):
    for _, plane in ((n, v) for n, v in fields_of(data) if n == 1):
        names = {}
        for number, entry in fields_of(plane):
            if number == 4:
                pair = dict(fields_of(entry))
                names[pair[1]] = dict(fields_of(pair[2]))[2].decode()
        device = dict(fields_of(plane))[2].decode()
        for _, line in ((n, v) for n, v in fields_of(plane) if n == 3):
            head = dict(fields_of(line))
            stream = device.startswith("/device:") and head[2].startswith(b"Stream")
            for _, event in ((n, v) for n, v in fields_of(line) if n == 4):
                values = dict(fields_of(event))
                start = head.get(3, 0) * 1000 + values.get(2, 0)
                name = names[values[1]]
                category = "op" if not stream else "memcpy" if name.startswith("Memcpy") else "kernel"
                add(category, name, 0, (values.get(3, 0) + 500) // 1000)
                if stream:
                    streams["%s %s" % (device, head[2].decode())] += 1


def main(path):
    with open(path, "rb") as file:
        beginning = file.read(4096)
    if beginning.startswith(b"SQLite format 3\0"):
        read_sqlite(path)
    elif beginning.startswith(b"dev_stats {"):
        read_stepstats_text(path)
    elif path.endswith(".xplane.pb"):
        read_xspace(open(path, "rb").read())
    elif path.endswith(".pb"):
        read_runmetadata(open(path, "rb").read())
    else:
        read_text(path)
    lines = ["span\t%s\t%s\t%d\t%d" % (key + tuple(entry)) for key, entry in spans.items()]
    lines += ["stream\t%s\t%d" % item for item in streams.items()]
    lines += ["sum\t" + text for text in sums]
    lines += ["counter\t%s\t%d\t%.9g\t%.9g" % ((name,) + tuple(entry)) for name, entry in counters.items()]
    print("\n".join(sorted(lines)))


main(sys.argv[1])
