#include "app/commands/figurefile.h"

#include "widgets/figure.h"

#include <QApplication>
#include <QByteArray>

namespace stepscope::app {
namespace {

/// Set while it lives, then as it was before.
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

} // namespace

format::Result<void> writeTimelineFigure(const trace::TraceView& view, const FigureRequest& request)
{
    const auto draw = [&] {
        widgets::FigureOptions options;
        options.path = QString::fromStdString(request.path);
        options.sizePx = {1600, 0};
        if (request.widthMm > 0)
            options.sizeMm = QSizeF(request.widthMm, request.heightMm);
        options.dpi = request.dpi;
        if (request.fontPoints > 0)
            options.fontPoints = request.fontPoints;
        options.fontFamily = QString::fromStdString(request.fontFamily);
        options.dataPath = QString::fromStdString(request.dataPath);
        return widgets::exportTimelineFigure(view, options);
    };
    if (QCoreApplication::instance() != nullptr)
        return draw();
    // Fonts need an application, but no screen: the platform is set for this one only.
    const EnvironmentVariable platform("QT_QPA_PLATFORM", "offscreen");
    // Qt warns of a missing XDG_RUNTIME_DIR, which nothing here uses and a person over SSH cannot help.
    const EnvironmentVariable rules("QT_LOGGING_RULES", "default.warning=false");
    int count = 1;
    std::string name = "stepscope";
    char* arguments[] = {name.data(), nullptr};
    const QApplication application(count, arguments);
    return draw();
}

} // namespace stepscope::app
