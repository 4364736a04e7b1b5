#include "app/window/windowapplication.h"

#include "app/terminal/display.h"
#include "app/terminal/terminal.h"
#include "app/window/windowcontroller.h"
#include "remote/format/version.h"

#include <QApplication>
#include <QIcon>

namespace stepscope::app {

int runWindow(int& argc, char** argv, const std::string& file)
{
    // Without a display, Qt would abort the process with a message of several lines.
    if (!hasDisplay())
        return printError(
            format::failure("There is no display to open the window on: work in the terminal (`stepscope --help`), "
                            "or log in with a desktop or `ssh -X`."));
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Stepscope"));
    QApplication::setOrganizationName(QStringLiteral("Stepscope"));
    QApplication::setApplicationVersion(QString::fromLatin1(format::version()));
    WindowController controller;
    controller.window().show();
    if (!file.empty())
        controller.openRecording(QString::fromStdString(file));
    return QApplication::exec();
}

} // namespace stepscope::app
