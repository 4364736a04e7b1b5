#include "app/window/startfailure.h"

#include "app/terminal/terminal.h"

#include <QString>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace stepscope::app {
namespace {

void endOnFatal(QtMsgType type, const QMessageLogContext& /*context*/, const QString& text)
{
    if (type != QtFatalMsg) {
        if (type == QtCriticalMsg || type == QtDebugMsg)
            std::fprintf(stderr, "%s\n", qPrintable(text));
        return;
    }
    const auto valueOf = [](const char* name) {
        const char* const value = std::getenv(name);
        return value == nullptr ? std::string("not set") : std::string(value);
    };
    const int status =
        printError(format::failure("The window cannot be opened (DISPLAY is " + valueOf("DISPLAY") +
                                   ", QT_QPA_PLATFORM is " + valueOf("QT_QPA_PLATFORM") +
                                   "): the display does not answer, or Qt lacks its platform. Work in the terminal "
                                   "(`stepscope --help`), or log in with a desktop or `ssh -X`."));
    std::fflush(nullptr);
    std::_Exit(status);
}

} // namespace

StartFailure::StartFailure()
    : m_former(qInstallMessageHandler(endOnFatal))
{}

StartFailure::~StartFailure()
{
    qInstallMessageHandler(m_former);
}

} // namespace stepscope::app
