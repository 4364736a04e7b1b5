#include "widgets/timeline/timelineplot.h"

#include "widgets/render/framebuffer.h"
#include "widgets/render/rasterpainter.h"
#include "widgets/render/rowbatch.h"
#include "widgets/render/workerpool.h"
#include "widgets/timeline/labelcolumn.h"
#include "widgets/timeline/marks.h"
#include "widgets/timeline/overlay.h"
#include "widgets/timeline/scene.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QFontMetricsF>
#include <qcustomplot.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace stepscope::widgets {

namespace {

/// Passes the ticks of the canvas's ruler to QCustomPlot's axis.
class RulerTicker : public QCPAxisTicker
{
public:
    explicit RulerTicker(const TimelineCanvas& canvas)
        : m_canvas(canvas)
        , m_scene(canvas.scene())
    {}

    void generate(const QCPRange&, const QLocale&, QChar, int, QVector<double>& ticks, QVector<double>* subTicks,
                  QVector<QString>* labels) override
    {
        const Ruler& ruler = m_canvas.ruler();
        const auto seconds = [&](std::int64_t time) { return trace::TimeRange{m_scene.start(), time}.seconds(); };
        ticks.clear();
        for (const Tick& tick : ruler.ticks)
            ticks.append(seconds(tick.time));
        if (subTicks) {
            subTicks->clear();
            for (const std::int64_t time : ruler.subTicks)
                subTicks->append(seconds(time));
        }
        if (labels) {
            labels->clear();
            for (const Tick& tick : ruler.ticks)
                labels->append(fits(tick) ? tick.label : QString());
        }
    }

private:
    /// False for a label that would be cut off at an edge: the rest of a number is another number.
    [[nodiscard]] bool fits(const Tick& tick) const
    {
        const Viewport viewport = m_canvas.viewportOfData();
        const double half = QFontMetricsF(m_scene.theme.smallFont()).horizontalAdvance(tick.label) / 2 + 2;
        const double x = pixelOf(tick.time, viewport);
        return x >= half && x <= viewport.width - half;
    }

    const TimelineCanvas& m_canvas;
    const Scene& m_scene;
};

/// A drawing function as a part of a QCustomPlot layer.
class LayerPart : public QCPLayerable
{
public:
    using Draw = std::function<void(QPainter& painter, bool isPaper)>;

    LayerPart(QCustomPlot& plot, const char* layer, Draw draw)
        : QCPLayerable(&plot, QLatin1String(layer))
        , m_draw(std::move(draw))
    {}

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
    void draw(QCPPainter* painter) override { m_draw(*painter, painter->modes().testFlag(QCPPainter::pmNoCaching)); }

private:
    Draw m_draw;
};

/// Draws a RowPane in its axis rect.
class RowPlottable : public QCPAbstractPlottable
{
public:
    RowPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, RowPane& pane)
        : QCPAbstractPlottable(keyAxis, valueAxis)
        , m_pane(pane)
    {
        setSelectable(QCP::stNone);
    }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override
    {
        found = true;
        return keyAxis()->range();
    }
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override
    {
        found = true;
        return {m_pane.geometry().valueMin, m_pane.geometry().valueMax};
    }

protected:
    QRect clipRect() const override { return keyAxis()->axisRect()->rect() & m_pane.area(); }
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}
    void draw(QCPPainter* painter) override
    {
        const bool isVector = painter->modes().testFlag(QCPPainter::pmVectorized);
        const bool isBuffered = !isVector && !painter->modes().testFlag(QCPPainter::pmNoCaching);
        painter->save();
        if (!isVector) // QCPPainter shifts antialiased drawing by half a pixel; rows are whole pixels
            painter->setAntialiasing(false);
        m_pane.draw(*painter, {keyAxis()->axisRect()->rect(), isVector,
                               isBuffered ? dynamic_cast<QImage*>(painter->device()) : nullptr});
        painter->restore();
    }

private:
    RowPane& m_pane;
};

/// Places each element at a given rectangle, which may lie partly outside the picture.
class RowLayout : public QCPLayout
{
public:
    ~RowLayout() override { clear(); }

    void add(QCPLayoutElement* element)
    {
        m_places.append(Place{element, {}});
        adoptElement(element);
    }
    void place(QCPLayoutElement* element, const QRect& outerRect)
    {
        for (Place& place : m_places) {
            if (place.element == element)
                place.rect = outerRect;
        }
    }

    /// QCustomPlot looks through the elements of its layouts for the plot's first axis rect whenever an axis is added:
    /// with thousands of rows that takes most of the time of a figure. No row is that rect.
    QList<QCPLayoutElement*> elements(bool /*recursive*/) const override { return {}; }
    int elementCount() const override { return static_cast<int>(m_places.size()); }
    QCPLayoutElement* elementAt(int index) const override
    {
        return index >= 0 && index < m_places.size() ? m_places[index].element : nullptr;
    }
    QCPLayoutElement* takeAt(int index) override
    {
        QCPLayoutElement* element = elementAt(index);
        if (element) {
            releaseElement(element);
            m_places.removeAt(index);
        }
        return element;
    }
    bool take(QCPLayoutElement* element) override
    {
        for (int i = 0; i < elementCount(); ++i) {
            if (elementAt(i) == element)
                return takeAt(i) != nullptr;
        }
        return false;
    }

protected:
    void updateLayout() override
    {
        for (const Place& place : m_places)
            place.element->setOuterRect(place.rect);
    }

private:
    struct Place
    {
        QCPLayoutElement* element = nullptr;
        QRect rect;
    };
    QList<Place> m_places;
};

/// A FrameBuffer as QCustomPlot's paint buffer.
class FramePaintBuffer : public QCPAbstractPaintBuffer
{
public:
    FramePaintBuffer(FrameBuffer& frame, const QSize& size, double devicePixelRatio)
        : QCPAbstractPaintBuffer(size, devicePixelRatio)
        , m_frame(frame)
    {
        FramePaintBuffer::reallocateBuffer();
    }

    QCPPainter* startPainting() override { return new QCPPainter(&m_frame.image()); }
    void draw(QCPPainter* painter) const override { painter->drawImage(0, 0, m_frame.image()); }
    /// QCustomPlot asks for a transparent buffer, to blend several; there is only this one.
    void clear(const QColor& /*colour*/) override { m_frame.clear(); }

protected:
    void reallocateBuffer() override
    {
        setInvalidated();
        m_frame.resize(mSize, mDevicePixelRatio);
    }

private:
    FrameBuffer& m_frame;
};

constexpr const char* kOverlayLayer = "overlay";

class Plot
    : public QCustomPlot
    , public TimelinePlot
{
public:
    explicit Plot(TimelineCanvas& canvas)
        : QCustomPlot(&canvas)
        , m_canvas(canvas)
        , m_backdrop(canvas)
        , m_highlight(canvas)
        , m_marks(canvas)
        , m_overlay(canvas)
        , m_hints(canvas)
    {
        setMouseTracking(true);
        setAttribute(Qt::WA_TransparentForMouseEvents); // the canvas handles them
        setFocusPolicy(Qt::NoFocus);
        setAttribute(Qt::WA_OpaquePaintEvent);
        mPaintBuffers = {
            QSharedPointer<FramePaintBuffer>::create(m_frame, viewport().size(), bufferDevicePixelRatio())};
        plotLayout()->clear();
        plotLayout()->setMargins({});
        plotLayout()->addElement(0, 0, m_rowLayout);
        addLayers();
        addRuler();
        connectReplot();
    }

    void applyTheme() override;
    void setSize(QSize size) override { QWidget::resize(size); }
    void placeRows() override;
    void redraw() override
    {
        m_isReplotDue = m_isPaintDue = true;
        replot(QCustomPlot::rpQueuedRefresh);
    }
    void redrawOverlay() override
    {
        m_isPaintDue = true;
        update();
    }
    [[nodiscard]] bool isDrawn() const override { return !m_isReplotDue && !m_isPaintDue; }
    void drawOn(QPaintDevice& device, QSize size, double scale, bool isVector) override;
    [[nodiscard]] const RowPane* paneOf(std::size_t row) const override;
    [[nodiscard]] const FrameTimes& times() const override { return m_times; }
    void showTimes(bool on) override
    {
        m_showsTimes = on;
        update();
    }
    [[nodiscard]] bool showsTimes() const override { return m_showsTimes; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Row
    {
        std::unique_ptr<RowPane> pane;
        QCPAxisRect* rect = nullptr;
        RowPlottable* plottable = nullptr;
    };

    void addLayers();
    void addRuler();
    void connectReplot();
    Row makeRow();
    void placeRuler(double begin, double seconds);
    /// Starts computing the geometry of the visible rows on the worker pool.
    void beginGeometry();
    /// Without the line below the row.
    [[nodiscard]] QRect paneRect(std::size_t row) const { return m_canvas.rowRect(row).adjusted(0, 0, 0, -1); }

    TimelineCanvas& m_canvas;
    Backdrop m_backdrop;
    SearchHighlight m_highlight;
    Marks m_marks;
    Overlay m_overlay;
    RowHints m_hints;
    RowLayout* m_rowLayout = new RowLayout;
    QCPAxisRect* m_rulerRect = nullptr;
    WorkerPool m_workers; ///< before its users
    FrameBuffer m_frame{m_workers};
    RasterColors m_colors;
    FrameTimes m_times;
    std::vector<Row> m_rows;     ///< the first ones are in use
    RowBatch m_batch{m_workers}; ///< after the rows: its destructor waits for their jobs
    bool m_isReplotDue = false;
    bool m_isPaintDue = false;
    bool m_showsTimes = qEnvironmentVariableIsSet("STEPSCOPE_FRAME_TIMES");
};

/// QCustomPlot draws its layers in this order: background, grid, main (the plottables), axes, legend, overlay.
void Plot::addLayers()
{
    layer(QLatin1String(kOverlayLayer))->setMode(QCPLayer::lmLogical);
    const auto add = [this](const char* name, LayerPart::Draw draw) { new LayerPart(*this, name, std::move(draw)); };
    add("background", [this](QPainter& painter, bool isPaper) {
        m_backdrop.draw(painter, isPaper);
        if (!isPaper)
            m_overlay.prepare(bufferDevicePixelRatio());
    });
    // The layer after that of the plottables, which only queue their pixels. Of the axes, only the ruler's is drawn,
    // and it does not overlap a row.
    add("axes", [this](QPainter&, bool) { m_batch.paintRows(); });
    add("legend", [this](QPainter& painter, bool) { m_highlight.draw(painter); });
    add(kOverlayLayer, [this](QPainter& painter, bool) { m_marks.draw(painter); });
    add(kOverlayLayer, [this](QPainter& painter, bool isPaper) { m_overlay.draw(painter, isPaper); });
}

void Plot::addRuler()
{
    m_rulerRect = new QCPAxisRect(this, false);
    m_rulerRect->setAutoMargins(QCP::msNone);
    QCPAxis* axis = m_rulerRect->addAxis(QCPAxis::atBottom);
    axis->setTicker(QSharedPointer<QCPAxisTicker>(new RulerTicker(m_canvas)));
    axis->grid()->setVisible(false);
    axis->setTickLabelSide(QCPAxis::lsInside);
    axis->setTickLength(6, 0);
    axis->setSubTickLength(3, 0);
    axis->setTickLabelPadding(3);
    m_rowLayout->add(m_rulerRect);
}

void Plot::connectReplot()
{
    // On the screen, paintEvent() draws the overlay over the finished frame. Only figures draw it as a layer.
    connect(this, &QCustomPlot::beforeReplot, this, [this] {
        m_canvas.arrange(viewport().size());
        layer(QLatin1String(kOverlayLayer))->setVisible(false);
        m_times.beginFrame();
        beginGeometry();
    });
    connect(this, &QCustomPlot::afterReplot, this, [this] {
        m_isReplotDue = false;
        m_times.endFrame();
        layer(QLatin1String(kOverlayLayer))->setVisible(true);
    });
}

void Plot::applyTheme()
{
    const Theme& theme = m_canvas.scene().theme;
    setBackground(QBrush(theme.surface));
    m_frame.setBackground(theme.surface);
    QCPAxis* axis = m_rulerRect->axis(QCPAxis::atBottom);
    axis->setBasePen(Qt::NoPen);
    axis->setTickPen(QPen(theme.mutedText, 1));
    axis->setSubTickPen(QPen(theme.line.darker(theme.kind == Theme::Kind::Light ? 115 : 80), 1));
    axis->setTickLabelColor(theme.mutedText);
    axis->setTickLabelFont(theme.smallFont());
}

Plot::Row Plot::makeRow()
{
    Row row;
    row.rect = new QCPAxisRect(this, false);
    row.rect->setAutoMargins(QCP::msNone);
    QCPAxis* key = row.rect->addAxis(QCPAxis::atBottom);
    QCPAxis* value = row.rect->addAxis(QCPAxis::atLeft);
    for (QCPAxis* axis : {key, value}) {
        axis->setVisible(false);
        axis->grid()->setVisible(false); // without it and the ticks, QCustomPlot computes no labels for each frame
        axis->setTicks(false);
        axis->setTickLabels(false);
    }
    m_rowLayout->add(row.rect);
    row.pane = std::make_unique<RowPane>(m_canvas.scene(), m_colors, m_batch, m_times);
    row.plottable = new RowPlottable(key, value, *row.pane);
    return row;
}

void Plot::placeRuler(double begin, double seconds)
{
    m_rowLayout->place(m_rulerRect, m_canvas.rulerDataArea());
    QCPAxis* axis = m_rulerRect->axis(QCPAxis::atBottom);
    axis->setRange(begin, begin + seconds);
    m_rulerRect->setVisible(m_canvas.scene().view.hasHeader());
    axis->setVisible(m_canvas.scene().view.hasHeader());
}

void Plot::placeRows()
{
    const Scene& scene = m_canvas.scene();
    const trace::TimeRange range = scene.shown();
    const double begin = trace::TimeRange{scene.start(), range.begin}.seconds();
    placeRuler(begin, range.seconds());
    std::size_t used = 0;
    for (const std::size_t index : m_canvas.rowsInSight()) {
        if (used == m_rows.size())
            m_rows.push_back(makeRow());
        const Row& row = m_rows[used++];
        row.pane->setRow(index);
        row.pane->setArea(m_canvas.rowClip(index));
        row.rect->setVisible(true);
        row.plottable->setVisible(true);
        row.plottable->keyAxis()->setRange(begin, begin + range.seconds());
        m_rowLayout->place(row.rect, paneRect(index));
    }
    for (; used < m_rows.size(); ++used) {
        m_rows[used].pane->setRow(kNoIndex);
        m_rows[used].plottable->setVisible(false);
        m_rows[used].rect->setVisible(false);
    }
}

void Plot::beginGeometry()
{
    m_times.beginGeometry();
    std::vector<RowJob*> jobs;
    for (const Row& row : m_rows) {
        if (row.pane->row() == kNoIndex)
            continue;
        row.pane->prepare(paneRect(row.pane->row()).size(), bufferDevicePixelRatio());
        jobs.push_back(row.pane.get());
    }
    m_batch.beginGeometry(jobs, [this] { m_times.endGeometry(); });
}

void Plot::paintEvent(QPaintEvent* event)
{
    if (bufferDevicePixelRatio() != devicePixelRatioF()) { // the window has moved to another screen
        setBufferDevicePixelRatio(devicePixelRatioF());
        redraw();
    }
    QCPPainter painter(this);
    m_frame.paintOn(painter, event->region());
    m_marks.draw(painter);
    m_hints.draw(painter);
    m_overlay.draw(painter, false);
    if (m_showsTimes)
        m_canvas.drawTimes(painter);
    m_isPaintDue = m_isReplotDue;
}

void Plot::drawOn(QPaintDevice& device, QSize size, double scale, bool isVector)
{
    QCPPainter painter;
    if (!painter.begin(&device))
        return;
    painter.setMode(QCPPainter::pmVectorized, isVector);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    painter.fillRect(QRect(QPoint(), size), m_canvas.scene().theme.surface);
    toPainter(&painter, size.width(), size.height());
    painter.end();
}

const RowPane* Plot::paneOf(std::size_t row) const
{
    const auto shown =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& other) { return other.pane->row() == row; });
    return shown != m_rows.end() ? shown->pane.get() : nullptr;
}

} // namespace

std::unique_ptr<TimelinePlot> TimelinePlot::make(TimelineCanvas& canvas)
{
    return std::make_unique<Plot>(canvas);
}

} // namespace stepscope::widgets
