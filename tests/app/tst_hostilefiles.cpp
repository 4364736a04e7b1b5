#include "analysis/export/csvexport.h"
#include "analysis/report/report.h"
#include "analysis/report/verify.h"
#include "tests/support/hostiletexts.h"
#include "widgets/figures/figure.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace stepscope;

namespace {

/// A report takes a second with sanitizers: they get one of this many texts, of each kind some.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kEvery = 9;
#else
constexpr std::size_t kEvery = 1;
#endif

/// Control and formatting characters by the tables of Unicode that Qt has, except line feed and tab.
QString controlFault(const char* where, const std::string& text)
{
    for (const char32_t code : QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toUcs4()) {
        const auto category = QChar::category(code);
        if ((category == QChar::Other_Control && code != '\n' && code != '\t') || category == QChar::Other_Format ||
            category == QChar::Other_NotAssigned)
            return QString("%1 contains U+%2").arg(where).arg(static_cast<uint>(code), 4, 16);
    }
    return {};
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// What a hostile recording becomes: no output contains characters that control a terminal, every SVG is well-formed
/// XML, and every file lies in the chosen folder.
class TestHostileFiles : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void isPlainEverywhere()
    {
        const std::vector<std::string> texts = testing::hostileTexts();
        QVERIFY(texts.size() >= 200);
        QDir(m_folder.path()).mkpath("out/figure");
        for (std::size_t i = 0; i < texts.size(); i += kEvery) {
            const trace::TraceView view = testing::viewOf(testing::hostileRecording(texts[i]));
            const QByteArray which = "text " + QByteArray::number(static_cast<int>(i)) + ": " +
                                     QByteArray::fromStdString(texts[i].substr(0, 60)).toPercentEncoding();
            QVERIFY2(view.stepCount() == 8, which);
            const analysis::Report report = analysis::makeReport(view);
            for (const auto& [where, text] :
                 {std::pair("report", analysis::toText(report)), std::pair("JSON", analysis::toJson(report))})
                QVERIFY2(controlFault(where, text).isEmpty(), which + controlFault(where, text).toUtf8());
            const QString recording = m_folder.filePath("r.stepscope");
            testing::writeFile(recording.toStdString(), testing::hostileRecording(texts[i]));
            const auto verdict = analysis::verifyRecording(recording.toStdString());
            QVERIFY2(verdict.ok(), which);
            QVERIFY2(controlFault("", analysis::toText(*verdict)).isEmpty(), which);
        }
    }

    void tablesAndFiguresAreValid_data()
    {
        QTest::addColumn<QByteArray>("text");
        const std::vector<std::string> texts = testing::hostileTexts();
        for (std::size_t i = 0; i < texts.size(); i += 4 * kEvery) // a figure takes tens of milliseconds
            QTest::newRow(qPrintable(QString::number(i))) << QByteArray::fromStdString(texts[i]);
    }
    void tablesAndFiguresAreValid()
    {
        QFETCH(QByteArray, text);
        const QTemporaryDir folder;
        const QString out = folder.filePath("inner/out");
        QVERIFY(QDir().mkpath(out));
        const trace::TraceView view = testing::viewOf(testing::hostileRecording(text.toStdString()));
        const auto written = analysis::exportCsv(view, out.toStdString());
        QVERIFY2(written.ok(), written.ok() ? "" : written.error().text.c_str());
        widgets::FigureOptions options;
        options.path = out + "/figure.svg";
        const auto drawn = widgets::exportTimelineFigure(view, options);
        QVERIFY2(drawn.ok(), drawn.ok() ? "" : drawn.error().text.c_str());
        QXmlStreamReader xml(contents(options.path));
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QDirIterator files(folder.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            QVERIFY2(file.startsWith(out + '/'), qPrintable(file));
            if (file.endsWith(".csv"))
                QVERIFY2(controlFault("table", contents(file).replace("\r\n", "\n").toStdString()).isEmpty(),
                         qPrintable(file));
        }
    }
};

QTEST_MAIN(TestHostileFiles)
#include "tst_hostilefiles.moc"
