#pragma once

#include <QMap>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

/// Runs the program as from a command line.
namespace stepscope::testing {

struct Outcome
{
    int status = -1;
    QByteArray out;
    QByteArray err;
};

/// Runs `stepscope ARGS` to its end in a folder that is also its home. It has no terminal, so it cannot ask questions.
inline Outcome runProgram(const QString& folder, const QStringList& arguments,
                          const QMap<QString, QString>& environment = {})
{
    QProcess process;
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    variables.insert("HOME", folder);
    variables.remove("SSH_AUTH_SOCK");
    for (auto it = environment.begin(); it != environment.end(); ++it)
        variables.insert(it.key(), it.value());
    process.setProcessEnvironment(variables);
    process.setWorkingDirectory(folder);
    process.setProgram(QStringLiteral("setsid"));
    process.setArguments(QStringList{"--wait", STEPSCOPE_APP_FILE} + arguments);
    process.start();
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000))
        return {-2, {}, "the program did not end"};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -3, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

/// Runs a script of bash in which $0 is the program, and $1 the argument, in a folder that is also its home.
inline Outcome runScript(const QString& folder, const QString& script, const QString& argument = {})
{
    QProcess process;
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    variables.insert("HOME", folder);
    process.setProcessEnvironment(variables);
    process.setWorkingDirectory(folder);
    process.start("/bin/bash", {"-c", script, STEPSCOPE_APP_FILE, argument});
    if (!process.waitForFinished(60'000))
        return {-2, {}, "the script did not end"};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -3, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

/// Empty if standard error is one line that contains all these words; else a description of the difference.
inline QString lineFault(const Outcome& outcome, int status, const QStringList& words)
{
    if (outcome.status != status)
        return QStringLiteral("status %1: %2").arg(outcome.status).arg(QString::fromUtf8(outcome.err));
    const QByteArray text = outcome.err.trimmed();
    if (text.isEmpty() || text.contains('\n'))
        return QStringLiteral("not one line: ") + QString::fromUtf8(outcome.err);
    for (const QString& word : words) {
        if (!QString::fromUtf8(text).contains(word, Qt::CaseInsensitive))
            return QStringLiteral("\"%1\" is missing: %2").arg(word, QString::fromUtf8(text));
    }
    return {};
}

} // namespace stepscope::testing
