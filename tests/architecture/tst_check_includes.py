#!/usr/bin/env python3
"""The architecture check reports each kind of fault, and nothing else."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import check_includes

ARROWS = {
    "remote/format": [],
    "remote/link": ["remote/format"],
    "analysis/trace": ["remote/format"],
    "analysis/energy": ["analysis/trace"],
    "widgets/tracks": ["analysis/trace"],
    "widgets": ["analysis/trace", "widgets/tracks"],
    "ui": ["widgets"],
    "app": ["remote/link", "ui"],
}


class CheckIncludes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        self.arrows = dict(ARROWS)
        for room in ARROWS:
            self.write(room + "/README.md", "# Room\n")
        self.write("remote/format/frame.h", "#pragma once\n#include <vector>\n")
        self.write("analysis/trace/store.h", '#pragma once\n#include "remote/format/frame.h"\n')
        self.write("analysis/energy/regression.h", '#pragma once\n#include "analysis/trace/store.h"\n')
        self.write("widgets/tracks/track.h", '#pragma once\n#include "analysis/trace/store.h"\n#include <QWidget>\n')
        self.write("widgets/plot.h", '#pragma once\nclass QCustomPlot;\n#include "widgets/tracks/track.h"\n')
        self.write("widgets/plot.cpp", '#include "widgets/plot.h"\n#include <qcustomplot.h>\nauto s = tr("x");\n')
        self.write("ui/window.h", '#pragma once\n#include "widgets/plot.h"\n')
        self.write("remote/link/transport.h", '#pragma once\n#include "remote/format/frame.h"\n')
        self.write("app/main.cpp", '#include "ui/window.h"\n#include "remote/link/transport.h"\n')
        self.write("tests/support/board.h", '#pragma once\n#include "remote/link/transport.h"\n')

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def faults(self):
        return check_includes.check(check_includes.Tree(self.root, self.arrows))

    def faults_with(self, path, text):
        self.write(path, text)
        return self.faults()

    def assert_one(self, faults, *words):
        self.assertEqual(len(faults), 1, faults)
        for word in words:
            self.assertIn(word, faults[0])

    def test_good_tree_is_clean(self):
        self.assertEqual(self.faults(), [])

    def test_arrow_upwards(self):
        faults = self.faults_with("widgets/bad.cpp", '#include "ui/window.h"\n')
        self.assertEqual(len(faults), 2, faults)
        self.assertIn("widgets may not include ui (ui/window.h)", faults[0])
        self.assertIn("circle of folders: ui, widgets", faults[1])

    def test_arrow_sideways(self):
        self.assert_one(self.faults_with("ui/bad.cpp", '#include "remote/link/transport.h"\n'), "may not include remote/link")

    def test_arrow_between_rooms_of_one_floor(self):
        self.write("analysis/trace/bad.cpp", '#include "analysis/energy/regression.h"\n')
        faults = self.faults()
        self.assertIn("analysis/trace may not include analysis/energy", faults[0])

    def test_room_without_a_readme(self):
        (self.root / "ui/README.md").unlink()
        self.assert_one(self.faults(), "ui: the room has no README.md")

    def test_long_readme(self):
        self.assert_one(self.faults_with("ui/README.md", "\n" * 46), "more than 45 lines")

    def test_name_with_a_space(self):
        self.assert_one(self.faults_with("resources/pictures/a b.png", ""), "a b.png: the name contains a space")

    def test_room_without_a_row(self):
        self.assert_one(self.faults_with("analysis/folding/fold.cpp", ""), "analysis/folding", "no row")

    def test_row_without_a_room(self):
        self.arrows["analysis/gone"] = []
        self.assert_one(self.faults(), "analysis/gone has a row, but no C++ files")

    def test_table_with_a_circle(self):
        self.arrows["analysis/trace"] = ["remote/format", "analysis/energy"]
        self.assert_one(self.faults(), "analysis/trace -> analysis/energy", "no row above")

    def test_table_against_the_floors(self):
        self.arrows["ui"] = ["widgets", "remote/link"]
        self.assert_one(self.faults(), "ui -> remote/link", "may not include remote/link")

    def test_room_on_no_floor(self):
        self.arrows["elsewhere"] = []
        self.assertIn("table: elsewhere lies on no floor", self.faults())

    def test_the_table_of_the_project_is_sound(self):
        tree = check_includes.Tree(self.root)
        self.assertEqual(list(check_includes.table_is_sound(tree)), [])

    def test_unused_arrows(self):
        self.arrows["widgets"] = ["remote/format", "analysis/trace", "widgets/tracks"]
        tree = check_includes.Tree(self.root, self.arrows)
        unused = list(check_includes.unused_arrows(tree))
        self.assertEqual([line.partition(":")[0] for line in unused], ["widgets -> remote/format", "widgets -> analysis/trace"])

    def test_product_does_not_include_tests(self):
        self.assert_one(self.faults_with("app/bad.cpp", '#include "tests/support/board.h"\n'), "a test's file")

    def test_include_in_a_comment_does_not_count(self):
        self.assertEqual(self.faults_with("widgets/good.cpp", '// #include "ui/window.h"\n/*\n#include "app/x.h"\n*/\n'), [])

    def test_include_not_from_the_root(self):
        self.assert_one(self.faults_with("widgets/bad.cpp", '#include "plot.h"\n'), "not a file below")

    def test_generated_includes_are_known(self):
        self.assertEqual(self.faults_with("widgets/good.cpp", '#include "embedded/x.h"\n#include "good.moc"\n'), [])

    def test_circle_of_folders(self):
        self.arrows["widgets/tracks"] = ["analysis/trace", "widgets"]
        faults = self.faults_with("widgets/tracks/bad.cpp", '#include "widgets/plot.h"\n')
        self.assertIn("no row above", faults[0])
        self.assertIn("circle of folders: widgets, widgets/tracks", faults[1])
        self.assertIn("widgets/tracks/bad.cpp -> widgets/plot.h", faults[1])

    def test_circle_of_folders_that_only_their_parents_close(self):
        self.arrows = {"remote/format": [], "remote/link": ["remote/format"]}
        self.arrows.update({"analysis/trace": ["remote/format"], "analysis/energy": ["analysis/trace"]})
        self.arrows.update({"widgets/low": [], "ui/low": ["widgets/low"], "widgets/tracks": ["analysis/trace", "ui/low"]})
        self.arrows.update({"widgets": ["widgets/tracks", "analysis/trace"], "ui": ["widgets"], "app": ["remote/link", "ui"]})
        self.write("widgets/low/a.h", "#pragma once\n")
        self.write("ui/low/b.h", '#pragma once\n#include "widgets/low/a.h"\n')
        faults = self.faults_with("widgets/tracks/c.h", '#pragma once\n#include "ui/low/b.h"\n')
        self.assertTrue(any("circle of folders: ui, widgets" in fault for fault in faults), faults)

    def test_circle_of_files(self):
        self.write("ui/a.h", '#pragma once\n#include "ui/b.h"\n')
        self.assert_one(self.faults_with("ui/b.h", '#pragma once\n#include "ui/a.h"\n'), "circle of files: ui/a.h, ui/b.h")

    def test_qt_in_a_qt_free_folder(self):
        for header in ("QString", "QtCore/QString", "qglobal.h"):
            faults = self.faults_with("analysis/trace/bad.cpp", f"#include <{header}>\n")
            self.assert_one(faults, header, "free of Qt")

    def test_plot_outside_widgets(self):
        self.assert_one(self.faults_with("ui/bad.cpp", "#include <qcustomplot.h>\n"), "QCustomPlot")

    def test_slow_library_in_a_header(self):
        for header in ("qcustomplot.h", "nlohmann/json.hpp"):
            self.assert_one(self.faults_with("widgets/bad.h", f"#pragma once\n#include <{header}>\n"), header, "a header")
        self.assertEqual(self.faults_with("widgets/bad.h", "#pragma once\n#include <nlohmann/json_fwd.hpp>\n"), [])
        self.assertEqual(self.faults_with("widgets/good.cpp", "#include <nlohmann/json.hpp>\n"), [])

    def test_translation_outside_the_window(self):
        self.assert_one(self.faults_with("app/bad.cpp", 'auto s = tr("x");\n'), "tr()")

    def test_tr_in_text_or_other_names_is_no_translation(self):
        self.assertEqual(self.faults_with("app/good.cpp", '// tr("x")\nauto s = "tr(";\nauto t = str("x");\n'), [])

    def test_text_of_the_window_in_english_only(self):
        self.arrows["app/window"] = []
        self.write("app/window/README.md", "# Room\n")
        self.assert_one(self.faults_with("app/window/bad.cpp", 'auto s = QStringLiteral("The file is %1");\n'), "ui/messages")
        self.assertEqual(self.faults_with("app/window/bad.cpp", 'auto s = QStringLiteral("%1 %2");\n'), [])

    def test_header_without_guard(self):
        self.assert_one(self.faults_with("ui/bad.h", "struct A {};\n"), "#pragma once")

    def test_long_file(self):
        self.assertEqual(self.faults_with("ui/long.cpp", "\n" * 600), [])
        self.assert_one(self.faults_with("ui/long.cpp", "\n" * 601), "601 lines")

    def test_long_function(self):
        self.assertEqual(self.faults_with("ui/long.cpp", "void f()\n{\n" + "\n" * 57 + "}\n"), [])
        self.assert_one(self.faults_with("ui/long.cpp", "\nvoid A::f()\n{\n" + "\n" * 58 + "}\n"), "ui/long.cpp:2: A::f has 61 lines")

    def test_full_folder(self):
        for index in range(39):
            self.write(f"ui/parts/{chr(97 + index // 26)}{chr(97 + index % 26)}.svg", "")
        self.assertEqual(self.faults_with("ui/parts/README.md", ""), [])
        self.assert_one(self.faults_with("ui/parts/more.svg", ""), "ui/parts: 41 files")

    def test_names(self):
        self.assert_one(self.faults_with("ui/BadName.cpp", ""), "lowercase")
        (self.root / "ui/BadName.cpp").unlink()
        self.assert_one(self.faults_with("ui/timeutils.cpp", ""), "does not say")
        (self.root / "ui/timeutils.cpp").unlink()
        self.assertEqual(self.faults_with("tests/ui/tst_window.cpp", ""), [])

    def test_throwing_calls(self):
        for line in ("p = fs::current_path();", "p = fs::absolute(path());", "t = json.dump(2);", "i = std::stoi(t);"):
            self.assert_one(self.faults_with("ui/bad.cpp", line), "throws")
        for line in ("p = fs::current_path(error);", "p = fs::absolute(path(), error);",
                     "t = json.dump(2, ' ', false, Json::error_handler_t::replace);"):
            self.assertEqual(self.faults_with("ui/bad.cpp", line), [])

    def test_unfinished(self):
        self.assert_one(self.faults_with("ui/bad.cpp", "\n// TO" "DO later\n"), "ui/bad.cpp:2")
        self.assert_one(self.faults_with("ui/bad.cpp", "#if " "0\n#endif\n"), "unfinished")


if __name__ == "__main__":
    unittest.main()
