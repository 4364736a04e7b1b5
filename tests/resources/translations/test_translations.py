"""Each translation keeps what the program depends on: placeholders, mnemonics, ellipses, spaces at the ends, file patterns."""

import os
import re
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

FOLDER = Path(os.environ["STEPSCOPE_SOURCE_DIR"]) / "resources/translations"


def placeholders(text):
    return sorted(re.findall(r"%L?\d+|%n", text))


def mnemonics(text):
    return len(re.findall(r"&(?!&)\S", text.replace("&&", "")))


def patterns(text):
    return re.findall(r"\*\.[a-z0-9]+", text)


def edges(text):
    return (len(text) - len(text.lstrip()), len(text) - len(text.rstrip()))


CHECKS = {
    "placeholders": placeholders,
    "mnemonics": mnemonics,
    "file patterns": patterns,
    "spaces at the ends": edges,
    "ellipsis": lambda text: text.count("…"),
    "line feeds": lambda text: text.count("\n"),
}


def faults(source, translation):
    return [name for name, part in CHECKS.items() if part(source) != part(translation)]


class Translations(unittest.TestCase):
    def finished(self, path):
        for context in ElementTree.parse(path).getroot().iter("context"):
            for message in context.findall("message"):
                translation = message.find("translation")
                if translation.get("type") is None:
                    yield context.findtext("name"), message.findtext("source"), translation.text or ""

    def test_each_translation_matches_its_source(self):
        files = sorted(FOLDER.glob("stepscope_*.ts"))
        self.assertEqual([path.stem for path in files], ["stepscope_de", "stepscope_zh_CN"])
        for path in files:
            count = 0
            for context, source, translation in self.finished(path):
                count += 1
                with self.subTest(language=path.stem, context=context, source=source):
                    self.assertTrue(translation.strip())
                    self.assertEqual(faults(source, translation), [], translation)
            self.assertGreater(count, 250)

    def test_the_menus_are_complete(self):
        for path in FOLDER.glob("stepscope_*.ts"):
            done = {(context, source) for context, source, _ in self.finished(path)}
            for context in ElementTree.parse(path).getroot().iter("context"):
                if context.findtext("name") != "stepscope::ui::WindowActions":
                    continue
                menus = [m.findtext("source") for m in context.findall("message") if mnemonics(m.findtext("source"))]
                self.assertGreater(len(menus), 50)
                missing = [text for text in menus if ("stepscope::ui::WindowActions", text) not in done]
                self.assertEqual(missing, [], path.stem)

    def test_the_checks_find_faults(self):
        self.assertEqual(faults("Clean %1", "%2 aufräumen"), ["placeholders"])
        self.assertEqual(faults("&Open", "Öffnen"), ["mnemonics"])
        self.assertEqual(faults("Data (*.csv)", "Daten (*.tsv)"), ["file patterns"])
        self.assertEqual(faults("Open…", "Öffnen..."), ["ellipsis"])
        self.assertEqual(faults(" s", "s"), ["spaces at the ends"])
        self.assertEqual(faults("A && B", "A && B"), [])


if __name__ == "__main__":
    unittest.main()
