#include "app/window/recordingpreview.h"

#include "analysis/metrics/metrics.h"
#include "analysis/trace/tracestore.h"
#include "ui/messages/filetexts.h"
#include "widgets/figures/figure.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>
#include <cstddef>
#include <span>

namespace stepscope::app {
namespace {

constexpr QSize kPreviewSize{336, 144}; ///< px of the stored pictures: twice those of the page
constexpr qint64 kFirstBytes = qint64{4} << 20;
constexpr std::size_t kPreviewMemory = std::size_t{64} << 20U;
constexpr qint64 kLongestFacts = 64 * 1024;

QString previewBase(const QString& recording)
{
    const QByteArray hash =
        QCryptographicHash::hash(QFile::encodeName(QFileInfo(recording).absoluteFilePath()), QCryptographicHash::Sha1);
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
           QStringLiteral("/stepscope/previews/") + QString::fromLatin1(hash.toHex());
}

/// Changes whenever the file does.
QString stampOf(const QFileInfo& file)
{
    return QStringLiteral("%1 %2").arg(file.size()).arg(file.lastModified().toMSecsSinceEpoch());
}

bool readCached(ui::RecentRecording& shown)
{
    const QString base = previewBase(shown.path);
    QFile file(base + QStringLiteral(".json"));
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QJsonObject facts = QJsonDocument::fromJson(file.read(kLongestFacts)).object();
    if (facts.value(QLatin1String("stamp")).toString() != stampOf(QFileInfo(shown.path)))
        return false;
    shown.device = facts.value(QLatin1String("device")).toString();
    shown.training = facts.value(QLatin1String("training")).toString();
    if (const double started = facts.value(QLatin1String("started_ms")).toDouble(); started > 0)
        shown.started = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(started));
    shown.seconds = facts.value(QLatin1String("seconds")).toDouble();
    if (facts.value(QLatin1String("joules")).isDouble())
        shown.joules = facts.value(QLatin1String("joules")).toDouble();
    shown.isVirtual = facts.value(QLatin1String("virtual")).toBool();
    shown.isRead = true;
    if (facts.value(QLatin1String("pictures")).toBool()) {
        shown.lightPicture = QImage(base + QStringLiteral("-light.png"));
        shown.darkPicture = QImage(base + QStringLiteral("-dark.png"));
        return !shown.lightPicture.isNull() && !shown.darkPicture.isNull();
    }
    return true;
}

void setFacts(const trace::TraceView& view, ui::RecentRecording& shown)
{
    const trace::RunHeader& header = view.header();
    const trace::Device& device = header.device;
    for (const std::string& name : {device.board, device.model, device.hostname}) {
        if (shown.device.isEmpty())
            shown.device = QString::fromStdString(name);
    }
    shown.training = trainingName(header.command);
    constexpr std::int64_t kNsPerMs = 1'000'000;
    if (header.startRealtime > 0)
        shown.started = QDateTime::fromMSecsSinceEpoch(header.startRealtime / kNsPerMs);
    shown.isVirtual = header.isVirtual;
    shown.isRead = true;
}

/// The facts of a recording that is too large to be read whole.
ReadPreview readBegin(ui::RecentRecording shown)
{
    QFile file(shown.path);
    if (!file.open(QIODevice::ReadOnly)) {
        shown.problem = ui::messages::notReadable(file.errorString());
        return {shown};
    }
    const QByteArray bytes = file.read(kFirstBytes);
    trace::TraceStore store({.memoryLimit = kPreviewMemory});
    const auto fed = store.feed(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    if (!fed.ok())
        shown.problem = QString::fromStdString(fed.error().text);
    else if (!store.view().hasHeader())
        shown.problem = ui::messages::headerMissing();
    else
        setFacts(store.view(), shown);
    return {shown};
}

} // namespace

ReadPreview readPreview(const QString& recording, const std::stop_token& stop)
{
    ui::RecentRecording shown{recording};
    const QFileInfo file(recording);
    if (!file.exists()) {
        shown.problem = ui::messages::fileMissing();
        return {shown};
    }
    if (readCached(shown))
        return {shown};
    shown = ui::RecentRecording{recording};
    if (file.size() > kLargestPreviewed)
        return readBegin(shown);
    trace::LoadOptions options;
    options.progress = [&stop](double /*share*/) { return !stop.stop_requested(); };
    options.store.memoryLimit = kPreviewMemory;
    const auto view = trace::loadRecording(recording.toStdString(), options);
    if (!view.ok()) {
        shown.problem = QString::fromStdString(view.error().text);
        return {shown};
    }
    if (!view->hasHeader()) {
        shown.problem = ui::messages::headerMissing();
        return {shown};
    }
    setFacts(*view, shown);
    shown.seconds = view->extent().seconds();
    shown.joules = analysis::summarize(*view, view->extent(), stop).systemJoules;
    return {shown, *view};
}

void drawPreview(const trace::TraceView& view, ui::RecentRecording& shown)
{
    const QStringList present = widgets::figureRows(view);
    QStringList rows;
    for (const char* const row : {"gpu", "power", "cpu", "cores", "memory", "ops", "steps"}) {
        constexpr qsizetype kMostRows = 2;
        if (present.contains(QLatin1String(row)) && rows.size() < kMostRows)
            rows.append(QLatin1String(row));
    }
    if (rows.isEmpty())
        return; // the timeline without rows shows a text
    using Canvas = widgets::TimelineCanvas;
    widgets::FigureOptions options;
    options.sizePx = QSizeF(Canvas::kLabelWidth + kPreviewSize.width() + Canvas::kValueWidth, 0);
    options.rows = rows;
    options.path = QStringLiteral("preview.png"); // not written; the suffix is the format
    widgets::TimelineFigure figure(view);
    for (const auto theme : {widgets::Theme::Kind::Light, widgets::Theme::Kind::Dark}) {
        options.theme = theme;
        const QImage whole = figure.picture(options);
        // The data only: no labels, title and axis.
        const int top = Canvas::kTitleHeight + Canvas::kRulerHeight;
        const QImage data = whole.copy(Canvas::kLabelWidth, std::min(top, whole.height()), kPreviewSize.width(),
                                       std::max(1, whole.height() - top));
        QImage& picture = theme == widgets::Theme::Kind::Dark ? shown.darkPicture : shown.lightPicture;
        picture =
            whole.isNull() ? QImage() : data.scaled(kPreviewSize, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    }
}

void storePreview(const ui::RecentRecording& shown)
{
    const QString base = previewBase(shown.path);
    QDir().mkpath(QFileInfo(base).path());
    const bool hasPictures = !shown.lightPicture.isNull() && !shown.darkPicture.isNull();
    if (hasPictures && !(shown.lightPicture.save(base + QStringLiteral("-light.png")) &&
                         shown.darkPicture.save(base + QStringLiteral("-dark.png"))))
        return;
    QJsonObject facts{{QStringLiteral("stamp"), stampOf(QFileInfo(shown.path))},
                      {QStringLiteral("device"), shown.device},
                      {QStringLiteral("training"), shown.training},
                      {QStringLiteral("started_ms"),
                       shown.started.isValid() ? static_cast<double>(shown.started.toMSecsSinceEpoch()) : 0.0},
                      {QStringLiteral("seconds"), shown.seconds},
                      {QStringLiteral("virtual"), shown.isVirtual},
                      {QStringLiteral("pictures"), hasPictures}};
    if (shown.joules)
        facts.insert(QStringLiteral("joules"), *shown.joules);
    QSaveFile file(base + QStringLiteral(".json"));
    if (file.open(QIODevice::WriteOnly)) {
        file.write(QJsonDocument(facts).toJson());
        (void)file.commit(); // read again by the next window
    }
}

void dropPreview(const QString& recording)
{
    const QString base = previewBase(recording);
    for (const char* const part : {".json", "-light.png", "-dark.png"})
        QFile::remove(base + QLatin1String(part));
}

QString trainingName(const std::vector<std::string>& command)
{
    QStringList words;
    for (const std::string& word : command)
        words.append(QString::fromStdString(word));
    const auto after = [&words](const QString& word) { return words.value(words.indexOf(word) + 1); };
    if (words.contains(QStringLiteral("--model")))
        return after(QStringLiteral("--model"));
    if (words.contains(QStringLiteral("benchmarks")) && words.contains(QStringLiteral("train")))
        return after(QStringLiteral("train"));
    const auto script = std::find_if(words.begin(), words.end(),
                                     [](const QString& word) { return word.endsWith(QLatin1String(".py")); });
    if (script != words.end())
        return QFileInfo(*script).fileName();
    constexpr qsizetype kLongest = 60;
    return words.join(QLatin1Char(' ')).left(kLongest);
}

} // namespace stepscope::app
