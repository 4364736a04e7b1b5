#!/usr/bin/env python3
"""The architecture check sees each fault it promises to see, and no other."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import check_includes


class CheckIncludes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        self.write("remote/format/frame.h", "#pragma once\n#include <vector>\n")
        self.write("analysis/trace/store.h", '#pragma once\n#include "remote/format/frame.h"\n')
        self.write("widgets/track.h", '#pragma once\n#include "analysis/trace/store.h"\n#include <QWidget>\n')
        self.write("widgets/plot.cpp", '#include "widgets/track.h"\n#include <qcustomplot.h>\nauto s = tr("x");\n')
        self.write("ui/window.h", '#pragma once\n#include "widgets/track.h"\n')
        self.write("remote/link/transport.h", '#pragma once\n#include "remote/format/frame.h"\n')
        self.write("app/main.cpp", '#include "ui/window.h"\n#include "remote/link/transport.h"\n')
        self.write("tests/support/board.h", '#pragma once\n#include "remote/link/transport.h"\n')

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def faults_with(self, path, text):
        self.write(path, text)
        return check_includes.check(self.root)

    def assert_one(self, faults, *words):
        self.assertEqual(len(faults), 1, faults)
        for word in words:
            self.assertIn(word, faults[0])

    def test_good_tree_is_clean(self):
        self.assertEqual(check_includes.check(self.root), [])

    def test_arrow_upwards(self):
        faults = self.faults_with("widgets/bad.cpp", '#include "ui/window.h"\n')
        self.assertEqual(len(faults), 2, faults)
        self.assertIn("widgets may not include ui (ui/window.h)", faults[0])
        self.assertIn("circle of folders: ui, widgets", faults[1])

    def test_arrow_sideways(self):
        faults = self.faults_with("ui/bad.cpp", '#include "remote/link/transport.h"\n')
        self.assert_one(faults, "may not include remote/link")

    def test_trace_does_not_know_the_algorithms(self):
        self.write("analysis/algorithms/energy.h", "#pragma once\n")
        faults = self.faults_with("analysis/trace/bad.cpp", '#include "analysis/algorithms/energy.h"\n')
        self.assert_one(faults, "analysis/trace may not include analysis")

    def test_product_does_not_include_tests(self):
        self.assert_one(self.faults_with("app/bad.cpp", '#include "tests/support/board.h"\n'), "a test's file")

    def test_include_in_a_comment_does_not_count(self):
        self.assertEqual(self.faults_with("widgets/good.cpp", '// #include "ui/window.h"\n/*\n#include "app/x.h"\n*/\n'), [])

    def test_include_not_from_the_root(self):
        self.assert_one(self.faults_with("widgets/bad.cpp", '#include "track.h"\n'), "no file seen from")

    def test_generated_includes_are_known(self):
        self.assertEqual(self.faults_with("widgets/good.cpp", '#include "embedded/x.h"\n#include "good.moc"\n'), [])

    def test_circle_of_folders(self):
        self.write("widgets/tracks/row.h", '#pragma once\n#include "widgets/axis.h"\n')
        self.write("widgets/axis.h", "#pragma once\n")
        faults = self.faults_with("widgets/canvas.cpp", '#include "widgets/tracks/row.h"\n')
        self.assert_one(faults, "circle of folders: widgets, widgets/tracks", "widgets/canvas.cpp -> widgets/tracks/row.h")

    def test_circle_of_files(self):
        self.write("ui/a.h", '#pragma once\n#include "ui/b.h"\n')
        self.assert_one(self.faults_with("ui/b.h", '#pragma once\n#include "ui/a.h"\n'), "circle of files: ui/a.h, ui/b.h")

    def test_qt_in_a_qt_free_folder(self):
        for header in ("QString", "QtCore/QString", "qglobal.h"):
            faults = self.faults_with("analysis/trace/bad.cpp", f"#include <{header}>\n")
            self.assert_one(faults, header, "free of Qt")

    def test_plot_outside_widgets(self):
        self.assert_one(self.faults_with("ui/bad.cpp", "#include <qcustomplot.h>\n"), "QCustomPlot")

    def test_translation_outside_the_window(self):
        self.assert_one(self.faults_with("app/bad.cpp", 'auto s = tr("x");\n'), "tr()")

    def test_tr_in_text_or_other_names_is_no_translation(self):
        self.assertEqual(self.faults_with("app/good.cpp", '// tr("x")\nauto s = "tr(";\nauto t = str("x");\n'), [])

    def test_header_without_guard(self):
        self.assert_one(self.faults_with("ui/bad.h", "struct A {};\n"), "#pragma once")

    def test_long_file(self):
        self.assertEqual(self.faults_with("ui/long.cpp", "\n" * 400), [])
        self.assert_one(self.faults_with("ui/long.cpp", "\n" * 401), "401 lines")

    def test_names(self):
        self.assert_one(self.faults_with("ui/BadName.cpp", ""), "lowercase")
        (self.root / "ui/BadName.cpp").unlink()
        self.assert_one(self.faults_with("ui/timeutils.cpp", ""), "does not say")
        (self.root / "ui/timeutils.cpp").unlink()
        self.assertEqual(self.faults_with("tests/ui/tst_window.cpp", ""), [])

    def test_unfinished(self):
        self.assert_one(self.faults_with("ui/bad.cpp", "\n// TO" "DO later\n"), "ui/bad.cpp:2")
        self.assert_one(self.faults_with("ui/bad.cpp", "#if " "0\n#endif\n"), "unfinished")


if __name__ == "__main__":
    unittest.main()
