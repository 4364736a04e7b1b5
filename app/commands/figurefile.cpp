#include "app/commands/figurefile.h"

#include "analysis/energy/samplewindows.h"
#include "analysis/folding/predictability.h"
#include "analysis/metrics/metrics.h"
#include "analysis/steps/steplist.h"
#include "ui/recording/fold/foldexport.h"
#include "widgets/charts/studychart.h"
#include "widgets/figures/figure.h"
#include "widgets/figures/foldfigure.h"

#include <QApplication>
#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>

#include <functional>
#include <optional>

namespace stepscope::app {
namespace {

/// Sets an environment variable and restores the previous state at the end of its scope.
class EnvironmentVariable
{
public:
    EnvironmentVariable(const char* name, const char* value)
        : m_name(name)
        , m_wasSet(qEnvironmentVariableIsSet(name))
        , m_before(qgetenv(name))
    {
        qputenv(name, value);
    }
    ~EnvironmentVariable()
    {
        if (m_wasSet)
            qputenv(m_name, m_before);
        else
            qunsetenv(m_name);
    }
    EnvironmentVariable(const EnvironmentVariable&) = delete;
    EnvironmentVariable& operator=(const EnvironmentVariable&) = delete;

private:
    const char* m_name;
    bool m_wasSet;
    QByteArray m_before;
};

widgets::FigurePaper paperOf(const FigureRequest& request)
{
    widgets::FigurePaper paper;
    paper.path = QString::fromStdString(request.path);
    if (request.widthMm > 0)
        paper.sizeMm = QSizeF(request.widthMm, request.heightMm);
    paper.dpi = request.dpi;
    if (request.fontPoints > 0)
        paper.fontPoints = request.fontPoints;
    paper.fontFamily = QString::fromStdString(request.fontFamily);
    paper.dataPath = QString::fromStdString(request.dataPath);
    paper.theme = request.isDark ? widgets::Theme::Kind::Dark : widgets::Theme::Kind::Light;
    return paper;
}

format::Result<void> withApplication(const std::function<format::Result<void>()>& draw)
{
    if (QCoreApplication::instance() != nullptr)
        return draw();
    // Fonts need an application, but no display: the platform is set for this application only.
    const EnvironmentVariable platform("QT_QPA_PLATFORM", "offscreen");
    // Suppresses Qt's warning about a missing XDG_RUNTIME_DIR, which is common over SSH and not needed here.
    const EnvironmentVariable rules("QT_LOGGING_RULES", "default.warning=false");
    int count = 1;
    std::string name = "stepscope";
    char* arguments[] = {name.data(), nullptr};
    const QApplication application(count, arguments);
    return draw();
}

/// The index of the channel with this rail or name; of the best channel to fold if `requested` is empty.
format::Result<std::size_t> channelFor(const trace::TraceView& view, const std::string& requested)
{
    std::string names;
    for (std::size_t i = 0; i < view.channels().size(); ++i) {
        const trace::Channel& info = view.channels()[i].info();
        const std::string name = ui::foldName(info).toStdString();
        if (!requested.empty() && (requested == name || requested == info.name))
            return i;
        names += (names.empty() ? "" : ", ") + name;
    }
    if (const auto best = ui::channelToFold(view); requested.empty() && best)
        return *best;
    if (requested.empty())
        return format::failure("No figure was drawn: the recording has no channel to fold.");
    return format::failure(format::Error::Code::Usage, "No figure was drawn: the recording has no channel \"" +
                                                           requested + "\"; it has " +
                                                           (names.empty() ? "none" : names) + ".");
}

format::Result<QStringList> rowsOf(const trace::TraceView& view, const std::string& list)
{
    const QStringList known = widgets::figureRows(view);
    const QStringList requested = QString::fromStdString(list).split(',');
    for (const QString& row : requested) {
        if (!known.contains(row))
            return format::failure(format::Error::Code::Usage,
                                   "No figure was drawn: the recording has no rows \"" + row.toStdString() +
                                       "\"; it has " + known.join(QStringLiteral(", ")).toStdString() + ".");
    }
    return requested;
}

QString commandOf(const trace::TraceView& view)
{
    QString command;
    for (const std::string& word : view.header().command)
        command += (command.isEmpty() ? QString() : QStringLiteral(" ")) + QString::fromStdString(word);
    return command;
}

} // namespace

format::Result<void> writeTimelineFigure(const trace::TraceView& view, const TimelinePart& part,
                                         const FigureRequest& request)
{
    widgets::FigureOptions options;
    options.range = part.range;
    if (!part.rows.empty())
        options.rows = TRY(rowsOf(view, part.rows));
    return withApplication([&] {
        static_cast<widgets::FigurePaper&>(options) = paperOf(request);
        return widgets::exportTimelineFigure(view, options);
    });
}

format::Result<void> writeStudyFigure(const analysis::StudyFigure& figure, const FigureRequest& request)
{
    return withApplication([&] { return widgets::exportStudyFigure(figure, paperOf(request)); });
}

format::Result<void> writeFoldFigure(const trace::TraceView& view, const FoldRequest& what,
                                     const FigureRequest& request)
{
    ui::FoldedSteps folded;
    folded.channelIndex = TRY(channelFor(view, what.channel));
    const trace::TimeRange range = analysis::runWindow(view).range;
    const analysis::StepList steps = analysis::listSteps(view, range);
    const auto sensors = analysis::findSensors(view, range);
    const trace::ChannelView& channel = view.channels()[folded.channelIndex];
    folded.steps = analysis::stepsToFold(view, steps);
    folded.channel =
        analysis::foldChannel(view, channel, folded.steps, analysis::sensorOf(view, channel.info(), sensors));
    const QString name = ui::foldName(channel.info());
    if (!folded.channel.waveform.reason.empty())
        return format::failure("No figure was drawn: " + name.toStdString() +
                               " cannot be folded: " + folded.channel.waveform.reason.english() + ".");
    const analysis::Predictability predictability = analysis::predictabilityOf(view, steps, sensors);
    return withApplication([&] {
        widgets::FigurePaper paper = paperOf(request);
        paper.sizePx = {960, 0};
        QStringList notes = ui::foldNotes(folded);
        if (const QString command = commandOf(view); !command.isEmpty())
            notes.prepend(command);
        return widgets::exportFoldFigure(
            ui::foldPicture(view, folded, what.singleSteps, nullptr),
            {name + QStringLiteral(": ") + ui::foldAbout(view, folded, &predictability), notes}, paper);
    });
}

namespace {

/// The SVG that `write` makes; empty if it cannot be drawn.
std::string svgOf(const std::function<format::Result<void>(const FigureRequest&)>& write, bool isDark)
{
    const QTemporaryDir folder;
    FigureRequest request;
    request.path = folder.filePath(QStringLiteral("figure.svg")).toStdString();
    request.isDark = isDark;
    if (!folder.isValid() || !write(request).ok())
        return {};
    QFile file(QString::fromStdString(request.path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace

analysis::ExportPicture timelinePicture(const trace::TraceView& view)
{
    const auto write = [&](const FigureRequest& request) { return writeTimelineFigure(view, {}, request); };
    return {"Timeline", svgOf(write, false), svgOf(write, true)};
}

std::vector<analysis::ExportPicture> reportPictures(const trace::TraceView& view)
{
    const auto fold = [&](const FigureRequest& request) { return writeFoldFigure(view, {}, request); };
    std::vector<analysis::ExportPicture> pictures;
    pictures.push_back(timelinePicture(view));
    pictures.push_back({"Mean step", svgOf(fold, false), svgOf(fold, true)});
    std::erase_if(pictures, [](const analysis::ExportPicture& picture) { return picture.light.empty(); });
    return pictures;
}

} // namespace stepscope::app
