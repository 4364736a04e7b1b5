// Logs of real boards in the folder STEPSCOPE_CORPUS, default ../shared/corpus beside the project. Skipped if missing.

#include "remote/tegrastats/line.h"
#include "tests/remote/tegrastats/readingtext.h"

#include <QTest>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

using namespace stepscope;

namespace {

std::filesystem::path corpus()
{
    const char* given = std::getenv("STEPSCOPE_CORPUS");
    return given ? std::filesystem::path(given)
                 : std::filesystem::path(STEPSCOPE_SOURCE_DIR).parent_path() / "shared" / "corpus";
}

/// Fields of these logs that are not in the grammar, with their origin.
const std::set<std::string>& knownExtras()
{
    static const std::set<std::string> all{
        "FUTURE_TOKEN value",    // from the test of an exporter
        "GR3D_FREQ $RAND_GPU%@", // from an emulator's script with unexpanded variables
        "GR3D_FREQ $RAND_GPU%",
        "GR3D2_FREQ $RAND_GPU2%@",
    };
    return all;
}

std::string withoutTrailingDigits(std::string text)
{
    while (!text.empty() && tegrastats::Scanner::isDigit(text.back()))
        text.pop_back();
    return text;
}

} // namespace

class TestTegrastatsCorpus : public QObject
{
    Q_OBJECT

private slots:
    void everyLineIsParsedCompletely()
    {
        if (!std::filesystem::is_directory(corpus() / "tegrastats"))
            QSKIP("the folder of real logs is not there: set STEPSCOPE_CORPUS to read it");
        tegrastats::Line line;
        std::size_t lines = 0;
        std::size_t readings = 0;
        std::map<std::string, int> foreign;
        for (const char* folder : {"tegrastats", "tegrastats_lines"}) {
            for (const auto& entry : std::filesystem::directory_iterator(corpus() / folder)) {
                std::ifstream file(entry.path(), std::ios::binary);
                std::string text;
                while (std::getline(file, text)) {
                    const bool terminated = !file.eof();
                    line.parse(text, terminated);
                    const std::string where = entry.path().filename().string() + ": " + text;
                    QVERIFY2(testing::unaccounted(text, line).empty(), where.c_str());
                    if (!line.isTegrastats()) {
                        if (!text.empty() && !tegrastats::isDateLine(text))
                            ++foreign[text];
                        continue;
                    }
                    ++lines;
                    readings += line.readings().size();
                    QVERIFY2(!line.isTooLong(), where.c_str());
                    QVERIFY2(line.ending() == tegrastats::Line::Ending::Whole ||
                                 (!terminated && line.ending() == tegrastats::Line::Ending::Unsure),
                             where.c_str());
                    for (const tegrastats::Field& field : line.fields()) {
                        QVERIFY2(field.kind != tegrastats::Field::Kind::Broken, where.c_str());
                        if (field.kind == tegrastats::Field::Kind::Extra)
                            QVERIFY2(knownExtras().contains(withoutTrailingDigits(std::string(field.text))),
                                     std::string(field.text).c_str());
                    }
                }
            }
        }
        qInfo("%zu lines, %zu readings, %zu lines of others", lines, readings, foreign.size());
        // A command line above one log.
        QCOMPARE(foreign.size(), std::size_t{2});
        for (const auto& [text, count] : foreign)
            QVERIFY2(text.find("sudo") != std::string::npos, text.c_str());
        QVERIFY(lines > 0);
    }
};

QTEST_GUILESS_MAIN(TestTegrastatsCorpus)
#include "tst_tegrastatscorpus.moc"
