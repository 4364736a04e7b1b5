#!/usr/bin/env python3
"""The language check reads comments and READMEs of each kind of file, and only those."""
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import check_language


class CheckLanguage(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def hits(self, path, text):
        self.write(path, text)
        return [number for _, _, hits in check_language.measure(self.root) for _, number, _ in hits]

    def status(self, *arguments):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            status = check_language.main(list(arguments))
        return status, output.getvalue()

    def test_cpp(self):
        text = '// The caller is told.\nint told; /* Made\n anew. */\nauto s = "// told"; // Reported.\n'
        self.assertEqual(self.hits("ui/a.cpp", text), [1, 3])

    def test_python(self):
        text = '"""Nobody waits.\n\nSo many lines.\n"""\ntold = "told"\n\ndef f():\n    """Plain."""\n    # Stands there.\n    return "# told"\n'
        self.assertEqual(sorted(self.hits("resources/a.py", text)), [1, 3, 9])

    def test_cmake_and_shell(self):
        self.assertEqual(self.hits(".cmake/a.cmake", '# told\nset(told "# told") # tell\nset(a#told b)\n'), [1, 2])
        (self.root / ".cmake/a.cmake").unlink()
        self.assertEqual(self.hits("run", '#!/bin/sh\n# Whoever runs it.\necho "${told#told}" $# # alike\n'), [2, 3])

    def test_readme(self):
        text = "# Told\n\nPlain text, `told`.\n\n    told\n\n```\ntold\n```\n\n| what is | x |\n"
        self.assertEqual(self.hits("README.md", text), [1, 11])

    def test_other_files_are_not_read(self):
        self.assertEqual(self.hits("ui/data.json", '{"a": "told"}'), [])
        self.assertEqual(self.hits("build/a.cpp", "// told\n"), [])

    def test_words_are_whole_words(self):
        self.assertEqual(self.hits("ui/a.cpp", "// intolds, handstands, stand-ins, understands, the hand, storytelling\n"), [])
        self.assertEqual(self.hits("ui/a.cpp", "// What  is it? TELLS.\n"), [1])

    def test_limit(self):
        self.write("ui/a.cpp", "// plain\n" * 99 + "// told\n")
        self.assertEqual(self.status(str(self.root))[0], 0)
        self.write("ui/b.cpp", "// told\n")
        status, output = self.status(str(self.root))
        self.assertEqual(status, 1)
        self.assertIn("2 of 101 comment lines", output)

    def test_an_empty_tree_passes(self):
        self.assertEqual(self.status(str(self.root))[0], 0)


if __name__ == "__main__":
    unittest.main()
