// Arbitrary bytes as the settings of the window: every getter returns a usable value.

#include "ui/parts/settings.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>

#include <cstdint>
#include <cstdlib>

using namespace stepscope::ui;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

} // namespace

/// Qt keeps memory for later, so a search for leaks would follow each input.
extern "C" const char* __asan_default_options()
{
    return "detect_leaks=0";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static int count = 1;
    static char name[] = "fuzz";
    static char* words[] = {name, nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static const QApplication application(count, words);
    static const QTemporaryDir folder;
    // QSettings keeps the contents of files that it has read, so each input has a path of its own.
    static int input = 0;
    const QString path = folder.filePath(QString::number(++input));
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, path);
    require(QDir().mkpath(path + "/stepscope"));
    QFile file(path + "/stepscope/stepscope.ini");
    require(file.open(QIODevice::WriteOnly));
    file.write(reinterpret_cast<const char*>(data), static_cast<qint64>(size));
    file.close();
    qputenv("XDG_STATE_HOME", QFile::encodeName(path));
    require(QFile::copy(file.fileName(), path + "/stepscope/state.ini"));

    const QStringList devices = settings::devices();
    require(devices.size() >= 2 && devices.first() == "local");
    (void)settings::recordings();
    (void)settings::studies();
    (void)settings::lastCapture(settings::lastTarget());
    for (const QString& device : devices.mid(0, 4))
        (void)settings::lastCapture(device);
    const ThemeChoice theme = settings::theme();
    require(theme == ThemeChoice::System || theme == ThemeChoice::Light || theme == ThemeChoice::Dark);
    (void)settings::isRowShown("cpu", true);
    (void)settings::rowArrangement();
    (void)settings::showsMovements();
    (void)settings::skippedSteps();
    (void)settings::layout("window");
    (void)settings::paperFigure();
    require(QDir(path).removeRecursively());
    return 0;
}
