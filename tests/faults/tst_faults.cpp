// The fault matrix: a real training, agent, OpenSSH server and program, with one fault at the start, in the middle or
// at the end of a run. For each cell a promise is checked, and what the person reads is recorded; README.md has the
// table.

#include "tests/faults/faulttable.h"
#include "tests/faults/workers.h"
#include "tests/support/decodedrecording.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <random>
#include <utility>

using namespace stepscope::tests;

namespace {

const std::pair<const char*, Moment> kMoments[] = {
    {"start", Moment::Start}, {"middle", Moment::Middle}, {"end", Moment::End}};

QByteArray lastLine(const QByteArray& text)
{
    return text.trimmed().split('\n').last();
}

QByteArray lineWith(const char* word, const QByteArray& text)
{
    for (const QByteArray& line : text.split('\n')) {
        if (line.contains(word))
            return line;
    }
    return {};
}

/// The message without folders, ports and keys of this run.
QString withoutNames(QString message)
{
    static const QRegularExpression options(QStringLiteral(" --(identity|ssh-config|known-hosts) \\S+"));
    static const QRegularExpression folders(QStringLiteral("/\\S*tst_faults-\\w+/(here/)?"));
    static const QRegularExpression hosts(QStringLiteral("\\w+@127\\.0\\.0\\.1:\\d+|\\[?127\\.0\\.0\\.1\\]?:\\d+"));
    static const QRegularExpression keys(QStringLiteral("SHA256:[^ )]+"));
    static const QRegularExpression processes(QStringLiteral("process \\d+"));
    message.remove(options);
    message.replace(processes, QStringLiteral("process N"));
    message.remove(folders);
    message.replace(hosts, QStringLiteral("board"));
    message.replace(keys, QStringLiteral("SHA256:..."));
    return message.simplified();
}

/// Repeats a disturbance until it has struck this often. Each strikes within a third of a second after new bytes, at a
/// time that follows from the seed.
bool disturb(Scene& scene, int times, unsigned seed, void (*strike)(Scene& scene))
{
    std::minstd_rand random(seed);
    for (int done = 0; done < times; ++done) {
        const qint64 size = QFileInfo(scene.recording()).size();
        if (!QTest::qWaitFor([&] { return QFileInfo(scene.recording()).size() > size; }, 60'000))
            return false;
        QTest::qWait(std::uniform_int_distribution<int>(0, 333)(random));
        strike(scene);
    }
    return true;
}

} // namespace

class TestFaults : public QObject
{
    Q_OBJECT

public:
    /// Runs the cells `share`, `share` + `shares`, ... and writes them to a file, unless its name is empty.
    explicit TestFaults(int share = 0, int shares = 1, QString file = {})
        : m_share(share)
        , m_shares(shares)
        , m_file(std::move(file))
    {}

private:
    const int m_share;
    const int m_shares;
    const QString m_file;
    QByteArray m_cells; ///< lines: fault, moment, what was kept and what the person reads; between tabulators

    void check(Scene& scene, Promise promise, int status);
    void checkEnding(Scene& scene, Promise promise, int status);
    void checkLosses(Scene& scene);

private slots:
    void initTestCase();
    void cell_data();
    void cell();
    void manyTimes_data();
    void manyTimes();
    void cleanupTestCase();
};

void TestFaults::initTestCase()
{
    if (const QString missing = SshServer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    // Before the threads of the proxies, which have to see the same mounts.
    (void)Scene::missingDisks();
}

/// Each fault at one moment, which changes from fault to fault; with STEPSCOPE_FAULTS_ALL at all moments (see `run`).
void TestFaults::cell_data()
{
    QTest::addColumn<int>("fault");
    QTest::addColumn<Moment>("moment");
    const bool isWhole = qEnvironmentVariableIsSet("STEPSCOPE_FAULTS_ALL");
    int cell = 0;
    for (int i = 0; i < static_cast<int>(faults().size()); ++i) {
        for (const auto& [name, moment] : kMoments) {
            if ((isWhole || static_cast<int>(moment) == i % 3) && cell++ % m_shares == m_share)
                QTest::newRow(qPrintable(QString(faults()[static_cast<std::size_t>(i)].name) + ", " + name))
                    << i << moment;
        }
    }
}

/// What the training printed and what was sampled is in the recording, or its loss is named there and by `verify`.
void TestFaults::checkLosses(Scene& scene)
{
    const auto recording = stepscope::testing::decodeRecording(scene.recording().toStdString());
    QVERIFY(recording.errors.empty() && !recording.footer.empty());
    const std::string log = recording.logText(stepscope::format::LogChunk::Stream::Output);
    int missing = 0;
    for (int line = 0; line < Scene::kLines; ++line) {
        const std::string text = "line " + std::to_string(line);
        missing += log.find(text + ' ') == std::string::npos && log.find(text + '\n') == std::string::npos ? 1 : 0;
    }
    QVERIFY2(missing == 0 || recording.lossCount("log") > 0, QByteArray::number(missing));
    const bool isNamed = recording.lossCount("log") + recording.lossCount("samples") > 0;
    QCOMPARE(scene.ask({"verify", scene.recording()}), isNamed ? 1 : 0);
    QCOMPARE(scene.answer().contains("LOST"), isNamed);
}

/// The program's status and message, and the way back.
void TestFaults::checkEnding(Scene& scene, Promise promise, int status)
{
    const QByteArray read = scene.read();
    switch (promise) {
    case Promise::Whole:
        QVERIFY2(status == Scene::kTrainingStatus, read);
        break;
    case Promise::Named:
        QVERIFY2(status == Scene::kTrainingStatus, read);
        checkLosses(scene);
        break;
    case Promise::Failed:
        QVERIFY2(status > 0 && status != Scene::kTrainingStatus, read);
        QVERIFY2(read.contains("signal") || read.contains(QByteArray::number(status)), read);
        break;
    case Promise::Continued: {
        const bool wasKilled = status == -2;
        const bool wasTooLate = status == Scene::kTrainingStatus;
        const bool explains =
            read.contains("stepscope attach") && (read.contains("night") || read.contains("stepscope runs"));
        QVERIFY2(wasKilled || wasTooLate || explains, read);
        scene.trust();
        scene.emptyHere();
        if (!wasTooLate)
            QVERIFY2(scene.ask({"attach", "night", "-o", scene.recording()}) == Scene::kTrainingStatus, scene.answer());
        break;
    }
    case Promise::Ended:
    case Promise::Gone:
        QVERIFY2(status == 1 && read.contains("--stop night"), read);
        QCOMPARE(scene.ask({"runs", "--stop", "night"}), 0);
        break;
    }
}

/// Also that the training was started once.
void TestFaults::check(Scene& scene, Promise promise, int status)
{
    checkEnding(scene, promise, status);
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(scene.starts(), 1);
    const QByteArray file = readFile(scene.recording());
    const QByteArray spool = scene.spool();
    const QByteArray sizes = QByteArray::number(file.size()) + " of " + QByteArray::number(spool.size()) + " bytes";
    QVERIFY(!spool.isEmpty());
    // After a loss of power, more may be here than there.
    QVERIFY2(promise == Promise::Gone ? file.startsWith(spool) : file == spool, sizes);
}

void TestFaults::cell()
{
    QFETCH(int, fault);
    QFETCH(Moment, moment);
    const Fault& row = faults()[static_cast<std::size_t>(fault)];
    Scene scene;
    QVERIFY2(scene.prepare(static_cast<unsigned>(fault) + 1), scene.answer());
    if (!row.prepare(scene, moment))
        QSKIP(qPrintable(Scene::missingDisks()));
    QVERIFY2(scene.waitFor(moment), scene.read());
    // A process is known once its facts are written; and one that is killed at once would not count its start.
    QVERIFY(QTest::qWaitFor([&] { return scene.training() > 0 && scene.starts() > 0; }, 60'000));
    row.strike(scene);
    row.repair(scene);
    const int status = scene.finish();
    QString kept = QStringLiteral("FAILED");
    check(scene, row.promise, status);
    if (!QTest::currentTestFailed())
        kept = QStringLiteral("kept");
    const QByteArray read = row.promise == Promise::Named ? lineWith("LOST", scene.answer()) : lastLine(scene.read());
    if (row.promise != Promise::Whole && !read.isEmpty())
        kept += ": " + withoutNames(QString::fromUtf8(read));
    const QString column = QString(QTest::currentDataTag()).section(", ", -1);
    m_cells += (QStringList{row.name, column, kept}.join('\t') + '\n').toUtf8();
}

void TestFaults::manyTimes_data()
{
    QTest::addColumn<bool>("cuts");
    QTest::newRow("cuts") << true;
    QTest::newRow("corrupt packets") << false;
}

/// A few in one run; STEPSCOPE_FAULTS_TIMES is their number, STEPSCOPE_FAULTS_SEED the seed (see `run`).
void TestFaults::manyTimes()
{
    QFETCH(bool, cuts);
    constexpr int kUsual = 4;
    const int times = qEnvironmentVariableIsSet("STEPSCOPE_FAULTS_TIMES")
                          ? qEnvironmentVariableIntValue("STEPSCOPE_FAULTS_TIMES")
                          : kUsual;
    const auto seed = static_cast<unsigned>(qEnvironmentVariableIntValue("STEPSCOPE_FAULTS_SEED") + 1);
    Scene scene;
    QVERIFY2(scene.prepare(seed), scene.answer());
    scene.startLongTraining();
    const bool disturbed = cuts ? disturb(scene, times, seed, [](Scene& s) { s.proxy().cut(); })
                                : disturb(scene, times, seed, [](Scene& s) { s.proxy().corruptOnce(); });
    QVERIFY2(disturbed, scene.read());
    scene.letTrainingEnd();
    check(scene, Promise::Whole, scene.finish());
    if (!cuts)
        QCOMPARE(scene.proxy().corruptions(), times);
    QVERIFY(scene.proxy().connections() > times);
    qInfo("%d %s, seed %u: %d connections, %lld bytes, the file equals the spool", times, QTest::currentDataTag(),
          seed - 1, scene.proxy().connections(), static_cast<long long>(scene.spool().size()));
}

void TestFaults::cleanupTestCase()
{
    if (!m_file.isEmpty())
        writeFile(m_file, m_cells);
}

namespace {

/// The table of README.md.
QByteArray tableOf(const QByteArray& lines)
{
    QMap<QString, QMap<QString, QString>> cells;
    for (const QByteArray& line : lines.split('\n')) {
        const QStringList parts = QString::fromUtf8(line).split('\t');
        if (parts.size() == 3)
            cells[parts[0]][parts[1]] = parts[2];
    }
    QByteArray table = "| fault | start | middle | end |\n|---|---|---|---|\n";
    for (const Fault& fault : faults()) {
        QString line = QStringLiteral("| %1 |").arg(fault.name);
        for (const auto& [name, moment] : kMoments) {
            const QString cell = cells.value(fault.name).value(name, QStringLiteral("not run"));
            line += ' ' + QString(cell).replace('|', '/') + " |";
        }
        table += line.toUtf8() + '\n';
    }
    return table;
}

int runShare(QStringList words, int share, int shares, const QString& file)
{
    int count = 1;
    QByteArray name = words.first().toLocal8Bit();
    char* arguments[] = {name.data(), nullptr};
    const QCoreApplication application(count, arguments);
    TestFaults test(share, shares, file);
    return QTest::qExec(&test, words);
}

/// All cells, several at a time, since most of a cell is waiting; the table goes to the file that
/// STEPSCOPE_FAULTS_TABLE names.
int runAll(const QStringList& words)
{
    constexpr int kWorkers = 6;
    const QTemporaryDir folder;
    const auto fileOf = [&](int share) { return folder.filePath(QString::number(share)); };
    const int failures = runInWorkers(kWorkers, [&](int share) {
        // The runs with many faults take the time of some cells: they are a part of the first share.
        return runShare(share == 0 ? words : words + QStringList{"cell"}, share, kWorkers, fileOf(share));
    });
    QByteArray lines;
    for (int share = 0; share < kWorkers; ++share)
        lines += readFile(fileOf(share));
    if (const QString table = qEnvironmentVariable("STEPSCOPE_FAULTS_TABLE"); !table.isEmpty())
        writeFile(table, tableOf(lines));
    return failures;
}

} // namespace

/// Names of functions and cells restrict the test to them; then nothing runs at the same time.
int main(int argc, char** argv)
{
    QStringList words;
    for (int i = 0; i < argc; ++i)
        words += QString::fromLocal8Bit(argv[i]);
    const bool restricted =
        std::any_of(words.begin() + 1, words.end(), [](const QString& word) { return word.contains(':'); });
    return restricted ? runShare(words, 0, 1, {}) : runAll(words);
}

#include "tst_faults.moc"
