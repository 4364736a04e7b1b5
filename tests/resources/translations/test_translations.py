"""Every text of the window is translated, and each translation keeps what the program depends on: placeholders, mnemonics, colons,
ellipses, spaces at the ends, file patterns."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

SOURCE = Path(os.environ["STEPSCOPE_SOURCE_DIR"])
FOLDER = SOURCE / "resources/translations"
FORMS = {"stepscope_de": 2, "stepscope_zh_CN": 1}  # plural forms of each language
LUPDATE = shutil.which("lupdate", path="/usr/lib/qt6/bin") or shutil.which("lupdate6")


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
    "tabs": lambda text: text.count("\t"),  # between the text of an entry of a menu and its key
    "colon at the end": lambda text: text.endswith((":", "：")),
}


def faults(source, translation):
    return [name for name, part in CHECKS.items() if part(source) != part(translation)]


def messages(path):
    """Context, source and translation element of each text."""
    for context in ElementTree.parse(path).getroot().iter("context"):
        for message in context.findall("message"):
            yield context.findtext("name"), message.findtext("source"), message.find("translation")


def forms(translation):
    """The texts of a translation: one for each plural form, or one."""
    plural = [form.text or "" for form in translation.findall("numerusform")]
    return plural or [translation.text or ""]


def unfinished(path):
    return [
        (context, source)
        for context, source, translation in messages(path)
        if translation.get("type") == "unfinished" or not all(text.strip() for text in forms(translation))
    ]


class Translations(unittest.TestCase):
    def files(self):
        files = sorted(FOLDER.glob("stepscope_*.ts"))
        self.assertEqual([path.stem for path in files], list(FORMS))
        return files

    def test_each_translation_matches_its_source(self):
        for path in self.files():
            count = 0
            for context, source, translation in messages(path):
                count += 1
                plural = len(translation.findall("numerusform"))
                with self.subTest(language=path.stem, context=context, source=source):
                    self.assertIn(plural, (0, FORMS[path.stem]))
                    for text in forms(translation):
                        self.assertEqual(faults(source, text), [], text)
            self.assertGreater(count, 1400)

    def test_every_text_is_translated(self):
        for path in self.files():
            self.assertEqual(unfinished(path), [], path.stem)

    def test_each_text_has_the_context_of_a_class(self):
        """The program asks for the context of the class; lupdate writes another one where it does not recognize the class."""
        for path in self.files():
            wrong = [(context, source) for context, source, _ in messages(path) if context in ("", "stepscope::ui", "stepscope::widgets")]
            self.assertEqual(wrong, [], path.stem)

    @unittest.skipUnless(LUPDATE, "no lupdate (Debian: qt6-l10n-tools)")
    def test_every_text_of_the_sources_is_in_the_files(self):
        """Otherwise: ninja update_translations, and translate what it adds."""
        with tempfile.TemporaryDirectory() as folder:
            copies = [Path(shutil.copy(path, folder)) for path in self.files()]
            command = [LUPDATE, "-silent", "-I", ".", "-locations", "none", "-no-obsolete", "-tr-function-alias", "translate+=translatable", "-recursive", "analysis", "ui", "widgets", "-ts", *copies]
            subprocess.run(command, cwd=SOURCE, check=True, capture_output=True)
            for copy in copies:
                self.assertEqual(unfinished(copy), [], copy.stem)

    def test_the_checks_find_faults(self):
        self.assertEqual(faults("Clean %1", "%2 aufräumen"), ["placeholders"])
        self.assertEqual(faults("&Open", "Öffnen"), ["mnemonics"])
        self.assertEqual(faults("Data (*.csv)", "Daten (*.tsv)"), ["file patterns"])
        self.assertEqual(faults("Open…", "Öffnen..."), ["ellipsis"])
        self.assertEqual(faults(" s", "s"), ["spaces at the ends"])
        self.assertEqual(faults("%1 of %2", "%1 von %1"), ["placeholders"])
        self.assertEqual(faults("Name:", "Name"), ["colon at the end"])
        self.assertEqual(faults("Name:", "名称："), [])
        self.assertEqual(faults("A && B", "A && B"), [])


if __name__ == "__main__":
    unittest.main()
