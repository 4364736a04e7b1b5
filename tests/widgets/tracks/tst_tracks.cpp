#include "analysis/trace/tracestore.h"
#include "tests/support/recordingbuilder.h"
#include "widgets/rows/rows.h"
#include "widgets/timeline/readoutcolumn.h"
#include "widgets/tracks/curve.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::widgets {

class Tracks : public QObject
{
    Q_OBJECT

private slots:
    void railsStackOnlyInsideTheirParent();
    void aLowRowHasTheValuesOfItsLargestRails();
    void energyIsExactAndIncreasing();
    void energyIsConstantInGaps();
    void phasesAreInTheGroupOfSteps();
    void channelsOfOneQuantityShareTracks();
    void stackedEnergyKeepsItsLastValue();
    void memoryHasItsParts();
    void tensorsHaveARowWhenThereIsData();
    void trainingHasAllItsRows();
    void rowsStayWhileTheTraceGrows();
    void stepsAreBands();
    void numbersOfStepsAreThinnedRegularly();
    void readoutsAreMeans();
    void eventsAndLossesAreAlwaysShown();
    void lossesAmongManyDataAreThin();
    void emptyTracesHaveNoRows();
};

void Tracks::railsStackOnlyInsideTheirParent()
{
    testing::RecordingBuilder builder;
    const auto rail = [&](const char* name, const char* parent, const char* role) {
        trace::Channel channel;
        channel.name = channel.rail = name;
        channel.parent = parent;
        channel.role = role;
        channel.quantity = "rail.power";
        channel.unit = "W";
        channel.scale = 0.001;
        channel.periodNs = 10'000'000;
        return builder.channel(channel);
    };
    const auto in = rail("VDD_IN", "", "system");
    const auto gpu = rail("VDD_SYS_GPU", "VDD_IN", "gpu");
    const auto cpu = rail("VDD_SYS_CPU", "VDD_IN", "cpu");
    const auto other = rail("VDD_CARRIER", "", "other");
    builder.samples(in, {0, 10'000'000}, {9000, 9000})
        .samples(gpu, {0, 10'000'000}, {4000, 4000})
        .samples(cpu, {0, 10'000'000}, {2000, 2000})
        .samples(other, {0, 10'000'000}, {1000, 1000});
    const trace::TraceView view = testing::viewOf(builder.bytes());
    QCOMPARE(keysOfPower(view).size(), std::size_t{1});
    const Geometry geometry = makePowerTrack(view, 0)->geometry(view, {{0, 10'000'000}, 10, 64, 10});
    QCOMPARE(geometry.stack.size(), std::size_t{2});
    QCOMPARE(geometry.series.size(), std::size_t{2}); // the parent, and the rail of unknown relation
    const StackColumn& top = geometry.stack[1].columns.at(5);
    QVERIFY(std::abs(geometry.stack[0].columns.at(5).high - 4) < 1e-9);
    QVERIFY(std::abs(top.low - 4) < 1e-9);
    QVERIFY(std::abs(top.high - 6) < 1e-9);
    QVERIFY(geometry.valueMax >= 9);
}

void Tracks::aLowRowHasTheValuesOfItsLargestRails()
{
    testing::RecordingBuilder builder;
    struct Rail
    {
        const char* name;
        const char* role;
        std::int32_t before, after; ///< mW
    };
    constexpr std::array<Rail, 4> kRails{{{"VDD_SYS_CPU", "cpu", 900, 900},
                                          {"VDD_SYS_SRAM", "other", 19, 19},
                                          {"VDD_SYS_SOC", "soc", 500, 4000},
                                          {"VDD_SYS_GPU", "gpu", 3000, 3000}}};
    std::vector<std::uint32_t> ids;
    for (const Rail& rail : kRails) {
        trace::Channel channel;
        channel.name = channel.rail = rail.name;
        channel.role = rail.role;
        channel.quantity = "rail.power";
        channel.unit = "W";
        channel.scale = 0.001;
        channel.periodNs = 10'000'000;
        ids.push_back(builder.channel(channel));
    }
    for (std::size_t i = 0; i < kRails.size(); ++i) {
        const auto& [name, role, before, after] = kRails[i];
        builder.samples(ids[i], {0, 10'000'000, 20'000'000, 30'000'000}, {before, before, after, after});
    }
    const trace::TraceView view = testing::viewOf(builder.bytes());
    const auto track = makePowerTrack(view, 0);
    const auto shown = [&](trace::TimeRange visible, std::size_t count) {
        QStringList values;
        for (const Readout& readout :
             ReadoutColumn::fitting(*track, view, visible, track->readouts(view, 1'000'000), count))
            values << readout.value.left(3);
        return values;
    };
    QCOMPARE(shown({0, 10'000'000}, 2), shown({0, 10'000'000}, 4).filter(QRegularExpression("^(900|3)")));
    QCOMPARE(shown({0, 10'000'000}, 2).size(), 2);
    QCOMPARE(shown({0, 10'000'000}, 1).size(), 1);
    QVERIFY(shown({0, 10'000'000}, 1).first().startsWith('3'));
    // The choice follows the visible range, the values the pointer.
    QVERIFY(shown({20'000'000, 30'000'000}, 1).first().startsWith("500"));
    QCOMPARE(shown({0, 10'000'000}, 9).size(), 4);
}

void Tracks::energyIsExactAndIncreasing()
{
    const trace::TraceView view = testing::viewOf(testing::makeTrainingRecording());
    for (const std::size_t rail : keysOfRails(view)) {
        const trace::ChannelView& watts = view.channels()[rail];
        const EnergyCurve energy(watts);
        for (const int columns : {7, 640, 4001}) {
            const Viewport viewport{view.extent(), static_cast<double>(columns), 64, columns};
            std::vector<std::pair<int, double>> ends;
            energy.traceEnds(viewport, ends);
            QVERIFY(!ends.empty());
            double before = 0;
            for (const auto& [column, joules] : ends) {
                QVERIFY(joules >= before);
                before = joules;
                const double exact = watts.integral({watts.time(0), columnRange(column, viewport).end}).value;
                QVERIFY(std::abs(joules - exact) <= 1e-12 * energy.total());
            }
            QVERIFY(std::abs(before - energy.total()) <= 1e-12 * before); // independent of the columns
        }
    }
    const EnergyCurve first(view.channels()[keysOfRails(view).front()]);
    QVERIFY(!first.valueAt(view.extent().begin - 1));
    QVERIFY(first.total() > 0);
}

void Tracks::energyIsConstantInGaps()
{
    testing::RecordingBuilder builder;
    trace::Channel channel;
    channel.name = channel.rail = "VDD_IN";
    channel.quantity = "rail.power";
    channel.unit = "W";
    channel.periodNs = 1'000'000'000;
    const auto rail = builder.channel(channel);
    constexpr std::int64_t kSecond = 1'000'000'000;
    builder.samples(rail, {0, kSecond, 2 * kSecond, 3 * kSecond}, {2, 2, format::kMissing, 2});
    builder.samples(rail, {4 * kSecond, 5 * kSecond}, {2, 2});
    const trace::TraceView view = testing::viewOf(builder.bytes());
    const EnergyCurve energy(view.channels().front());
    QCOMPARE(energy.valueAt(kSecond / 2), std::optional(1.0));
    QCOMPARE(energy.valueAt(kSecond), std::optional(2.0));
    QCOMPARE(energy.valueAt(3 * kSecond), std::optional(2.0)); // unknown in the gap
    QCOMPARE(energy.valueAt(5 * kSecond), std::optional(6.0));
    QVERIFY(!energy.valueAt(6 * kSecond));
}

void Tracks::phasesAreInTheGroupOfSteps()
{
    testing::RecordingBuilder builder;
    const auto epoch = builder.op("epoch 1");
    const auto evaluation = builder.op("evaluation");
    const auto add = builder.op("aten::add");
    builder.lane({.id = 1, .kind = format::Lane::Kind::Phases, .name = {}});
    builder.lane({.id = 2, .kind = format::Lane::Kind::Thread, .name = "main"});
    builder.spans(1, {{0, 800, epoch, 0}, {800, 200, evaluation, 0}}).spans(2, {{0, 100, add, 0}});
    builder.steps({{.index = 0, .start = 0, .end = 900}});
    const trace::TraceView view = testing::viewOf(builder.bytes());
    Rows rows;
    rows.update(view);
    QCOMPARE(rows.all().size(), std::size_t{3});
    QCOMPARE(rows.all()[1].kind->name, std::string_view("phases"));
    QCOMPARE(rows.all()[1].group, rows.all()[0].group);
    QCOMPARE(rows.all()[2].kind->name, std::string_view("ops"));
    const Geometry geometry = rows.all()[1].track->geometry(view, {{0, 1000}, 1000, 24, 1000});
    QCOMPARE(geometry.boxes.size(), std::size_t{2});
    QCOMPARE(geometry.boxes.front().label, std::string_view("epoch 1"));
}

void Tracks::channelsOfOneQuantityShareTracks()
{
    testing::RecordingBuilder builder;
    const auto add = [&](const std::string& name, const char* quantity, const char* unit) {
        trace::Channel channel;
        channel.name = name;
        channel.quantity = quantity;
        channel.unit = unit;
        return builder.channel(channel);
    };
    std::vector<std::uint32_t> channels;
    for (int rail = 0; rail < 7; ++rail)
        channels.push_back(add("rail " + std::to_string(rail), "rail.voltage", "V"));
    channels.push_back(add("fan", "fan.duty", "1"));
    for (const std::uint32_t channel : channels)
        builder.samples(channel, {0, 10'000'000}, {1, 2});
    const trace::TraceView view = testing::viewOf(builder.bytes());
    const std::vector<std::size_t> keys = keysOfOthers(view);
    QCOMPARE(keys, (std::vector<std::size_t>{0, 5, 7}));
    QCOMPARE(makeOtherTrack(view, keys[0])->readouts(view, {}).size(), std::size_t{5});
    QCOMPARE(makeOtherTrack(view, keys[1])->readouts(view, {}).size(), std::size_t{2});
    QCOMPARE(makeOtherTrack(view, keys[2])->caption(view).name, QStringLiteral("fan"));
}

/// Rails are sampled one after the other: the stack must not lose a rail in the last columns.
void Tracks::stackedEnergyKeepsItsLastValue()
{
    testing::RecordingBuilder builder;
    const auto rail = [&](const char* name, const char* parent) {
        trace::Channel channel;
        channel.name = channel.rail = name;
        channel.parent = parent;
        channel.quantity = "rail.power";
        channel.unit = "W";
        channel.periodNs = 1'000'000;
        return builder.channel(channel);
    };
    const auto all = rail("VDD_IN", "");
    const auto early = rail("VDD_GPU", "VDD_IN");
    const auto late = rail("VDD_CPU", "VDD_IN");
    std::vector<std::int64_t> times;
    for (std::int64_t i = 0; i <= 100; ++i)
        times.push_back(i * 1'000'000);
    const std::vector<std::int64_t> watts(times.size(), 2);
    builder.samples(all, times, watts).samples(late, times, watts);
    times.resize(91);
    builder.samples(early, times, std::vector<std::int64_t>(times.size(), 3));
    const trace::TraceView view = testing::viewOf(builder.bytes());
    const auto track = makeEnergyTrack(view, 0);
    for (const trace::TimeRange range :
         {view.extent(), trace::TimeRange{80'000'000, 100'000'000}, trace::TimeRange{95'000'000, 99'000'000}}) {
        const Geometry geometry = track->geometry(view, {range, 200, 64, 200});
        QCOMPARE(geometry.stack.size(), std::size_t{2});
        double before = 0;
        for (const StackLayer& layer : geometry.stack)
            QCOMPARE(layer.columns.size(), std::size_t{200});
        for (const StackColumn& column : geometry.stack.back().columns) {
            QVERIFY(column.high >= before);
            before = column.high;
        }
        const double expected = 0.09 * 3 + static_cast<double>(range.end) * 1e-9 * 2;
        QVERIFY2(std::abs(before - expected) < 1e-9, qPrintable(QString::number(before)));
    }
    // Nothing after the last sample of all rails.
    QVERIFY(track->geometry(view, {{200'000'000, 300'000'000}, 200, 64, 200}).stack.front().columns.empty());
}

void Tracks::memoryHasItsParts()
{
    testing::RecordingBuilder builder;
    std::vector<std::uint32_t> ids;
    for (const char* quantity :
         {"memory.swap", "memory.gpu_process", "memory.gpu", "memory.process", "memory.used", "memory.total"}) {
        trace::Channel channel;
        channel.name = quantity;
        channel.quantity = quantity;
        channel.unit = "B";
        ids.push_back(builder.channel(channel));
    }
    for (const std::uint32_t id : ids)
        builder.samples(id, {0, 10'000'000}, {1000 * (id + 1), 2000 * (id + 1)});
    const trace::TraceView view = testing::viewOf(builder.bytes());
    QCOMPARE(keysOfMemory(view).size(), std::size_t{1});
    QCOMPARE(keysOfOthers(view).size(), std::size_t{1}); // the total is not a part
    const auto track = makeMemoryTrack(view, 0);
    QStringList names;
    std::vector<ColorRole> colors;
    for (const Readout& readout : track->readouts(view, 10'000'000)) {
        names << readout.name;
        QVERIFY(std::find(colors.begin(), colors.end(), readout.color) == colors.end());
        colors.push_back(readout.color);
        QVERIFY(!readout.value.isEmpty());
    }
    QCOMPARE(names, QStringList({"used", "training", "GPU", "training, GPU", "swap"}));
    QCOMPARE(track->geometry(view, {view.extent(), 100, 96, 100}).series.size(), std::size_t{5});
}

void Tracks::tensorsHaveARowWhenThereIsData()
{
    testing::RecordingBuilder builder;
    const auto add = [&](const char* name, const char* quantity) {
        trace::Channel channel;
        channel.name = name;
        channel.quantity = quantity;
        channel.unit = "B";
        channel.periodNs = 10'000'000;
        return builder.channel(channel);
    };
    const auto used = add("tensors", "memory.allocator_used");
    add("allocator reserved", "memory.allocator_reserved");
    add("tensors at most", "memory.allocator_peak");
    const auto parameters = add("parameters", "memory.parameters");
    const auto gradients = add("gradients", "memory.gradients");
    QVERIFY(keysOfTensors(testing::viewOf(builder.bytes())).empty());
    builder.samples(parameters, {0, 10'000'000}, {1000, 1000}).samples(gradients, {0, 10'000'000}, {500, 500});
    // Without a GPU there is no allocator: its lines are not shown.
    const auto rowOf = [](const trace::TraceView& view) {
        auto rows = std::make_unique<Rows>();
        rows->update(view);
        return rows;
    };
    trace::TraceView view = testing::viewOf(builder.bytes());
    QVERIFY(keysOfOthers(view).empty());
    auto rows = rowOf(view);
    QCOMPARE(rows->all().back().kind->name, std::string_view("tensors"));
    auto readouts = rows->all().back().track->readouts(view, 10'000'000);
    QCOMPARE(readouts.size(), std::size_t{2});
    QVERIFY(readouts[0].value.startsWith(QLatin1String("500")));
    QVERIFY(readouts[0].color != readouts[1].color);
    Geometry geometry = rows->all().back().track->geometry(view, {view.extent(), 100, 60, 100});
    QVERIFY(geometry.series.empty());
    QCOMPARE(geometry.stack.size(), std::size_t{2});
    QCOMPARE(geometry.stack[1].columns[50].low, 1000.0);
    QCOMPARE(geometry.stack[1].columns[50].high, 1500.0);
    QVERIFY(geometry.valueMax >= 1500);

    builder.samples(used, {0, 10'000'000}, {2000, 3000});
    view = testing::viewOf(builder.bytes());
    rows = rowOf(view);
    readouts = rows->all().back().track->readouts(view, 10'000'000);
    QCOMPARE(readouts.size(), std::size_t{3});
    QVERIFY(readouts[0].value.startsWith(QLatin1Char('3')));
    QCOMPARE(rows->all().back().track->channels().size(), std::size_t{5 - 1});
    geometry = rows->all().back().track->geometry(view, {view.extent(), 100, 60, 100});
    QCOMPARE(geometry.series.size(), std::size_t{1});
}

void Tracks::trainingHasAllItsRows()
{
    const trace::TraceView view = testing::viewOf(testing::makeTrainingRecording());
    Rows rows;
    QVERIFY(rows.update(view));
    QStringList kinds;
    for (const Rows::Row& row : rows.all()) {
        kinds << QString::fromUtf8(row.kind->name.data(), static_cast<qsizetype>(row.kind->name.size()));
        QCOMPARE(row.height % 8, 0);
        QVERIFY(!row.track->caption(view).name.isEmpty());
        const Viewport viewport{view.extent(), 1000, static_cast<double>(row.height), 1000};
        const Geometry geometry = row.track->geometry(view, viewport);
        QVERIFY2(!geometry.boxes.empty() || !geometry.series.empty() || !geometry.stack.empty(),
                 qPrintable(kinds.back()));
    }
    QCOMPARE(kinds.count(QStringLiteral("cores")), 6);
    for (const char* kind : {"steps", "events", "gpu", "power", "memory", "ops", "temperatures"})
        QVERIFY2(kinds.contains(QLatin1String(kind)), kind);
    QVERIFY(!kinds.contains(QStringLiteral("frequencies")));
    rows.setShown("frequencies", true);
    QVERIFY(rows.update(view));
    QCOMPARE(rows.all().back().top + rows.all().back().height, rows.totalHeight());
    QCOMPARE(rows.at(rows.all()[3].top), std::size_t{3});
    QCOMPARE(rows.at(-1), kNoIndex);
    QCOMPARE(rows.at(rows.totalHeight()), kNoIndex);
}

void Tracks::rowsStayWhileTheTraceGrows()
{
    trace::TraceStore store;
    const std::vector<std::byte> bytes = testing::makeTrainingRecording();
    Rows rows;
    std::vector<const Track*> before;
    for (std::size_t i = 0; i < bytes.size(); i += bytes.size() / 20) {
        QVERIFY(store.feed(std::span(bytes).subspan(i, std::min(bytes.size() / 20, bytes.size() - i))).ok());
        const trace::TraceView view = store.view();
        rows.update(view);
        std::vector<const Track*> now;
        for (const Rows::Row& row : rows.all())
            now.push_back(row.track.get());
        for (const Track* track : before)
            QVERIFY(std::find(now.begin(), now.end(), track) != now.end());
        before = now;
    }
    QVERIFY(before.size() > 10);
}

void Tracks::stepsAreBands()
{
    const trace::TraceView view = testing::viewOf(testing::makeTrainingRecording());
    const auto track = makeStepsTrack(view, 0);
    const Geometry all = track->geometry(view, {view.extent(), 2000, 24, 2000});
    QCOMPARE(all.boxes.size(), view.stepCount());
    for (std::size_t i = 0; i < all.boxes.size(); ++i) {
        QCOMPARE(all.boxes[i].index, i);
        const bool traced = (view.step(i).flags & format::Step::kTraced) != 0;
        QCOMPARE(all.boxes[i].color.index >= 2, traced);
    }
    // 40 steps on 10 columns: one box per column, which together count all steps.
    const Geometry crowded = track->geometry(view, {view.extent(), 10, 24, 10});
    std::size_t count = 0;
    for (const Box& box : crowded.boxes)
        count += box.count;
    QCOMPARE(count, view.stepCount());
}

void Tracks::numbersOfStepsAreThinnedRegularly()
{
    const trace::TraceView view = testing::viewOf(testing::makeTrainingRecording({.steps = 200}));
    const auto track = makeStepsTrack(view, 0);
    const trace::TimeRange range{view.step(0).start, view.step(199).end};
    for (const double width : {100.0, 400.0, 1000.0}) {
        const Geometry geometry = track->geometry(view, {range, width, 24, static_cast<int>(width)});
        std::vector<int> numbers;
        double end = -1;
        for (const BoxText& text : geometry.texts) {
            const auto [left, right] = textRange(geometry.boxes[text.box], text, width);
            QVERIFY(left > end); // they do not overlap
            end = right;
            numbers.push_back(text.text.toInt());
        }
        QVERIFY(numbers.size() >= 3);
        QCOMPARE(numbers.front(), 0);
        QCOMPARE(numbers.back(), 199);
        const int every = numbers[2] - numbers[1];
        for (std::size_t i = 1; i + 1 < numbers.size(); ++i)
            QVERIFY(numbers.size() == 3 || (numbers[i] % every == 0 && every % 5 == 0));
    }
    // The number of the last step is drawn inside of the row, wherever the others are.
    for (std::size_t last = 100; last < 200; ++last) {
        const Geometry geometry = track->geometry(view, {{view.step(0).start, view.step(last).end}, 400, 24, 400});
        double end = -1;
        for (const BoxText& text : geometry.texts) {
            const auto [left, right] = textRange(geometry.boxes[text.box], text, 400);
            QVERIFY2(left > end, qPrintable(text.text));
            end = right;
        }
    }
    // With room, each step has its number.
    const Geometry wide = track->geometry(view, {{view.step(3).start, view.step(9).end}, 1000, 24, 1000});
    QCOMPARE(wide.texts.size(), wide.boxes.size());
    for (const BoxText& text : wide.texts) {
        const std::uint64_t step = view.step(wide.boxes[text.box].index).index;
        QCOMPARE(text.text.section(' ', 0, 0), QString::number(step));
    }
    // A step whose number has no room has none, instead of one that the painter leaves out.
    for (int width = 400; width < 2000; width += 20) {
        const trace::TimeRange steps{view.step(120).start, view.step(170).end};
        for (const BoxText& text : track->geometry(view, {steps, 1.0 * width, 24, width}).texts) {
            if (text.width == 0)
                QVERIFY(width / 51.0 >= 3 * 7 + 2 * kLabelPadding);
        }
    }
}

/// Without a moment: the time-weighted mean of the range, or the newest sample.
void Tracks::readoutsAreMeans()
{
    testing::RecordingBuilder builder;
    trace::Channel channel;
    channel.name = "gpu";
    channel.quantity = "gpu.utilization";
    channel.unit = "1";
    channel.scale = 0.01;
    channel.periodNs = 10'000'000;
    channel.covers = trace::Channel::Covers::Interval;
    const auto gpu = builder.channel(channel);
    builder.samples(gpu, {10'000'000, 20'000'000, 30'000'000, 40'000'000}, {0, 20, 40, 90});
    const trace::TraceView view = testing::viewOf(builder.bytes());
    const auto track = makeLoadTrack(view, 0);
    const auto value = [&](const ReadoutTime& time) { return track->readouts(view, time).front().value; };
    QVERIFY(value(ReadoutTime::meanOf({10'000'000, 30'000'000})).startsWith(QLatin1String("30")));
    QVERIFY(value(25'000'000).startsWith(QLatin1String("40")));
    QVERIFY(value(ReadoutTime::newest()).startsWith(QLatin1String("90")));
    QVERIFY(track->readouts(view, {}).empty());
}

void Tracks::eventsAndLossesAreAlwaysShown()
{
    testing::RecordingBuilder builder;
    for (int i = 0; i < 1000; ++i)
        builder.event(i * 1'000'000LL, format::Event::Severity::Warning, "source", "late");
    builder.loss({.what = "samples", .count = 7, .range = {2'000'000'000, 2'000'000'001}, .reason = "queue full"});
    const trace::TraceView view = testing::viewOf(builder.bytes());
    const auto track = makeEventsTrack(view, 0);
    const Geometry geometry = track->geometry(view, {{0, 86'400'000'000'000}, 1000, 24, 1000});
    QCOMPARE(geometry.boxes.front().of, Box::Of::Loss);
    QVERIFY(geometry.boxes.front().x1 - geometry.boxes.front().x0 >= 4); // visible at every zoom
    std::size_t count = 0;
    for (const Box& box : geometry.boxes)
        count += box.of == Box::Of::Event ? box.count : 0;
    QVERIFY(count >= 1000);
    QVERIFY(geometry.boxes.size() < 10);
}

/// A loss that is reported for a long time, most of whose samples are there, does not look like a gap.
void Tracks::lossesAmongManyDataAreThin()
{
    testing::RecordingBuilder builder;
    const auto channel = builder.channel(
        {.name = "GPU", .quantity = "gpu.utilization", .unit = "1", .scale = 1e-3, .periodNs = 10'000'000});
    std::vector<std::int64_t> times;
    for (std::int64_t i = 0; i < 1000; ++i)
        times.push_back(i * 10'000'000);
    builder.samples(channel, times, std::vector<std::int64_t>(times.size(), 500));
    builder.loss({.what = "samples", .count = 12, .range = {0, 9'990'000'000}, .reason = "late"});
    builder.loss({.what = "samples", .count = 990, .range = {10'000'000'000, 19'900'000'000}, .reason = "suspended"});
    const trace::TraceView view = testing::viewOf(builder.bytes());
    const auto track = makeEventsTrack(view, 0);
    const Geometry geometry = track->geometry(view, {{0, 20'000'000'000}, 1000, 24, 1000});
    QVERIFY(geometry.boxes.size() >= 2);
    QVERIFY(geometry.boxes[0].y1 - geometry.boxes[0].y0 < 6);
    QVERIFY(geometry.boxes[1].y1 - geometry.boxes[1].y0 > 12);
}

void Tracks::emptyTracesHaveNoRows()
{
    // An empty trace, and channels without samples.
    Rows rows;
    rows.update(trace::TraceView());
    QVERIFY(rows.all().empty());
    testing::RecordingBuilder builder;
    builder.channel({.name = "cpu0", .quantity = "cpu.utilization", .unit = "1", .core = 0});
    builder.log(5, "hello");
    const trace::TraceView view = testing::viewOf(builder.bytes());
    rows.update(view);
    QCOMPARE(rows.all().size(), std::size_t{1});
    const Geometry geometry = rows.all().front().track->geometry(view, {{0, 1'000'000'000}, 1000, 32, 1000});
    QVERIFY(geometry.series.front().columns.empty() && geometry.series.front().lines.empty());
}

} // namespace stepscope::widgets

QTEST_APPLESS_MAIN(stepscope::widgets::Tracks)
#include "tst_tracks.moc"
