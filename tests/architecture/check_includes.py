#!/usr/bin/env python3
"""Reads the sources and fails where they break the layout: one line a fault.

    tests/architecture/check_includes.py [ROOT]

What may include what is the table ARROWS; the rest of the rules are the functions below it, one each.
"""
import re
import sys
from pathlib import Path

# Folder -> the folders whose headers it may include. A folder's own subfolders belong to it unless they have a row.
ARROWS = {
    "remote/format": [],
    "remote/tegrastats": ["remote/format"],
    "remote/agent": ["remote/format", "remote/tegrastats"],
    "remote/simulator": ["remote/format"],
    "remote/link": ["remote/format"],
    "analysis/trace": ["remote/format"],
    "analysis": ["analysis/trace", "remote/format", "remote/tegrastats"],
    "widgets": ["analysis", "analysis/trace", "remote/format"],
    "ui": ["widgets", "analysis", "analysis/trace", "remote/format"],
    "app": ["ui", "widgets", "analysis", "analysis/trace", "remote/link", "remote/format"],
}
QT_FREE = ("remote/", "analysis/")
PLOT_FOLDERS = ("widgets/", "tests/")
TRANSLATED_FOLDERS = ("widgets/", "ui/")
CODE_FOLDERS = ("app", "ui", "widgets", "remote", "analysis", "resources", "tests")
GENERATED = re.compile(r"^embedded/|\.moc$|^ui_")
LINE_LIMIT = 400

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)
COMMENT_OR_STRING = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S
)
QT_HEADER = re.compile(r"^(Q[A-Z]\w*|Qt\w*/.*|q[a-z]+\.h)$")
# Written so that this file does not find itself.
LEFTOVER = re.compile(r"\bTO" r"DO\b|\bFIX" r"ME\b|\bX" r"XX\b|^[ \t]*#[ \t]*if[ \t]+0\b", re.M)
VAGUE_NAME = re.compile(r"util|helper|manager|common")


class Source:
    def __init__(self, root, path):
        self.path = path.relative_to(root).as_posix()
        self.text = path.read_text(encoding="utf-8", errors="replace")
        self.is_cpp = path.suffix in (".h", ".cpp")
        self.is_header = path.suffix == ".h"
        self.folder = self.path.rpartition("/")[0]
        self.includes = []
        self.code = ""
        if self.is_cpp:
            self.code = COMMENT_OR_STRING.sub(lambda match: "\n" * match.group().count("\n") or " ", self.text)
            uncommented = COMMENT_OR_STRING.sub(
                lambda match: "\n" * match.group().count("\n") if match.group().startswith("/") else match.group(),
                self.text,
            )
            self.includes = INCLUDE.findall(uncommented)

    def quoted(self):
        return [name for mark, name in self.includes if mark == '"']


def read_sources(root):
    paths = []
    for folder in CODE_FOLDERS:
        for suffix in ("h", "cpp", "py"):
            paths += (root / folder).rglob(f"*.{suffix}")
    return [Source(root, path) for path in sorted(paths)]


def owner(path):
    """The row of ARROWS that a file belongs to, or None."""
    rows = [row for row in ARROWS if path.startswith(row + "/")]
    return max(rows, key=len, default=None)


def forbidden_arrows(root, sources):
    for source in sources:
        row = owner(source.path)
        for name in source.quoted():
            target = owner(name)
            if name.startswith("tests/") and not source.path.startswith("tests/"):
                yield f"{source.path}: includes a test's file, {name}"
            elif row and target and target != row and target not in ARROWS[row]:
                yield f"{source.path}: {row} may not include {target} ({name})"


def includes_from_root(root, sources):
    for source in sources:
        for name in source.quoted():
            if not GENERATED.search(name) and not (root / name).is_file():
                yield f'{source.path}: "{name}" is no file seen from the project\'s root'


def strongly_connected(graph):
    """Tarjan's algorithm without recursion: the circles of {node: set of nodes}, each a sorted list."""
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


def circles(root, sources):
    files, folders, why = {}, {}, {}
    for source in sources:
        if not source.is_cpp:
            continue
        files.setdefault(source.path, set())
        folders.setdefault(source.folder, set())
        for name in source.quoted():
            if not (root / name).is_file() or name == source.path:
                continue
            files[source.path].add(name)
            folder = name.rpartition("/")[0]
            if folder != source.folder:
                folders[source.folder].add(folder)
                why.setdefault((source.folder, folder), f"{source.path} -> {name}")
    for circle in strongly_connected(files):
        yield "circle of files: " + ", ".join(circle)
    for circle in strongly_connected(folders):
        arrows = [why[a, b] for a in circle for b in circle if (a, b) in why]
        yield "circle of folders: " + ", ".join(circle) + " (" + "; ".join(arrows) + ")"


def libraries_in_their_place(root, sources):
    for source in sources:
        for _, name in source.includes:
            if source.path.startswith(QT_FREE) and QT_HEADER.match(name):
                yield f"{source.path}: includes {name}, but this folder is free of Qt"
            if name.endswith("qcustomplot.h") and not source.path.startswith(PLOT_FOLDERS):
                yield f"{source.path}: QCustomPlot is known to widgets/ only"


def translations_in_their_place(root, sources):
    for source in sources:
        if not source.path.startswith(TRANSLATED_FOLDERS + ("tests/",)) and re.search(r"\btr\s*\(", source.code):
            yield f"{source.path}: tr() belongs into widgets/ and ui/"


def headers_guarded(root, sources):
    for source in sources:
        if source.is_header and "#pragma once" not in source.text:
            yield f"{source.path}: no #pragma once"


def sizes(root, sources):
    for source in sources:
        lines = source.text.count("\n")
        if lines > LINE_LIMIT:
            yield f"{source.path}: {lines} lines, at most {LINE_LIMIT}"


def names(root, sources):
    for source in sources:
        stem = Path(source.path).stem
        bare = re.sub(r"^(tst|fuzz|bench)_", "", stem) if source.path.startswith("tests/") else stem
        if source.is_cpp and not re.fullmatch(r"[a-z][a-z0-9]*", bare):
            yield f"{source.path}: file names are lowercase letters and digits"
        if source.is_cpp and VAGUE_NAME.search(stem):
            yield f"{source.path}: the name does not say what the file is for"


def leftovers(root, sources):
    for source in sources:
        for match in LEFTOVER.finditer(source.text):
            yield f"{source.path}:{source.text.count(chr(10), 0, match.start()) + 1}: unfinished ({match.group().strip()})"


RULES = [
    forbidden_arrows,
    includes_from_root,
    circles,
    libraries_in_their_place,
    translations_in_their_place,
    headers_guarded,
    sizes,
    names,
    leftovers,
]


def check(root):
    sources = read_sources(root)
    return [fault for rule in RULES for fault in rule(root, sources)]


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    faults = check(root)
    for fault in faults:
        print(fault)
    if not faults:
        print("architecture: clean")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
