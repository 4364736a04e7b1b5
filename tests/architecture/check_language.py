#!/usr/bin/env python3
"""Measures the share of comment and README lines that use a word of WORDS, and fails where it is above the limit.

    tests/architecture/check_language.py [ROOT]
    tests/architecture/check_language.py --list [ROOM]     also prints the offending lines, room by room

The words are reliable signs of prose that has to be deciphered. Comments are those of C++ (`//`, `/* */`), Python (`#`,
docstrings), CMake and shell (`#`); of README.md every line that is not empty and not in a code block counts.
"""
import ast
import io
import re
import sys
import tokenize
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import cppsource

WORDS = (
    "told", "tell", "tells", "nobody", "somebody", "anybody", "whoever", "anew", "what is", "hands", "alike", "stands", "in turns",
    "by turns", "of its own", "lets go", "so many",
)
LIMIT = 0.01
FOLDERS = ("app", "ui", "widgets", "remote", "analysis", "resources", "tests", ".cmake", ".ci", ".github")
SHELL = re.compile(rb"^#!.*\b(?:ba|da)?sh\b")
PYTHON = re.compile(rb"^#!.*\bpython")
LISTED = re.compile(r"\b(?:" + "|".join(word.replace(" ", r"\s+") for word in WORDS) + r")\b", re.I)


def python_comment_lines(text):
    """Lines of comments and docstrings. Text that does not parse has comments only."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
                yield token.start[0], token.string.lstrip("# ")
    except (tokenize.TokenError, SyntaxError):
        return
    try:
        nodes = ast.walk(ast.parse(text))
    except SyntaxError:
        return
    for node in nodes:
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) or not node.body:
            continue
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            for offset, line in enumerate(first.value.value.split("\n")):
                yield first.lineno + offset, line.strip()


def script_comment_lines(text):
    """Lines of `#` comments in CMake and shell: a line's first character, or after white space outside quotes."""
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(r"""^(?:[^"'#]|"[^"]*"|'[^']*'|(?<=\S)#)*?(?:^|(?<=\s))#(?!!)\s*(.*)$""", line)
        if match:
            yield number, match.group(1)


def readme_lines(text):
    """Lines of prose and tables; code blocks, fenced or indented, are left out."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            yield number, re.sub(r"`[^`]*`", "", line).strip()


def reader_of(path):
    """The function that reads the comment lines of a file, or None where the file is not checked."""
    if path.suffix in (".h", ".cpp"):
        return cppsource.comment_lines
    if path.suffix == ".py":
        return python_comment_lines
    if path.suffix in (".cmake", ".sh") or path.name == "CMakeLists.txt":
        return script_comment_lines
    if path.name == "README.md":
        return readme_lines
    if path.suffix == "":
        start = path.read_bytes()[:80]
        return script_comment_lines if SHELL.match(start) else python_comment_lines if PYTHON.match(start) else None
    return None


def files(root):
    paths = [path for path in root.glob("*") if path.is_file()]
    for folder in FOLDERS:
        paths += [path for path in (root / folder).rglob("*") if path.is_file()]
    return sorted(paths)


def measure(root):
    """(room, number of checked lines, [(path, line number, text)]) of each folder that has lines to check."""
    rooms = {}
    for path in files(root):
        reader = reader_of(path)
        if not reader:
            continue
        name = path.relative_to(root).as_posix()
        room = rooms.setdefault(name.rpartition("/")[0] or ".", [0, []])
        for number, text in reader(path.read_text(encoding="utf-8", errors="replace")):
            if text:
                room[0] += 1
                if LISTED.search(text):
                    room[1].append((name, number, text))
    return [(room, lines, hits) for room, (lines, hits) in sorted(rooms.items())]


def main(arguments):
    listing = "--list" in arguments
    arguments = [argument for argument in arguments if argument != "--list"]
    root = Path(__file__).parents[2]
    below = ""
    if arguments and listing:
        below = arguments[0].rstrip("/")
    elif arguments:
        root = Path(arguments[0])
    rooms = measure(root.resolve())
    if listing:
        for room, lines, hits in rooms:
            if hits and (room + "/").startswith(below + "/" if below else ""):
                print(f"{room}: {len(hits)} of {lines} lines")
                for name, number, text in hits:
                    print(f"  {name}:{number}: {text}")
    lines = sum(count for _, count, _ in rooms)
    hits = sum(len(found) for _, _, found in rooms)
    share = hits / lines if lines else 0
    print(f"language: {hits} of {lines} comment lines use a listed word, {100 * share:.2f} %, at most {100 * LIMIT:g} %")
    if share > LIMIT and not listing:
        print("The lines: tests/architecture/check_language.py --list")
    return 1 if share > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
