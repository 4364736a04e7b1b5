// `stepscope export --figure` with all options: size on paper, resolution, fonts and the CSV file of its data.

#include "tests/support/programrun.h"
#include "tests/support/recordingbuilder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace stepscope;
using testing::lineFault;
using testing::Outcome;

class FigureCommandTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    Outcome figure(const QString& name, const QStringList& options) const
    {
        return testing::runProgram(
            m_folder.path(),
            QStringList{"export", path("run.stepscope"), "--figure", "timeline", "-o", path(name)} + options);
    }
    QByteArray read(const QString& name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// The data of a figure show what is drawn: `begin_ns` to `end_ns` of all records, and the names of the rows.
    struct Drawn
    {
        double begin = 1e18;
        double end = -1e18;
        QSet<QByteArray> rows;
        QSet<QByteArray> steps;
    };
    Drawn drawn(const QStringList& options)
    {
        Drawn result;
        if (const Outcome done = figure("part.png", options + QStringList{"--force", "--data-csv", path("part.csv")});
            done.status != 0)
            return result;
        const QList<QByteArray> lines = read("part.csv").trimmed().split('\n');
        for (qsizetype i = 1; i < lines.size(); ++i) {
            const QList<QByteArray> fields = lines[i].split(',');
            result.rows.insert(fields[0]);
            if (fields[2] == "step")
                result.steps.insert(fields[8]);
            if (fields[2] != "column")
                continue;
            result.begin = std::min(result.begin, fields[3].toDouble() / 1e9);
            result.end = std::max(result.end, fields[4].toDouble() / 1e9);
        }
        return result;
    }

private slots:
    void initTestCase()
    {
        testing::writeFile(path("run.stepscope").toStdString(), testing::makeTrainingRecording({.steps = 12}));
    }

    void figuresHaveTheRequestedSize()
    {
        QCOMPARE(figure("a.pdf", {"--size-mm", "85x60"}).status, 0);
        const auto box =
            QRegularExpression(R"(/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\])").match(QString::fromLatin1(read("a.pdf")));
        QVERIFY(box.hasMatch());
        QVERIFY(std::abs(box.captured(1).toDouble() * 25.4 / 72 - 85) < 0.3);
        QVERIFY(std::abs(box.captured(2).toDouble() * 25.4 / 72 - 60) < 0.3);

        QCOMPARE(figure("a.png", {"--size-mm", "178", "--dpi", "300"}).status, 0);
        const QImage image(path("a.png"));
        QVERIFY(std::abs(image.width() - 178 / 25.4 * 300) <= 1);
        QVERIFY(std::abs(image.dotsPerMeterX() * 0.0254 - 300) < 0.1);
    }

    void figuresHaveTheRequestedFont()
    {
        QCOMPARE(figure("font.svg", {"--font", "DejaVu Serif", "--font-size", "8", "--size-mm", "178"}).status, 0);
        QVERIFY(read("font.svg").contains("font-family=\"DejaVu Serif\""));
        // Smaller letters on the same paper.
        QCOMPARE(figure("large.svg", {"--font-size", "12", "--size-mm", "178x200"}).status, 0);
        QCOMPARE(figure("small.svg", {"--font-size", "5", "--size-mm", "178x200"}).status, 0);
        const auto scale = [&](const QString& name) {
            const auto match = QRegularExpression(R"(matrix\(([0-9.]+),0,0)").match(QString::fromUtf8(read(name)));
            return match.captured(1).toDouble();
        };
        QVERIFY2(scale("small.svg") < scale("large.svg"),
                 qPrintable(QString("%1 %2").arg(scale("small.svg")).arg(scale("large.svg"))));
    }

    void exportsItsDataAsCsv()
    {
        QCOMPARE(figure("data.png", {"--data-csv", path("data.csv")}).status, 0);
        const QByteArray csv = read("data.csv");
        QVERIFY(csv.startsWith("row,series,kind,begin_ns,end_ns,min,max,mean,name,count,busy\r\n"));
        QVERIFY(csv.contains(",column,") && csv.contains(",span,") && csv.contains(",step,"));
        QVERIFY(csv.contains("cpu0,"));
    }

    void figuresShowTheRequestedSteps()
    {
        const Drawn all = drawn({});
        QCOMPARE(all.steps.size(), 12);
        const Drawn three = drawn({"--steps", "4:6"});
        QVERIFY(three.steps.contains("4") && three.steps.contains("5") && three.steps.contains("6"));
        QVERIFY(three.end - three.begin < 0.4 * (all.end - all.begin));
        const Drawn one = drawn({"--steps", "4"});
        QVERIFY(one.end - one.begin < 0.5 * (three.end - three.begin) && one.begin >= three.begin - 0.02);
    }

    void figuresShowTheRequestedTime()
    {
        const Drawn middle = drawn({"--from", "200ms", "--to", "0.5s"});
        QVERIFY2(std::abs(middle.begin - 0.2) < 0.01 && std::abs(middle.end - 0.5) < 0.01,
                 qPrintable(QString("%1 to %2").arg(middle.begin).arg(middle.end)));
        const Drawn rest = drawn({"--from", "0.5s"});
        QVERIFY(std::abs(rest.begin - 0.5) < 0.01 && std::abs(rest.end - drawn({}).end) < 0.01);
    }

    void figuresShowTheRequestedRows()
    {
        const Drawn gpu = drawn({"--rows", "gpu,steps"});
        QVERIFY(gpu.rows.contains("GPU") && !gpu.rows.contains("cpu0") && !gpu.steps.isEmpty());
        QVERIFY(drawn({"--rows", "cores"}).rows.contains("cpu0"));
    }

    /// The fold of all steps, as in the window.
    void exportsAFold()
    {
        testing::writeFile(path("long.stepscope").toStdString(), testing::makeTrainingRecording({.steps = 60}));
        const auto fold = [&](const QString& name, const QStringList& options) {
            return testing::runProgram(
                m_folder.path(),
                QStringList{"export", path("long.stepscope"), "--figure", "fold", "-o", path(name)} + options);
        };
        QCOMPARE(fold("fold.png", {"--size-mm", "178", "--dpi", "300", "--data-csv", path("fold.csv")}).status, 0);
        const QImage image(path("fold.png"));
        QVERIFY(std::abs(image.width() - 178 / 25.4 * 300) <= 1 && image.height() > image.width() / 4);
        const QByteArray csv = read("fold.csv");
        QVERIFY(csv.startsWith("phase,begin_s,end_s,value,low,high,unit\r\n") && csv.contains(",W\r\n"));
        QCOMPARE(fold("gpu.svg", {"--channel", "GPU", "--single-steps", "5"}).status, 0);
        QVERIFY(read("gpu.svg").contains("GPU: ") && read("gpu.svg").contains("steps of"));
        QCOMPARE(fold("small.pdf", {"--size-mm", "85x60", "--font-size", "7"}).status, 0);
        const auto box =
            QRegularExpression(R"(/MediaBox \[0 0 ([0-9.]+) )").match(QString::fromLatin1(read("small.pdf")));
        QVERIFY(std::abs(box.captured(1).toDouble() * 25.4 / 72 - 85) < 0.3);
        QCOMPARE(lineFault(fold("none.png", {"--channel", "VDD_NONE"}), 2, {"VDD_NONE", "VDD_IN", "GPU"}), QString());
        QCOMPARE(lineFault(figure("none.png", {"--channel", "GPU"}), 2, {"--figure fold"}), QString());
        testing::writeFile(path("empty.stepscope").toStdString(), testing::RecordingBuilder().footer().bytes());
        QCOMPARE(lineFault(testing::runProgram(m_folder.path(), {"export", path("empty.stepscope"), "--figure", "fold",
                                                                 "-o", path("none.png")}),
                           1, {"no channel to fold"}),
                 QString());
        // Too few steps to fold.
        testing::writeFile(path("short.stepscope").toStdString(), testing::makeTrainingRecording({.steps = 1}));
        QCOMPARE(lineFault(testing::runProgram(m_folder.path(), {"export", path("short.stepscope"), "--figure", "fold",
                                                                 "-o", path("none.png")}),
                           1, {"cannot be folded"}),
                 QString());
        QVERIFY(!QFileInfo::exists(path("none.png")));
    }

    void reportsErrorsInOneLine_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QStringList>("expected");
        QTest::addColumn<int>("status");
        const auto row = [](const char* name, const QStringList& options, const QStringList& expected, int status = 2) {
            QTest::newRow(name) << options << expected << status;
        };
        row("text as a size", {"--size-mm", "large"}, {"--size-mm large", "180x120"});
        row("half a size", {"--size-mm", "180x"}, {"--size-mm 180x", "180x120"});
        row("a negative size", {"--size-mm=-180x120"}, {"--size-mm -180x120"});
        row("a width of zero", {"--size-mm", "0x10"}, {"--size-mm 0x10"});
        row("a size that is too small", {"--size-mm", "3x3"}, {"64 to 30000 pixels", "mm"});
        row("a size that is too large", {"--size-mm", "90000"}, {"64 to 30000 pixels", "mm"});
        row("a resolution of zero", {"--dpi", "0"}, {"dpi", "24"});
        row("a resolution that is too high", {"--dpi", "100000"}, {"dpi", "2400"});
        row("text as a resolution", {"--dpi", "fine"}, {"dpi"});
        row("an unknown font", {"--font", "No Such Letters"}, {"No Such Letters", "fc-list"});
        row("letters too small", {"--font-size", "0.5"}, {"font-size", "3"});
        row("letters of no size", {"--font-size", "nan"}, {"font-size", "not a number"});
        row("a step that is none", {"--steps", "first"}, {"first", "8:20"});
        row("steps that are not there", {"--steps", "90:95"}, {"90:95", "0 to 11"});
        row("steps and times", {"--steps", "3", "--from", "1s"}, {"--steps", "--from"});
        row("a time without a unit", {"--from", "2"}, {"from"});
        row("a time after the end", {"--from", "90s"}, {"--from", "length"});
        row("a time before the start", {"--from=-2s"}, {"--from", "length"});
        row("an unknown row", {"--rows", "cores,gpus"}, {"gpus", "cores", "power"});
        row("data to a folder that is not writable", {"--data-csv", "/proc/none.csv"},
            {"/proc/none.csv", "another folder"}, 1);
    }

    void reportsErrorsInOneLine()
    {
        QFETCH(QStringList, options);
        QFETCH(QStringList, expected);
        QFETCH(int, status);
        QCOMPARE(lineFault(figure("wrong.png", options), status, expected), QString());
        if (status == 2)
            QVERIFY(!QFileInfo::exists(path("wrong.png")));
    }

    void optionsOfAFigureNeedAFigure()
    {
        QCOMPARE(lineFault(figure("none.png", {"--figure", "fold", "--rows", "gpu"}), 2, {"--figure"}), QString());
        QCOMPARE(lineFault(testing::runProgram(m_folder.path(),
                                               {"export", path("run.stepscope"), "--csv", path("csv"), "--dpi", "300"}),
                           2, {"--dpi", "--figure"}),
                 QString());
    }
};

QTEST_GUILESS_MAIN(FigureCommandTest)
#include "tst_figurecommand.moc"
