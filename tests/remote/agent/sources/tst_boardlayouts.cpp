#include "remote/agent/recording/recorder.h"
#include "remote/format/railtree.h"
#include "tests/remote/agent/sources/sampledboard.h"
#include "tests/support/boards/layouts.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QTest>

#include <grp.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace stepscope;
using namespace stepscope::testing;
using agent::SourceState;

Q_DECLARE_METATYPE(const stepscope::testing::BoardLayout*)

namespace {

constexpr uid_t kNobody = 65534;

/// Probes as another user in a child process: name and state of each source, "emc 3". Empty unless run by root, who
/// alone can change the user.
std::string statesAsOtherUser(const BoardTree& tree)
{
    if (getuid() != 0)
        return {};
    chmod(tree.root().c_str(), 0755);
    int ends[2];
    if (pipe(ends) != 0)
        return {};
    const pid_t child = fork();
    if (child == 0) {
        if (setgroups(0, nullptr) != 0 || setresgid(kNobody, kNobody, kNobody) != 0 ||
            setresuid(kNobody, kNobody, kNobody) != 0)
            _exit(1);
        const Sampled sampled(tree);
        std::string text;
        for (const agent::PlannedSource& source : sampled.plan.sources)
            text += std::string(source.row->name) + " " + std::to_string(static_cast<int>(source.finding.state)) + " " +
                    source.finding.reason + "\n";
        const bool good = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
        _exit(good ? 0 : 1);
    }
    close(ends[1]);
    std::string text;
    char buffer[4096];
    for (ssize_t got = read(ends[0], buffer, sizeof buffer); got > 0; got = read(ends[0], buffer, sizeof buffer))
        text.append(buffer, static_cast<std::size_t>(got));
    close(ends[0]);
    waitpid(child, nullptr, 0);
    return text;
}

/// The line of a source in the result of statesAsOtherUser().
QString lineOf(const std::string& states, const char* source)
{
    for (const QString& line : QString::fromStdString(states).split('\n')) {
        if (line.startsWith(QString::fromLatin1(source) + ' '))
            return line.mid(QString::fromLatin1(source).size() + 1);
    }
    return {};
}

/// The tree of a layout, shared by tests that do not change it.
const BoardTree& treeOf(const BoardLayout& layout)
{
    static std::map<const BoardLayout*, std::unique_ptr<BoardTree>> trees;
    std::unique_ptr<BoardTree>& tree = trees[&layout];
    if (!tree) {
        tree = std::make_unique<BoardTree>();
        describeBoard(*tree, layout);
    }
    return *tree;
}

QString state(SourceState state)
{
    return QString::number(static_cast<int>(state));
}

} // namespace

/// The sysfs of every Jetson, as described by tests/support/boards.
class TestBoardLayouts : public QObject
{
    Q_OBJECT

private slots:
    void everyBoard_data();
    void everyBoard();
    void railsOfEveryBoard_data() { everyBoard_data(); }
    void railsOfEveryBoard();
    void sourcesOfEveryBoard_data() { everyBoard_data(); }
    void sourcesOfEveryBoard();
    void probeOfEveryBoard_data() { everyBoard_data(); }
    void probeOfEveryBoard();
    void filesClosedToTheUser_data() { everyBoard_data(); }
    void filesClosedToTheUser();
    void boardWithOnlyRails_data() { everyBoard_data(); }
    void boardWithOnlyRails();
};

void TestBoardLayouts::everyBoard_data()
{
    QTest::addColumn<const BoardLayout*>("layout");
    for (const BoardLayout& layout : boardLayouts())
        QTest::newRow(layout.row) << &layout;
}

void TestBoardLayouts::everyBoard()
{
    QFETCH(const BoardLayout*, layout);
    BoardTree tree;
    describeBoard(tree, *layout);
    const agent::Board board = agent::identifyBoard(agent::SystemTree(tree.root()));
    QCOMPARE(board.board, layout->board);
    QCOMPARE(board.soc, layout->soc);
    QCOMPARE(board.l4t, layout->l4t);
    QCOMPARE(board.jetpack, layout->jetpack);
    QCOMPARE(board.machine, "aarch64");
    QCOMPARE(board.powerMode, "MODE_15W_DESKTOP");
    QVERIFY(board.clocksLocked == false);
    QStringList clusters;
    for (const agent::Core& core : board.cores)
        clusters << QString::fromStdString(core.cluster);
    QCOMPARE(clusters.join(' '), layout->clusters);
    // Cores that are offline from the start are listed, too.
    for (std::size_t core = 1; core < board.cores.size(); ++core)
        tree.remove("/sys/devices/system/cpu/cpu" + std::to_string(core));
    QStringList withoutThem;
    for (const agent::Core& core : agent::identifyBoard(agent::SystemTree(tree.root())).cores)
        withoutThem << QString::fromStdString(core.cluster);
    QCOMPARE(withoutThem.join(' '), layout->clusters);
}

void TestBoardLayouts::railsOfEveryBoard()
{
    QFETCH(const BoardLayout*, layout);
    const BoardTree& tree = treeOf(*layout);
    Sampled sampled(tree);
    const auto values = sampled.sample();
    std::size_t rails = 0;
    for (const agent::PlannedSource& source : sampled.plan.sources)
        rails += static_cast<std::size_t>(std::count_if(source.channels.begin(), source.channels.end(),
                                                        [](const auto& c) { return c.quantity == "rail.power"; }));
    QCOMPARE(rails, layout->rails.size());
    for (const RailLayout& rail : layout->rails) {
        const std::string title = format::railTitle(rail.label);
        const agent::Channel* power = sampled.channel(title);
        QVERIFY2(power != nullptr, rail.label);
        QCOMPARE(power->parent, rail.parent);
        QCOMPARE(power->role, rail.role);
        QCOMPARE(power->rail, rail.label);
        QVERIFY(power->readNs > 0);
        QCOMPARE(values.at(title), kLayoutMilliwatts);
        QCOMPARE(values.at(std::string(rail.label) + " voltage"), kLayoutMillivolts);
        QCOMPARE(values.at(std::string(rail.label) + " current"), kLayoutMilliamperes);
    }
    // All channels have different names.
    std::map<std::string, int> names;
    for (const agent::PlannedSource& source : sampled.plan.sources) {
        for (const agent::Channel& channel : source.channels)
            QVERIFY2(++names[channel.name] == 1, channel.name.c_str());
    }
}

void TestBoardLayouts::sourcesOfEveryBoard()
{
    QFETCH(const BoardLayout*, layout);
    const BoardTree& tree = treeOf(*layout);
    Sampled sampled(tree);
    const bool isHwmon = layout->chips.front().driver == ChipLayout::Driver::Hwmon;
    const auto stateOf = [&](const char* name) { return sampled.source(name).finding.state; };
    QVERIFY(stateOf("ina3221-iio") == (isHwmon ? SourceState::Missing : SourceState::Used));
    QVERIFY(stateOf("ina3221-hwmon") == (isHwmon ? SourceState::Used : SourceState::Missing));
    for (const char* name : {"cpufreq", "cpuidle", "gpu-devfreq", "emc", "fan", "throttle", "thermal", "power-mode",
                             "memory-blocks", "meminfo", "tensors"})
        QVERIFY2(stateOf(name) == SourceState::Used, name);
    // The hook sends the values of this group.
    QVERIFY(sampled.plan.hookGroup() == sampled.source("tensors").groups.front());
    for (const agent::Lane& lane : sampled.plan.lanes())
        QVERIFY(lane.kind != agent::SamplingLane::Hook);
    const bool hasLoad = *layout->gpuLoad != '\0';
    QVERIFY(stateOf("gpu-counters") == (layout->hasCounters ? SourceState::Used : SourceState::Missing));
    QVERIFY(stateOf("gpu-load") == (!hasLoad              ? SourceState::Missing
                                    : layout->hasCounters ? SourceState::Unneeded
                                                          : SourceState::Used));
    QVERIFY(stateOf("engines") == (*layout->engineClock != '\0' ? SourceState::Used : SourceState::Missing));

    const auto values = sampled.sample();
    for (const char* clock : layout->clocks)
        QCOMPARE(values.at(clock), 1'113'600);
    QCOMPARE(values.at("GPU frequency"), 1'300'500'000);
    QCOMPARE(values.at("EMC frequency"), 1'866'000'000);
    if (*layout->emcActivity != '\0')
        QCOMPARE(values.at("EMC"), 5000);
    if (hasLoad && !layout->hasCounters)
        QCOMPARE(values.at("GPU"), 512);
    if (*layout->engineClock != '\0')
        QCOMPARE(values.at("NVDEC frequency"), 716'800'000);
    QCOMPARE(values.at("fan duty"), 102);
    QCOMPARE(values.at("cpu-balanced"), 0);
    QVERIFY(!values.contains("pwm-fan"));
    QVERIFY(!values.contains("PMIC-Die"));
    QCOMPARE(values.at("power mode"), 3);
    QCOMPARE(values.at("clocks locked"), 0);
    QCOMPARE(values.at("largest free block"), 4096);
    QCOMPARE(values.at("largest free blocks"), 10);
    QVERIFY(sampled.events.all.empty());
}

void TestBoardLayouts::probeOfEveryBoard()
{
    QFETCH(const BoardLayout*, layout);
    const BoardTree& tree = treeOf(*layout);
    const Sampled sampled(tree);
    const auto text = agent::probeText(sampled.described, sampled.plan);
    QVERIFY(text.ok());
    const QJsonObject probe = QJsonDocument::fromJson(QByteArray::fromStdString(text.value())).object();
    const QJsonObject device = probe["device"].toObject();
    QCOMPARE(device["board"].toString(), layout->board);
    QCOMPARE(device["jetpack"].toString(), layout->jetpack);
    QCOMPARE(device["power_mode"].toString(), "MODE_15W_DESKTOP");
    QCOMPARE(device["clocks_locked"].toBool(true), false);
    std::size_t rails = 0;
    for (const auto& value : probe["channels"].toArray()) {
        const QJsonObject channel = value.toObject();
        for (const char* field : {"resolution", "window_ns", "lag_ns", "update_ns", "read_ns", "facts_from"})
            QVERIFY2(channel.contains(field), field);
        rails += channel["quantity"].toString() == "rail.power";
    }
    QCOMPARE(rails, layout->rails.size());
}

void TestBoardLayouts::filesClosedToTheUser()
{
    QFETCH(const BoardLayout*, layout);
    if (getuid() != 0)
        QSKIP("Only root can become a user without permission to read the files.");
    BoardTree tree;
    describeBoard(tree, *layout);
    chmod((tree.root() + "/sys/kernel/debug").c_str(), 0700);
    chmod((tree.root() + "/sys/kernel/actmon_avg_activity").c_str(), 0700);
    for (const ChipLayout& chip : layout->chips)
        chmod((tree.root() + chipFolder(chip)).c_str(), 0700);
    const std::string states = statesAsOtherUser(tree);
    QVERIFY(!states.empty());
    const bool usesDebugfs = QString::fromLatin1(layout->emcRate).contains("debug");
    if (usesDebugfs) {
        QVERIFY2(lineOf(states, "emc").startsWith(state(SourceState::Denied)), qPrintable(lineOf(states, "emc")));
        QVERIFY(lineOf(states, "emc").contains("as root"));
        QVERIFY(lineOf(states, "nvmap").startsWith(state(SourceState::Denied)));
        QVERIFY(lineOf(states, "engines").startsWith(state(SourceState::Denied)));
    }
    // Files that are readable for all users are still used.
    for (const char* name : {"cpufreq", "gpu-devfreq", "thermal", "fan", "power-mode"})
        QVERIFY2(lineOf(states, name).startsWith(state(SourceState::Used)), name);
    QVERIFY(lineOf(states, layout->chips.front().driver == ChipLayout::Driver::Hwmon ? "ina3221-hwmon" : "ina3221-iio")
                .startsWith(state(SourceState::Denied)));
}

/// A board without most of its files is still identified, and each missing source has a reason.
void TestBoardLayouts::boardWithOnlyRails()
{
    QFETCH(const BoardLayout*, layout);
    BoardTree tree;
    describeBoard(tree, *layout);
    for (const char* path : {"/sys/class", "/sys/kernel", "/sys/devices", "/proc/meminfo", "/proc/mounts", "/etc",
                             "/var", "/proc/buddyinfo"})
        tree.remove(path);
    Sampled sampled(tree);
    QCOMPARE(sampled.described.board, layout->board);
    for (const agent::PlannedSource& source : sampled.plan.sources) {
        if (source.finding.state != SourceState::Used)
            QVERIFY2(!source.finding.reason.empty(), source.row->name);
    }
    QCOMPARE(sampled.sample().at(format::railTitle(layout->rails.front().label)), kLayoutMilliwatts);
}

QTEST_GUILESS_MAIN(TestBoardLayouts)
#include "tst_boardlayouts.moc"
