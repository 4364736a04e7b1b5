// Mutated recordings and traces through the command line and the window: nothing crashes, and nothing takes longer or
// more memory than a person accepts. `tests/mutations/run` runs many; the suite runs a few.

#include "tests/bench/figures.h"
#include "tests/mutations/jsonmutations.h"
#include "tests/mutations/originals.h"
#include "tests/mutations/recordingmutations.h"
#include "tests/mutations/tracemutations.h"
#include "tests/mutations/windowcheck.h"
#include "tests/support/recordingbuilder.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace stepscope;
using namespace stepscope::mutations;

namespace {

constexpr int kCountInTheSuite = 40;
constexpr std::uint64_t kSeedInTheSuite = 20261101;

struct Totals
{
    int files = 0;
    int programs = 0;
    int crashes = 0; ///< and other wrong ends
    double slowest = 0;
    double largest = 0;
};

void add(Totals& totals, const Check& check, QStringList& faults)
{
    ++totals.programs;
    totals.slowest = std::max(totals.slowest, check.seconds);
    totals.largest = std::max(totals.largest, check.megabytes);
    if (check.fault.isEmpty())
        return;
    totals.crashes += limitFault(check).isEmpty() ? 1 : 0;
    faults += check.fault;
}

/// The actions of a person on a recording: two always, and one of the others.
QList<QStringList> actions(const QString& file, const QString& original, std::uint64_t number)
{
    const QList<QStringList> others{{"report", file, "--json"},
                                    {"export", file, "--csv", "tables", "--force"},
                                    {"export", file, "--figure", "timeline", "-o", "timeline.svg", "--force"},
                                    {"export", file, "--figure", "fold", "-o", "fold.png", "--force"},
                                    {"compare", original, file},
                                    {"report", file, "--csv", "report", "--skip-steps", "0"}};
    return {{"verify", file}, {"report", file}, others[static_cast<qsizetype>(number) % others.size()]};
}

} // namespace

class MutationsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    Originals m_originals;
    std::unique_ptr<WindowCheck> m_window;
    Totals m_recordings;
    Totals m_traces;
    Totals m_windows;
    int m_imported = 0;
    std::uint64_t m_seed = kSeedInTheSuite;

    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    void checkRecording(const QString& file, std::uint64_t number, QStringList& faults)
    {
        for (const QStringList& action : actions(file, path("script.stepscope"), number))
            add(m_recordings, checkProgram(m_folder.path(), action), faults);
        add(m_windows, m_window->open(file), faults);
        ++m_windows.files;
    }

    void checkTrace(const QString& file, std::uint64_t number, QStringList& faults)
    {
        const QString recording = path("imported.stepscope");
        QFile::remove(recording);
        add(m_traces, checkProgram(m_folder.path(), {"import", file, "-o", recording}), faults);
        if (!QFile::exists(recording))
            return;
        ++m_imported;
        checkRecording(recording, number, faults);
    }

    /// Keeps a file with faults for debugging.
    void keep(const QString& file, std::uint64_t number, const QStringList& faults)
    {
        const QString folder = qEnvironmentVariable("STEPSCOPE_MUTATIONS_KEPT");
        const QString kept =
            folder.isEmpty() ? QStringLiteral("(not kept)") : folder + QStringLiteral("/%1-%2").arg(m_seed).arg(number);
        if (!folder.isEmpty()) {
            QDir().mkpath(folder);
            QFile::remove(kept);
            QFile::copy(file, kept);
        }
        for (const QString& fault : faults)
            std::printf("mutation %llu of seed %llu, %s: %s\n", static_cast<unsigned long long>(number),
                        static_cast<unsigned long long>(m_seed), qPrintable(kept), qPrintable(fault));
        std::fflush(stdout);
    }

    /// The number of files with faults.
    int run(std::uint64_t first, std::uint64_t count)
    {
        int faulty = 0;
        for (std::uint64_t number = first; number < first + count; ++number) {
            Random random(m_seed * 1'000'003 + number);
            const bool isTrace = number % 4 == 3;
            const QString file = path(isTrace ? "mutated.json" : "mutated.stepscope");
            QStringList faults;
            if (isTrace) {
                const std::string text = mutatedTrace(m_originals.traces, random);
                testing::writeFile(file.toStdString(), std::as_bytes(std::span(text)));
                checkTrace(file, number, faults);
            } else {
                testing::writeFile(file.toStdString(), mutatedRecording(m_originals.recordings, random));
                checkRecording(file, number, faults);
            }
            ++(isTrace ? m_traces : m_recordings).files;
            if (!faults.isEmpty()) {
                ++faulty;
                keep(file, number, faults);
            }
        }
        return faulty;
    }

    void print() const
    {
        std::printf(
            "%d mutated recordings and %d mutated traces, %d of them imported; %d runs of the program; %d files "
            "opened in the window, %d shown; originals: %s\n",
            m_recordings.files, m_traces.files, m_imported, m_recordings.programs + m_traces.programs, m_windows.files,
            m_window->shown(), qPrintable(m_originals.names));
        bench::figure("mutations_crashes", m_recordings.crashes + m_traces.crashes + m_windows.crashes, "ends", 0);
        bench::figure("mutations_program_slowest", std::max(m_recordings.slowest, m_traces.slowest), "s", kMostSeconds);
        bench::figure("mutations_program_largest", std::max(m_recordings.largest, m_traces.largest), "MB",
                      kMostMegabytes);
        bench::figure("mutations_window_slowest", m_windows.slowest, "s", kMostSeconds);
        bench::figure("mutations_window_largest", m_windows.largest, "MB", kMostMegabytes);
    }

private slots:
    void initTestCase()
    {
        const bool isMany = qEnvironmentVariableIsSet("STEPSCOPE_MUTATIONS");
        m_originals = makeOriginals(m_folder.path(), isMany);
        QVERIFY2(m_originals.recordings.size() >= 3, "the script was not recorded");
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("home")));
        m_window = std::make_unique<WindowCheck>(path("home"));
    }

    /// A trace that was cut can be one number.
    void aTextOfOneValueStays()
    {
        for (std::uint64_t seed = 1; seed <= 50; ++seed) {
            Random random(seed);
            QCOMPARE(mutatedJson("17", random), std::string("17"));
        }
    }

    void areHandled()
    {
        // FIRST COUNT SEED
        const QStringList words = qEnvironmentVariable("STEPSCOPE_MUTATIONS").split(' ');
        const bool isMany = words.size() == 3;
        if (isMany)
            m_seed = words[2].toULongLong();
        const int faulty = isMany ? run(words[0].toULongLong(), words[1].toULongLong()) : run(0, kCountInTheSuite);
        print();
        QCOMPARE(faulty, 0);
        QVERIFY2(m_window->shown() > m_windows.files / 2, "most files are still recordings");
    }

    void cleanupTestCase() { m_window.reset(); }
};

int main(int argc, char** argv)
{
    if (argc > 1 && std::strcmp(argv[1], kWindowArgument) == 0)
        return runWindow(argc, argv);
    const QCoreApplication application(argc, argv);
    MutationsTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_mutations.moc"
