#include "app/commands/figurefile.h"

#include "widgets/figure.h"

#include <QApplication>
#include <QByteArray>

namespace stepscope::app {

format::Result<void> writeTimelineFigure(const trace::TraceView& view, const std::string& path)
{
    const auto draw = [&] {
        widgets::FigureOptions options;
        options.path = QString::fromStdString(path);
        options.sizePx = {1600, 0};
        return widgets::exportTimelineFigure(view, options);
    };
    if (QCoreApplication::instance() != nullptr)
        return draw();
    // Fonts need an application, but no screen: the platform is set for this one only.
    const bool wasSet = qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
    const QByteArray before = qgetenv("QT_QPA_PLATFORM");
    qputenv("QT_QPA_PLATFORM", "offscreen");
    int count = 1;
    std::string name = "stepscope";
    char* arguments[] = {name.data(), nullptr};
    format::Result<void> drawn;
    {
        const QApplication application(count, arguments);
        drawn = draw();
    }
    if (wasSet)
        qputenv("QT_QPA_PLATFORM", before);
    else
        qunsetenv("QT_QPA_PLATFORM");
    return drawn;
}

} // namespace stepscope::app
