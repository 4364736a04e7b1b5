#include "widgets/figures/figuredata.h"

#include <QString>

#include <algorithm>
#include <array>
#include <vector>

namespace stepscope::widgets {

namespace {

QByteArray quoted(const QString& text)
{
    QByteArray field = text.toUtf8();
    if (!field.contains('"') && !field.contains(',') && !field.contains('\n') && !field.contains('\r'))
        return field;
    return '"' + field.replace('"', "\"\"") + '"';
}

QByteArray csvNumber(double value)
{
    return QByteArray::number(value, 'g', 15);
}

/// The records of one row.
class RowData
{
public:
    RowData(QByteArray& csv, const Scene& scene, const Rows::Row& row, const Viewport& viewport)
        : m_csv(csv)
        , m_scene(scene)
        , m_viewport(viewport)
        , m_row(quoted(row.track->caption(scene.view).name))
        , m_names(row.track->readouts(scene.view, {}))
    {}

    void add(const Geometry& geometry)
    {
        for (std::size_t i = 0; i < geometry.series.size(); ++i)
            addSeries(geometry.series[i], nameAt(i));
        // Readouts are the lines, then the layers of the stack from the top.
        for (std::size_t i = 0; i < geometry.stack.size(); ++i)
            addLayer(geometry.stack[i], nameAt(m_names.size() - 1 - i));
        for (const Box& box : geometry.boxes)
            addBox(box);
    }

private:
    [[nodiscard]] QByteArray nameAt(std::size_t i) const
    {
        return i < m_names.size() ? quoted(m_names[i].name) : QByteArray();
    }
    [[nodiscard]] QByteArray times(std::int64_t begin, std::int64_t end) const
    {
        return QByteArray::number(static_cast<qlonglong>(begin - m_scene.start())) + ',' +
               QByteArray::number(static_cast<qlonglong>(end - m_scene.start()));
    }
    void addSeries(const Series& series, const QByteArray& name)
    {
        for (const Column& column : series.columns) {
            const trace::TimeRange time = columnRange(column.column, m_viewport);
            m_csv += m_row + ',' + name + ",column," + times(time.begin, time.end) + ',' + csvNumber(column.min) + ',' +
                     csvNumber(column.max) + ',' + csvNumber(column.mean) + ",,,\r\n";
        }
        for (const std::vector<Point>& line : series.lines) {
            for (const Point& point : line) {
                const std::int64_t time = timeAt(point.x, m_viewport);
                const QByteArray value = csvNumber(point.value);
                m_csv += m_row + ',' + name + ",point," + times(time, time) + ',' + value + ',' + value + ',' + value +
                         ",,,\r\n";
            }
        }
    }
    void addLayer(const StackLayer& layer, const QByteArray& name)
    {
        for (const StackColumn& column : layer.columns) {
            const trace::TimeRange time = columnRange(column.column, m_viewport);
            m_csv += m_row + ',' + name + ",layer," + times(time.begin, time.end) + ",,," +
                     csvNumber(column.high - column.low) + ",,,\r\n";
        }
    }
    void addBox(const Box& box)
    {
        static constexpr std::array<const char*, 4> kKinds = {"span", "step", "event", "loss"};
        trace::TimeRange time{timeAt(box.x0, m_viewport), timeAt(box.x1, m_viewport)};
        QByteArray name;
        if (box.of == Box::Of::Span) {
            const trace::SpanRecord span = m_scene.view.lanes()[box.lane].span(box.index);
            const std::string_view op = m_scene.view.opName(span.op);
            name = quoted(QString::fromUtf8(op.data(), static_cast<qsizetype>(op.size())));
            if (box.count == 1)
                time = {span.start, span.end()};
        } else if (box.of == Box::Of::Step) {
            const format::Step step = m_scene.view.step(box.index);
            name = QByteArray::number(static_cast<qulonglong>(step.index));
            if (box.count == 1)
                time = {step.start, step.end};
        } else if (box.of == Box::Of::Event) {
            const trace::EventRecord& event = m_scene.view.event(box.index);
            name = quoted(QString::fromStdString(event.text));
            time = {event.time, event.time};
        } else {
            const trace::Loss& loss = m_scene.view.losses()[box.index];
            name = quoted(QString::fromStdString(loss.what));
            time = loss.range;
        }
        m_csv += m_row + ",," + kKinds[static_cast<std::size_t>(box.of)] + ',' + times(time.begin, time.end) + ",,,," +
                 name + ',' + QByteArray::number(static_cast<qulonglong>(box.count)) + ',' + csvNumber(box.busy) +
                 "\r\n";
    }

    QByteArray& m_csv;
    const Scene& m_scene;
    const Viewport& m_viewport;
    QByteArray m_row;
    std::vector<Readout> m_names;
};

} // namespace

QByteArray figureData(const Scene& scene, QSize data, int columns)
{
    QByteArray csv = "row,series,kind,begin_ns,end_ns,min,max,mean,name,count,busy\r\n";
    for (const Rows::Row& row : scene.rows.all()) {
        const int top = row.top - scene.scroll;
        if (top + row.height <= 0 || top >= data.height())
            continue;
        // The last px of a row is the separator line.
        const Viewport viewport{scene.shown(), static_cast<double>(data.width()), static_cast<double>(row.height - 1),
                                columns};
        RowData(csv, scene, row, viewport).add(row.track->geometry(scene.view, viewport));
    }
    return csv;
}

} // namespace stepscope::widgets
