#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/system/training.h"
#include "remote/format/clock.h"
#include "tests/remote/agent/sources/sampledboard.h"

#include <QCoreApplication>
#include <QString>
#include <QTest>

#include <cstdint>
#include <fcntl.h>
#include <fstream>
#include <signal.h>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace stepscope;
using namespace stepscope::testing;

namespace {

/// ns by which two clocks may differ: they count the time that a host takes from a virtual machine differently, by
/// 2.6 ms where the host was idle.
constexpr std::int64_t kMostUncounted = 8'000'000;

/// ns that the host has taken from all cores of this machine; 0 where it does not say.
std::int64_t stolenTime()
{
    constexpr int kSteal = 8; // word of the first line of /proc/stat, after "cpu"
    std::ifstream file("/proc/stat");
    std::string word;
    std::int64_t ticks = 0;
    for (int i = 0; i < kSteal; ++i)
        file >> word;
    file >> ticks;
    return file ? ticks * (1'000'000'000 / sysconf(_SC_CLK_TCK)) : 0;
}

void work(std::int64_t nanoseconds)
{
    const std::int64_t end = format::monotonicNs() + nanoseconds;
    while (format::monotonicNs() < end) {
    }
}

/// The actions of a played process. Thread sanitizers do not support threads that are started after a fork, so the
/// process is this program again, with the name of the actions as argument.
void useProcessorTime(char word)
{
    if (word == 't')
        std::thread([] { work(60'000'000); }).join();
    if (word == 'c') {
        const int child = fork();
        if (child == 0) {
            work(60'000'000);
            _exit(0);
        }
        waitpid(child, nullptr, 0);
    }
}

void useMemory(char word)
{
    constexpr std::size_t kBytes = 64U << 20U;
    static int child = 0;
    if (word == 'c') {
        child = fork();
        if (child == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            std::vector<char> held(kBytes, 'x');
            while (held.back() == 'x')
                pause();
        }
    }
    if (word == 'k') {
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
    }
}

struct Deeds
{
    const char* name;
    void (*run)(char word);
};
constexpr Deeds kProcessorTime{"--use-processor-time", useProcessorTime};
constexpr Deeds kMemory{"--use-memory", useMemory};

/// Runs one action per byte of standard input, and acknowledges it.
[[noreturn]] void play(const Deeds& deeds)
{
    char word = 0;
    while (read(STDIN_FILENO, &word, 1) == 1 && word != 'q') {
        deeds.run(word);
        if (write(STDOUT_FILENO, &word, 1) != 1)
            break;
    }
    _exit(0);
}

/// A process that runs one action per command character and acknowledges it.
class Played
{
public:
    explicit Played(const Deeds& deeds)
    {
        if (pipe2(m_words, O_CLOEXEC) != 0 || pipe2(m_answers, O_CLOEXEC) != 0)
            qFatal("no pipes");
        const std::string program = QCoreApplication::applicationFilePath().toStdString();
        m_process = fork();
        if (m_process != 0)
            return;
        dup2(m_words[0], STDIN_FILENO);
        dup2(m_answers[1], STDOUT_FILENO);
        execl(program.c_str(), program.c_str(), deeds.name, nullptr);
        play(deeds); // an emulated program cannot be started by its name
    }
    ~Played() { end(); }
    Played(const Played&) = delete;
    Played& operator=(const Played&) = delete;

    [[nodiscard]] int process() const { return m_process; }
    bool report(char word)
    {
        char answer = 0;
        return write(m_words[1], &word, 1) == 1 && read(m_answers[0], &answer, 1) == 1 && answer == word;
    }
    /// Ends the process; returns the processor time of it and its children, ns.
    std::int64_t end()
    {
        if (m_process == 0)
            return 0;
        [[maybe_unused]] const ssize_t wrote = write(m_words[1], "q", 1);
        rusage used{};
        wait4(m_process, nullptr, 0, &used);
        m_process = 0;
        for (const int end : {m_words[0], m_words[1], m_answers[0], m_answers[1]})
            close(end);
        const auto ns = [](const timeval& time) { return (time.tv_sec * 1'000'000 + time.tv_usec) * 1000; };
        return ns(used.ru_utime) + ns(used.ru_stime);
    }

private:
    int m_words[2]{};
    int m_answers[2]{};
    int m_process = 0;
};

/// Processor time of this process at a time, ns.
struct Moment
{
    double used = 0;
    double time = 0;
    static Moment now()
    {
        timespec used{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
        return {static_cast<double>(used.tv_sec) * 1e9 + static_cast<double>(used.tv_nsec),
                static_cast<double>(format::monotonicNs())};
    }
};

struct Asked
{
    agent::SystemTree tree;
    agent::Board board = agent::identifyBoard(tree);
    agent::Training training;
    CollectedEvents events;

    std::unique_ptr<agent::Source> probed(std::unique_ptr<agent::Source> source, agent::SourceState& state)
    {
        state = source->probe({tree, board, training, 10'000'000}).state;
        return source;
    }
    std::int64_t sample(agent::Source& source)
    {
        std::int64_t value = 0;
        std::int64_t time = 0;
        source.sample(std::span(&value, 1), std::span(&time, 1), events);
        return value;
    }
};

} // namespace

/// The training's processes and their processor time.
class TestTraining : public QObject
{
    Q_OBJECT

private slots:
    /// The time includes all threads and children, also ended ones, until the moment of the call. A clock that advances
    /// at scheduler ticks would have an error of milliseconds.
    void processorTimeIncludesAllProcesses()
    {
        if (agent::Training::counterError() != 0)
            QSKIP("this machine forbids users to count processor time (perf events)");
        const std::int64_t stolenBefore = stolenTime();
        Played played(kProcessorTime);
        agent::Training training;
        QVERIFY(!training.processorTimeNs());
        training.start(played.process());
        const std::int64_t first = training.processorTimeNs().value_or(-1);
        QVERIFY(first >= 0);
        QVERIFY(played.report('t'));
        QVERIFY(played.report('c'));
        const std::int64_t last = training.processorTimeNs().value_or(-1);
        const std::int64_t total = played.end();
        // The kernel's total of an ended process is exact, but includes the time before start() and at its end, when
        // the kernel frees its memory: the shadow memory of a sanitizer takes longer.
#if defined(__SANITIZE_ADDRESS__)
        constexpr std::int64_t kMostAtEnds = 80'000'000;
#else
        constexpr std::int64_t kMostAtEnds = 20'000'000;
#endif
        const std::int64_t stolen = stolenTime() - stolenBefore + kMostUncounted;
        QVERIFY2(last <= total + stolen && total - last < kMostAtEnds,
                 qPrintable(QString("%1 of %2").arg(last).arg(total)));
        QVERIFY(last - first >
                20'000'000); // less than the work, since a busy machine's other programs use the cores, too
        QVERIFY(training.processorTimeNs().value_or(-1) >= last);
    }

    void processorTimeIsAShareOfElapsedTime()
    {
        const std::int64_t stolenBefore = stolenTime();
        Asked asked;
        agent::SourceState state{};
        const auto source = asked.probed(agent::makeProcessTime(), state);
        if (agent::Training::counterError() != 0) {
            QVERIFY(state == agent::SourceState::Denied || state == agent::SourceState::Missing);
            return;
        }
        QVERIFY(state == agent::SourceState::Used);
        QCOMPARE(asked.sample(*source), format::kMissing); // no training yet
        asked.training.start(static_cast<int>(getpid()));
        const Moment beforeFirst = Moment::now();
        QCOMPARE(asked.sample(*source), format::kMissing); // no previous value
        const Moment afterFirst = Moment::now();
        work(400'000'000);
        const Moment beforeLast = Moment::now();
        const double share = static_cast<double>(asked.sample(*source)) * 1e-4;
        const Moment afterLast = Moment::now();
        // Between a lower and an upper bound, which hold for any delay of this thread.
        const double least = (beforeLast.used - afterFirst.used) / (afterLast.time - beforeFirst.time);
        const double most = (afterLast.used - beforeFirst.used) / (beforeLast.time - afterFirst.time);
        const double error = 0.01 + static_cast<double>(stolenTime() - stolenBefore + kMostUncounted) /
                                        (beforeLast.time - afterFirst.time);
        QVERIFY2(share > least - error && share < most + error,
                 qPrintable(QString("%1 not in %2 .. %3").arg(share).arg(least).arg(most)));
    }

    void describedBoardHasNoProcesses()
    {
        BoardTree board;
        board.makeTx2();
        const agent::SystemTree tree(board.root());
        const agent::Board described = agent::identifyBoard(tree);
        agent::Training training;
        const auto finding = agent::makeProcessTime()->probe({tree, described, training, 10'000'000});
        QVERIFY(finding.state == agent::SourceState::Missing);
        QVERIFY(!finding.reason.empty());
    }

    /// Memory and number include new processes and exclude ended ones.
    void tracksProcesses()
    {
        Asked asked;
        agent::SourceState state{};
        const auto processes = asked.probed(agent::makeProcesses(), state);
        QVERIFY(state == agent::SourceState::Used);
        const auto memory = asked.probed(agent::makeProcessMemory(), state);
        QVERIFY(state == agent::SourceState::Used);
        QCOMPARE(asked.sample(*processes), format::kMissing);
        QCOMPARE(asked.sample(*memory), format::kMissing);

        Played played(kMemory);
        asked.training.start(played.process());
        QTRY_COMPARE(asked.sample(*processes), 1);
        const std::int64_t alone = asked.sample(*memory);
        QVERIFY(alone > 0);
        QVERIFY(played.report('c'));
        QTRY_COMPARE(asked.sample(*processes), 2);
        QTRY_VERIFY(asked.sample(*memory) > alone + 60 * 1024);
        QVERIFY(played.report('k'));
        QTRY_COMPARE(asked.sample(*processes), 1);
        QTRY_VERIFY(asked.sample(*memory) < alone + 30 * 1024);
        QVERIFY(asked.events.all.empty());
    }
};

int main(int count, char** arguments)
{
    for (const Deeds& deeds : {kProcessorTime, kMemory}) {
        if (count == 2 && std::string_view(arguments[1]) == deeds.name)
            play(deeds);
    }
    QCoreApplication application(count, arguments);
    TestTraining test;
    return QTest::qExec(&test, count, arguments);
}

#include "tst_training.moc"
