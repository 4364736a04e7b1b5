#include "ui/parts/settings.h"

#include "analysis/metrics/metrics.h"
#include "remote/format/userfolders.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStyle>
#include <QSysInfo>
#include <QUrl>

namespace stepscope::ui::settings {

namespace {

/// Groups and keys that earlier versions stored in the settings, see openState().
const QStringList kStates{QStringLiteral("devices"),  QStringLiteral("recordings"), QStringLiteral("studies"),
                          QStringLiteral("captures"), QStringLiteral("lastTarget"), QStringLiteral("layout")};

// INI on every platform: it is readable, and HOME or XDG_CONFIG_HOME determines its folder.
QSettings open()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("stepscope"),
                     QStringLiteral("stepscope"));
}

/// What the program remembers by itself, in the folder of states. Earlier versions stored it in the settings, from
/// where it is moved.
QSettings openState()
{
    const QString path = QString::fromStdString((format::stateFolder() / "state.ini").string());
    if (!QFileInfo::exists(path)) {
        QSettings former = open();
        QSettings state(path, QSettings::IniFormat);
        const QStringList keys = former.allKeys();
        for (const QString& key : keys) {
            const QString group = key.section(QLatin1Char('/'), 0, 0);
            if (!kStates.contains(group))
                continue;
            state.setValue(key, former.value(key));
            former.remove(key);
        }
    }
    return QSettings(path, QSettings::IniFormat);
}

QStringList list(const char* key)
{
    return openState().value(QLatin1String(key)).toStringList();
}

void remember(const char* key, const QString& value, int limit)
{
    QStringList values = list(key);
    values.removeAll(value);
    values.prepend(value);
    while (values.size() > limit)
        values.removeLast();
    openState().setValue(QLatin1String(key), values);
}

void forget(const char* key, const QString& value)
{
    QStringList values = list(key);
    values.removeAll(value);
    openState().setValue(QLatin1String(key), values);
}

/// Of a file that is given relative to the working folder, which the next start may not have.
QString absolutePath(const QString& path)
{
    return QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

// Encoded, since '/' in a target would split the key into groups.
QString captureGroup(const QString& target)
{
    return QStringLiteral("captures/") + QString::fromLatin1(QUrl::toPercentEncoding(target));
}

} // namespace

QStringList devices()
{
    QStringList targets = list("devices");
    targets.removeIf(isFixedDevice);
    targets.prepend(QStringLiteral("local"));
    targets.append(QStringLiteral("virtual-tx2"));
    return targets;
}

QString deviceOfHost(const QString& host)
{
    for (const QString& target : devices()) {
        const QString name = target.section(QLatin1Char('@'), -1).section(QLatin1Char(':'), 0, 0);
        if (name == host || (target == QLatin1String("local") && host == QSysInfo::machineHostName()))
            return target;
    }
    return {};
}

void rememberDevice(const QString& target)
{
    if (!isFixedDevice(target))
        remember("devices", target, 50);
}

bool isFixedDevice(const QString& target)
{
    return target == QLatin1String("local") || target == QLatin1String("virtual-tx2");
}

void forgetDevice(const QString& target)
{
    forget("devices", target);
    openState().remove(captureGroup(target));
}

QStringList recordings()
{
    return list("recordings");
}

void rememberRecording(const QString& path)
{
    const QString whole = absolutePath(path);
    // Earlier versions stored the path as the user gave it.
    for (const QString& known : recordings()) {
        if (known != whole && absolutePath(known) == whole)
            forget("recordings", known);
    }
    remember("recordings", whole, kRecordingsKept);
}

void forgetRecording(const QString& path)
{
    forget("recordings", path);
}

void renameRecording(const QString& from, const QString& to)
{
    QStringList paths = recordings();
    paths.removeAll(absolutePath(to));
    for (QString& path : paths) {
        if (path == from)
            path = absolutePath(to);
    }
    openState().setValue("recordings", paths);
}

QStringList studies()
{
    return list("studies");
}

void rememberStudy(const QString& folder)
{
    remember("studies", absolutePath(folder), kRecordingsKept);
}

void forgetStudy(const QString& folder)
{
    forget("studies", folder);
}

CaptureRequest lastCapture(const QString& target)
{
    QSettings store = openState();
    store.beginGroup(captureGroup(target));
    CaptureRequest request;
    request.target = target;
    request.command = store.value("command").toString();
    request.workingDirectory = store.value("directory").toString();
    request.periodMs = store.value("periodMs", request.periodMs).toDouble();
    request.ops = store.value("ops", request.ops).toString();
    request.profiler = store.value("profiler").toString();
    request.model.model = store.value("model").toString();
    request.model.batch = store.value("batch", request.model.batch).toInt();
    request.model.steps = store.value("steps", request.model.steps).toInt();
    request.spoolFolder = store.value("spool").toString();
    request.spoolLimitBytes = store.value("spoolLimit").toULongLong();
    request.sysroot = store.value("sysroot").toString();
    request.identityFile = store.value("identity").toString();
    request.configFile = store.value("sshConfig").toString();
    request.knownHostsFile = store.value("knownHosts").toString();
    return request;
}

QString lastTarget()
{
    return openState().value("lastTarget", QStringLiteral("local")).toString();
}

void rememberCapture(const CaptureRequest& request)
{
    rememberDevice(request.target);
    QSettings store = openState();
    store.setValue("lastTarget", request.target);
    store.beginGroup(captureGroup(request.target));
    store.setValue("command", request.command);
    store.setValue("directory", request.workingDirectory);
    store.setValue("periodMs", request.periodMs);
    store.setValue("ops", request.ops);
    store.setValue("profiler", request.profiler);
    store.setValue("model", request.model.model);
    store.setValue("batch", request.model.batch);
    store.setValue("steps", request.model.steps);
    store.setValue("spool", request.spoolFolder);
    store.setValue("spoolLimit", request.spoolLimitBytes);
    store.setValue("sysroot", request.sysroot);
    store.setValue("identity", request.identityFile);
    store.setValue("sshConfig", request.configFile);
    store.setValue("knownHosts", request.knownHostsFile);
}

QString exportFolder()
{
    const QString folder = openState().value("exportFolder").toString();
    return QFileInfo(folder).isDir() ? folder : QString();
}

void setExportFolder(const QString& folder)
{
    openState().setValue("exportFolder", folder);
}

ThemeChoice theme()
{
    const QString name = open().value("theme").toString();
    return name == QLatin1String("light")  ? ThemeChoice::Light
           : name == QLatin1String("dark") ? ThemeChoice::Dark
                                           : ThemeChoice::System;
}

void setTheme(ThemeChoice choice)
{
    open().setValue("theme", choice == ThemeChoice::Light ? "light" : choice == ThemeChoice::Dark ? "dark" : "system");
}

bool isRowShown(const QString& name, bool otherwise)
{
    return open().value(QStringLiteral("timeline/") + name, otherwise).toBool();
}

void setRowShown(const QString& name, bool shown)
{
    open().setValue(QStringLiteral("timeline/") + name, shown);
}

QByteArray rowArrangement()
{
    return open().value("rowArrangement").toByteArray();
}

void setRowArrangement(const QByteArray& json)
{
    open().setValue("rowArrangement", json);
}

bool showsMovements()
{
    // Desktops with animations disabled set this style hint to a duration of 0.
    const QStyle* style = QApplication::style();
    const bool still = style && style->styleHint(QStyle::SH_Widget_Animation_Duration) <= 0;
    return open().value("showsMovements", !still).toBool();
}

void setShowsMovements(bool on)
{
    open().setValue("showsMovements", on);
}

std::size_t skippedSteps()
{
    bool isNumber = false;
    const uint steps = open().value("skippedSteps").toUInt(&isNumber);
    return isNumber ? steps : analysis::kSkippedSteps;
}

void setSkippedSteps(std::size_t steps)
{
    open().setValue("skippedSteps", static_cast<uint>(steps));
}

bool restoresSession()
{
    return open().value("restoresSession", true).toBool();
}

void setRestoresSession(bool on)
{
    open().setValue("restoresSession", on);
}

bool isTourShown()
{
    return openState().value("tourShown").toBool();
}

void setTourShown(bool shown)
{
    openState().setValue("tourShown", shown);
}

PaperFigure paperFigure()
{
    QSettings store = open();
    store.beginGroup("paper");
    PaperFigure figure;
    figure.format = store.value("format", figure.format).toString();
    figure.widthMm = store.value("widthMm", figure.widthMm).toDouble();
    figure.heightMm = store.value("heightMm", figure.heightMm).toDouble();
    figure.dpi = store.value("dpi", figure.dpi).toInt();
    figure.family = store.value("family", figure.family).toString();
    figure.points = store.value("points", figure.points).toDouble();
    figure.isLight = store.value("isLight", figure.isLight).toBool();
    figure.hasMarks = store.value("hasMarks", figure.hasMarks).toBool();
    figure.hasData = store.value("hasData", figure.hasData).toBool();
    return figure;
}

void setPaperFigure(const PaperFigure& figure)
{
    QSettings store = open();
    store.beginGroup("paper");
    store.setValue("format", figure.format);
    store.setValue("widthMm", figure.widthMm);
    store.setValue("heightMm", figure.heightMm);
    store.setValue("dpi", figure.dpi);
    store.setValue("family", figure.family);
    store.setValue("points", figure.points);
    store.setValue("isLight", figure.isLight);
    store.setValue("hasMarks", figure.hasMarks);
    store.setValue("hasData", figure.hasData);
}

QByteArray layout(const QString& name)
{
    return openState().value(QStringLiteral("layout/") + name).toByteArray();
}

void setLayout(const QString& name, const QByteArray& state)
{
    openState().setValue(QStringLiteral("layout/") + name, state);
}

} // namespace stepscope::ui::settings
