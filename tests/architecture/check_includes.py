#!/usr/bin/env python3
"""Checks the layout of the sources and prints one line per fault; fails if there is one.

    tests/architecture/check_includes.py [ROOT]
    tests/architecture/check_includes.py --unused     prints the arrows of the table that no include needs

A room is a folder with C++ files. The table ARROWS lists, for each room, the rooms whose headers it may include. The other
rules are the functions below the table, one rule each.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import cppsource

# Floor -> the floors that its rooms may include. The longest matching path counts.
FLOORS = {
    "remote/format": [],
    "remote/json": [],
    "remote/tegrastats": ["remote/format"],
    "remote/hookwire": ["remote/format", "remote/json"],
    "remote/agent": ["remote/format", "remote/json", "remote/hookwire", "remote/tegrastats"],
    "remote/simulator": ["remote/format", "remote/json", "remote/hookwire"],
    "remote/link": ["remote/format"],
    "analysis": ["remote/format", "remote/tegrastats"],
    "widgets": ["analysis", "remote/format"],
    "ui": ["widgets", "analysis", "remote/format"],
    "app": ["ui", "widgets", "analysis", "remote/link", "remote/format"],
}

# Room -> the rooms whose headers it may include, from the bottom up: a row lists only rooms of rows above it.
ARROWS = {
    "remote/format": [],
    "remote/json": [],
    "remote/tegrastats": ["remote/format"],
    "remote/hookwire": ["remote/format", "remote/json"],
    "remote/agent/system": ["remote/format"],
    "remote/agent/power": ["remote/format", "remote/agent/system"],
    "remote/agent/sources/reading": ["remote/format", "remote/agent/system"],
    "remote/agent/sources/cpu": ["remote/format", "remote/agent/system", "remote/agent/sources/reading"],
    "remote/agent/sources/gpu": ["remote/format", "remote/agent/system", "remote/agent/sources/reading"],
    "remote/agent/sources/power": [
        "remote/format", "remote/agent/system", "remote/agent/sources/reading", "remote/agent/sources/gpu",
    ],
    "remote/agent/sources/system": [
        "remote/format", "remote/tegrastats", "remote/agent/system", "remote/agent/sources/reading",
        "remote/agent/sources/cpu",
    ],
    "remote/agent/sampling": [
        "remote/format", "remote/json", "remote/agent/system", "remote/agent/sources/reading",
        "remote/agent/sources/cpu", "remote/agent/sources/gpu", "remote/agent/sources/power",
        "remote/agent/sources/system",
    ],
    "remote/agent/hook": [
        "remote/format", "remote/json", "remote/hookwire", "remote/agent/sources/system", "remote/agent/sampling",
    ],
    "remote/agent/recording": [
        "remote/format", "remote/json", "remote/agent/system", "remote/agent/sampling", "remote/agent/hook",
    ],
    "remote/agent/snapshot": [
        "remote/format", "remote/json", "remote/agent/system", "remote/agent/sampling", "remote/agent/recording",
    ],
    "remote/agent/run": [
        "remote/format", "remote/json", "remote/agent/system", "remote/agent/power", "remote/agent/sampling",
        "remote/agent/recording", "remote/agent/snapshot",
    ],
    "remote/agent": ["remote/format", "remote/agent/power", "remote/agent/recording", "remote/agent/run"],
    "remote/agent/load": ["remote/format", "remote/hookwire", "remote/agent/run"],
    "remote/simulator/training": ["remote/format", "remote/hookwire"],
    "remote/simulator/board": ["remote/format", "remote/json", "remote/simulator/training"],
    "remote/simulator": ["remote/format", "remote/json", "remote/simulator/training", "remote/simulator/board"],
    "remote/link/transport": ["remote/format"],
    "remote/link/bundle": ["remote/format"],
    "remote/link/run": ["remote/format", "remote/link/transport"],
    "remote/link/local": ["remote/format", "remote/link/transport", "remote/link/run"],
    "remote/link/ssh": ["remote/format", "remote/link/transport", "remote/link/run"],
    "remote/link": ["remote/format", "remote/link/transport", "remote/link/local", "remote/link/ssh"],
    "analysis/statistics": [],
    "analysis/text": ["analysis/statistics"],
    "analysis/trace": ["remote/format"],
    "analysis/import": ["remote/format", "remote/tegrastats", "analysis/statistics", "analysis/text", "analysis/trace"],
    "analysis/import/chrome": ["analysis/import"],
    "analysis/import/sqlite": ["remote/format", "analysis/import"],
    "analysis/import/tables": ["remote/format", "analysis/text", "analysis/import"],
    "analysis/import/tegrastats": ["remote/tegrastats", "analysis/text", "analysis/trace", "analysis/import"],
    "analysis/import/tensorflow": ["remote/format", "analysis/import"],
    "analysis/metrics": ["remote/format", "analysis/statistics", "analysis/text", "analysis/trace"],
    "analysis/query": ["remote/format", "analysis/text", "analysis/trace", "analysis/metrics"],
    "analysis/comparison": ["analysis/statistics", "analysis/text", "analysis/metrics"],
    "analysis/observations": ["analysis/statistics", "analysis/text", "analysis/metrics"],
    "analysis/sensors": ["analysis/statistics", "analysis/text", "analysis/trace"],
    "analysis/steps/detection": ["analysis/statistics", "analysis/text", "analysis/trace"],
    "analysis/steps": [
        "analysis/statistics", "analysis/text", "analysis/trace", "analysis/metrics", "analysis/steps/detection",
    ],
    "analysis/energy": ["analysis/statistics", "analysis/text", "analysis/trace", "analysis/metrics", "analysis/steps"],
    "analysis/folding": [
        "analysis/statistics", "analysis/text", "analysis/metrics", "analysis/steps", "analysis/energy",
    ],
    "analysis/report": [
        "remote/format", "analysis/statistics", "analysis/text", "analysis/trace", "analysis/metrics",
        "analysis/observations", "analysis/steps/detection", "analysis/steps", "analysis/energy", "analysis/folding",
    ],
    "analysis/export": [
        "remote/format", "analysis/text", "analysis/trace", "analysis/metrics", "analysis/energy", "analysis/report",
    ],
    "analysis/study": [
        "remote/format", "analysis/statistics", "analysis/text", "analysis/trace", "analysis/metrics",
        "analysis/observations", "analysis/report", "analysis/export",
    ],
    "widgets/render": ["analysis/text", "analysis/trace"],
    "widgets/tracks": ["analysis/text", "analysis/trace", "analysis/metrics", "widgets/render"],
    "widgets/marks": ["analysis/trace", "analysis/metrics", "widgets/render", "widgets/tracks"],
    "widgets/rows": ["widgets/render", "widgets/tracks"],
    "widgets/timeline": ["analysis/trace", "analysis/metrics", "widgets/render", "widgets/tracks", "widgets/marks", "widgets/rows"],
    "widgets/interaction": ["analysis/text", "widgets/render", "widgets/tracks", "widgets/marks", "widgets/rows", "widgets/timeline"],
    "widgets/plots": ["analysis/metrics", "widgets/render", "widgets/tracks", "widgets/timeline"],
    "widgets/figures": [
        "remote/format", "analysis/text", "analysis/trace", "analysis/export", "widgets/render", "widgets/marks", "widgets/rows",
        "widgets/timeline", "widgets/plots",
    ],
    "widgets/charts": ["remote/format", "analysis/statistics", "analysis/text", "analysis/study", "widgets/render", "widgets/figures"],
    "widgets": ["analysis/trace", "widgets/render", "widgets/timeline", "widgets/interaction", "widgets/figures"],
    "ui/parts": ["remote/format", "analysis/text", "analysis/trace", "analysis/metrics", "analysis/observations", "widgets/render"],
    "ui/comparison": ["analysis/trace", "analysis/comparison", "widgets/timeline", "widgets", "ui/parts"],
    "ui/devices": ["ui/parts"],
    "ui/start": ["widgets/render", "ui/parts", "ui/devices"],
    "ui/fleet": ["analysis/trace", "analysis/metrics", "analysis/report", "analysis/text", "ui/parts"],
    "ui/import": ["analysis/text", "ui/parts", "ui/devices"],
    "ui/study": ["analysis/study", "widgets/charts", "ui/parts"],
    "ui/recording/fold": ["analysis/folding", "widgets/plots", "widgets/figures", "ui/parts"],
    "ui/recording/panels": [
        "analysis/trace", "analysis/metrics", "analysis/energy", "analysis/query", "analysis/report", "analysis/export",
        "analysis/text", "widgets/tracks", "widgets/marks", "widgets/plots", "ui/parts",
    ],
    "ui/recording": [
        "analysis/trace", "analysis/metrics", "analysis/energy", "widgets/render", "widgets/tracks", "widgets/marks",
        "widgets/rows", "widgets/interaction", "widgets/figures", "widgets", "ui/parts", "ui/recording/fold", "ui/recording/panels",
    ],
    "ui/guide": ["ui/parts"],
    "ui/messages": [],
    "ui/window": [
        "remote/format", "analysis/trace", "analysis/metrics", "analysis/export", "analysis/study", "widgets/marks",
        "widgets/timeline", "widgets/interaction", "widgets/figures", "widgets", "ui/parts", "ui/messages", "ui/comparison", "ui/devices",
        "ui/start", "ui/guide", "ui/fleet", "ui/import", "ui/study", "ui/recording/fold", "ui/recording",
    ],
    "app/capture": [
        "remote/format", "remote/link/bundle", "remote/link/transport", "remote/link/run", "remote/link", "analysis/text",
        "analysis/trace", "analysis/import", "analysis/metrics", "analysis/sensors",
    ],
    "app/sweep": [
        "remote/format", "remote/link/transport", "remote/link/ssh", "remote/link/run", "analysis/text", "analysis/trace",
        "analysis/metrics", "analysis/export", "analysis/study", "app/capture",
    ],
    "app/terminal": ["remote/format", "remote/link/transport"],
    "app/commands": [
        "remote/format", "remote/link/transport", "remote/link/ssh", "analysis/text", "analysis/trace",
        "analysis/import", "analysis/metrics", "analysis/query", "analysis/comparison", "analysis/observations", "analysis/sensors",
        "analysis/steps", "analysis/energy", "analysis/folding", "analysis/report", "analysis/export",
        "analysis/study", "widgets/figures", "widgets/charts", "ui/recording/fold", "app/capture", "app/sweep", "app/terminal",
    ],
    "app/reference": ["remote/format", "analysis/export", "app/commands", "app/terminal"],
    "app/window": [
        "remote/format", "remote/link/transport", "remote/link/ssh", "remote/link/run", "analysis/text", "analysis/trace",
        "analysis/import", "analysis/metrics", "analysis/sensors", "analysis/export", "analysis/study", "widgets/marks", "widgets/timeline",
        "widgets/figures", "widgets/charts", "widgets", "ui/parts", "ui/messages", "ui/devices", "ui/start", "ui/fleet", "ui/import",
        "ui/study", "ui/recording", "ui/window", "app/capture", "app/sweep", "app/terminal",
        "app/commands",
    ],
    "app": ["remote/format", "analysis/text", "analysis/trace", "app/commands", "app/window"],
}
QT_FREE = ("remote/", "analysis/")
PLOT_FOLDERS = ("widgets/", "tests/")
TRANSLATED_FOLDERS = ("widgets/", "ui/")
WINDOW_TEXT = re.compile(r'QStringLiteral\(\s*"[^"]*[A-Za-z]{2,} [a-z]{2,}')
CODE_FOLDERS = ("app", "ui", "widgets", "remote", "analysis", "resources", "tests")
# Libraries that take seconds to parse; headers forward-declare their types (for JSON: nlohmann/json_fwd.hpp).
SLOW_HEADERS = ("qcustomplot.h", "nlohmann/json.hpp")
# Headers that may include one all the same: only .cpp files that need the library include these headers.
SLOW_HEADER_EXCEPTIONS = {
    "analysis/text/jsonvalues.h": "converts result types to JSON by templates",
    "analysis/trace/jsonfields.h": "reads fields of parsed JSON by templates",
}
GENERATED = re.compile(r"^embedded/|\.moc$|^ui_")
FILE_LINES = 600
FUNCTION_LINES = 60
# Functions in tests that list data; splitting them makes them harder to read.
LONG_FUNCTIONS = {
    "tests/remote/format/tst_golden.cpp": ["frames_data"],
    "tests/remote/tegrastats/tst_line.cpp": ["fields_data"],
    "tests/support/boards/newboards.cpp": ["makeNewBoards"],
    "tests/support/boards/oldboards.cpp": ["makeOldBoards"],
    "tests/support/trainingboard.cpp": ["describeTraining"],
}
FOLDER_FILES = 40
README_LINES = 45  # about one screen

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)
QT_HEADER = re.compile(r"^(Q[A-Z]\w*|Qt\w*/.*|q[a-z]+\.h)$")
# Written so that this file does not match itself.
LEFTOVER = re.compile(r"\bTO" r"DO\b|\bFIX" r"ME\b|\bX" r"XX\b|^[ \t]*#[ \t]*if[ \t]+0\b", re.M)
# Calls of libraries that throw where another form returns an error or replaces what is invalid.
THROWING = re.compile(
    r"\b(?:fs|filesystem)::(?:current_path\(\)|absolute\([^(),]*(?:\([^()]*\))?[^(),]*\))"
    r"|\.dump\((?![^;]*error_handler_t)|\bstd::sto[a-z]+\("
)
VAGUE_NAME = re.compile(r"util|helper|manager|common")


class Source:
    """A file with the parts of it that the rules look at."""

    def __init__(self, root, path):
        self.path = path.relative_to(root).as_posix()
        self.folder = self.path.rpartition("/")[0]
        self.text = path.read_text(encoding="utf-8", errors="replace")
        self.is_cpp = path.suffix in (".h", ".cpp")
        self.is_header = path.suffix == ".h"
        self.code = cppsource.code(self.text) if self.is_cpp else ""
        self.includes = INCLUDE.findall(cppsource.uncommented(self.text)) if self.is_cpp else []

    def quoted(self):
        """The names of `#include "..."`."""
        return [name for mark, name in self.includes if mark == '"']


class Tree:
    """The sources below `root`, and the tables that they are checked against."""

    def __init__(self, root, arrows=None, floors=None):
        self.root = root
        self.arrows = ARROWS if arrows is None else arrows
        self.floors = FLOORS if floors is None else floors
        paths = [path for folder in CODE_FOLDERS for suffix in ("h", "cpp", "py") for path in (root / folder).rglob(f"*.{suffix}")]
        self.sources = [Source(root, path) for path in sorted(paths)]
        self.product = [source for source in self.sources if source.is_cpp and not source.path.startswith("tests/")]

    def floor(self, path):
        """The floor that a file or room belongs to, or None."""
        floors = [floor for floor in self.floors if (path + "/").startswith(floor + "/")]
        return max(floors, key=len, default=None)


def room_of(name):
    return name.rpartition("/")[0]


def table_is_sound(tree):
    """The table itself: it follows the floors, and each room lists only rooms of rows above its own, so it has no circle."""
    above = set()
    for room, targets in tree.arrows.items():
        floor = tree.floor(room)
        if floor is None:
            yield f"table: {room} lies on no floor"
        for target in targets:
            if target not in above:
                yield f"table: {room} -> {target}, but {target} has no row above {room}"
            elif floor and tree.floor(target) not in [floor] + tree.floors[floor]:
                yield f"table: {room} -> {target}, but {floor} may not include {tree.floor(target)}"
        above.add(room)


def rooms_have_rows(tree):
    rooms = {source.folder for source in tree.product}
    for room in sorted(rooms - set(tree.arrows)):
        yield f"{room}: the room has no row in ARROWS"
    for room in tree.arrows:
        if room not in rooms:
            yield f"table: {room} has a row, but no C++ files"


def forbidden_arrows(tree):
    for source in tree.product:
        allowed = tree.arrows.get(source.folder)
        for name in source.quoted():
            target = room_of(name)
            if name.startswith("tests/"):
                yield f"{source.path}: includes a test's file, {name}"
            elif allowed is not None and target != source.folder and target in tree.arrows and target not in allowed:
                yield f"{source.path}: {source.folder} may not include {target} ({name})"


def unused_arrows(tree):
    used = {(source.folder, room_of(name)) for source in tree.product for name in source.quoted()}
    for room, targets in tree.arrows.items():
        for target in targets:
            if (room, target) not in used:
                yield f"{room} -> {target}: no include needs this arrow"


def includes_from_root(tree):
    for source in tree.sources:
        for name in source.quoted():
            if not GENERATED.search(name) and not (tree.root / name).is_file():
                yield f'{source.path}: "{name}" is not a file below the project\'s root'


def strongly_connected(graph):
    """The circles of {node: set of nodes}, each a sorted list. Tarjan's algorithm, iterative."""
    index, low, stack, on_stack, circles = {}, {}, [], set(), []
    for start in sorted(graph):
        if start in index:
            continue
        work = [(start, iter(sorted(graph[start])))]
        index[start] = low[start] = len(index)
        stack.append(start)
        on_stack.add(start)
        while work:
            node, children = work[-1]
            for child in children:
                if child not in index:
                    index[child] = low[child] = len(index)
                    stack.append(child)
                    on_stack.add(child)
                    work.append((child, iter(sorted(graph.get(child, ())))))
                    break
                if child in on_stack:
                    low[node] = min(low[node], index[child])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    at = stack.index(node)
                    part, stack[at:] = stack[at:], []
                    on_stack.difference_update(part)
                    if len(part) > 1:
                        circles.append(sorted(part))
    return circles


def circles(tree):
    """Circles of files, and of folders at every depth: for depth 2, `remote/agent` includes all that is below it."""
    files, why = {}, {}
    for source in tree.sources:
        if not source.is_cpp:
            continue
        files.setdefault(source.path, set())
        for name in source.quoted():
            if (tree.root / name).is_file() and name != source.path:
                files[source.path].add(name)
                why.setdefault((source.folder, room_of(name)), f"{source.path} -> {name}")
    for circle in strongly_connected(files):
        yield "circle of files: " + ", ".join(circle)
    seen = set()
    for depth in range(1, 1 + max((room.count("/") + 1 for arrow in why for room in arrow), default=0)):
        graph, reasons = {}, {}
        for (source, target), reason in why.items():
            a, b = ("/".join(room.split("/")[:depth]) for room in (source, target))
            if a != b:
                graph.setdefault(a, set()).add(b)
                graph.setdefault(b, set())
                reasons.setdefault((a, b), reason)
        for circle in strongly_connected(graph):
            if tuple(circle) not in seen:
                seen.add(tuple(circle))
                arrows = [reasons[a, b] for a in circle for b in circle if (a, b) in reasons]
                yield "circle of folders: " + ", ".join(circle) + " (" + "; ".join(arrows) + ")"


def libraries_in_their_place(tree):
    for source in tree.sources:
        for _, name in source.includes:
            if source.path.startswith(QT_FREE) and QT_HEADER.match(name):
                yield f"{source.path}: includes {name}, but this folder is free of Qt"
            if name.endswith("qcustomplot.h") and not source.path.startswith(PLOT_FOLDERS):
                yield f"{source.path}: only widgets/ includes QCustomPlot"


def slow_headers_in_sources(tree):
    for source in tree.sources:
        if not source.is_header or source.path in SLOW_HEADER_EXCEPTIONS:
            continue
        for _, name in source.includes:
            if name.endswith(SLOW_HEADERS):
                yield f"{source.path}: a header includes {name}; declare the types and include it in the .cpp file"


def translations_in_their_place(tree):
    for source in tree.sources:
        if not source.path.startswith(TRANSLATED_FOLDERS + ("tests/",)) and re.search(r"\btr\s*\(", source.code):
            yield f"{source.path}: only widgets/ and ui/ use tr()"


def window_texts_translated(tree):
    for source in tree.sources:
        if source.path.startswith("app/window/") and WINDOW_TEXT.search(source.text):
            yield f"{source.path}: a text of the window is in English only; move it to ui/messages"


def nothing_throws(tree):
    for source in tree.sources:
        if source.path.startswith("tests/"):
            continue
        for match in THROWING.finditer(source.code):
            yield f"{source.path}:{source.code.count(chr(10), 0, match.start()) + 1}: {match.group()} throws; use the form that does not"


def headers_guarded(tree):
    for source in tree.sources:
        if source.is_header and "#pragma once" not in source.text:
            yield f"{source.path}: no #pragma once"


def file_sizes(tree):
    for source in tree.sources:
        lines = source.text.count("\n")
        if lines > FILE_LINES:
            yield f"{source.path}: {lines} lines, at most {FILE_LINES}"


def function_sizes(tree):
    for source in tree.sources:
        if not source.is_cpp:
            continue
        for line, length, name in cppsource.functions(source.text):
            if length > FUNCTION_LINES and name not in LONG_FUNCTIONS.get(source.path, []):
                yield f"{source.path}:{line}: {name} has {length} lines, at most {FUNCTION_LINES}"


def folder_sizes(tree):
    for top in CODE_FOLDERS:
        folders = [tree.root / top] + [path for path in (tree.root / top).rglob("*") if path.is_dir()]
        for folder in sorted(folders):
            files = [path for path in folder.glob("*") if path.is_file() and path.suffix != ".pyc"]
            if len(files) > FOLDER_FILES:
                yield f"{folder.relative_to(tree.root).as_posix()}: {len(files)} files, at most {FOLDER_FILES}"


def rooms_described(tree):
    for room in tree.arrows:
        readme = tree.root / room / "README.md"
        if (tree.root / room).is_dir() and not readme.is_file():
            yield f"{room}: the room has no README.md"
        elif readme.is_file() and readme.read_text(encoding="utf-8").count("\n") > README_LINES:
            yield f"{room}/README.md: more than {README_LINES} lines"


def names_without_spaces(tree):
    for top in CODE_FOLDERS:
        for path in sorted((tree.root / top).rglob("* *")):
            yield f"{path.relative_to(tree.root).as_posix()}: the name contains a space"


def names(tree):
    for source in tree.sources:
        stem = Path(source.path).stem
        bare = re.sub(r"^(tst|fuzz|bench|truth)_", "", stem) if source.path.startswith("tests/") else stem
        if source.is_cpp and not re.fullmatch(r"[a-z][a-z0-9]*", bare):
            yield f"{source.path}: file names are lowercase letters and digits"
        if source.is_cpp and VAGUE_NAME.search(stem):
            yield f"{source.path}: the name does not say what the file is for"


def leftovers(tree):
    for source in tree.sources:
        for match in LEFTOVER.finditer(source.text):
            yield f"{source.path}:{source.text.count(chr(10), 0, match.start()) + 1}: unfinished ({match.group().strip()})"


RULES = [
    table_is_sound,
    rooms_have_rows,
    forbidden_arrows,
    includes_from_root,
    circles,
    libraries_in_their_place,
    slow_headers_in_sources,
    translations_in_their_place,
    window_texts_translated,
    nothing_throws,
    headers_guarded,
    file_sizes,
    function_sizes,
    folder_sizes,
    rooms_described,
    names_without_spaces,
    names,
    leftovers,
]


def check(tree):
    return [fault for rule in RULES for fault in rule(tree)]


def main(arguments):
    options = [argument for argument in arguments if argument.startswith("--")]
    paths = [argument for argument in arguments if not argument.startswith("--")]
    if options not in ([], ["--unused"]) or len(paths) > 1:
        print(__doc__, file=sys.stderr)
        return 2
    tree = Tree(Path(paths[0] if paths else Path(__file__).parents[2]).resolve())
    if options:
        print("\n".join(unused_arrows(tree)))
        return 0
    faults = check(tree)
    for fault in faults:
        print(fault)
    if not faults:
        print("architecture: clean")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
