#include "ui/devices/unfinishedtexts.h"

#include <QCoreApplication>

namespace stepscope::ui::unfinished {
namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(UnfinishedTexts)
};

} // namespace

QString asking(const QString& target)
{
    return Texts::tr("Asking %1 …").arg(target);
}

QString notReachable(const QString& error)
{
    return Texts::tr("Not reachable: %1").arg(error);
}

QString otherRun()
{
    return Texts::tr("This window records another run on the device.");
}

QString noRun()
{
    return Texts::tr("The device no longer has this run; the file keeps what was recorded.");
}

QString runsOn(const QString& rest)
{
    return Texts::tr("The run goes on; %1 to fetch so far.").arg(rest);
}

QString ended(const QString& rest)
{
    return Texts::tr("The run has ended; %1 to fetch.").arg(rest);
}

QString agentEnded(const QString& rest)
{
    return Texts::tr("The agent ended before the training; %1 to fetch.").arg(rest);
}

QString line(const QString& run, const QString& target, const QString& state, bool runsOn)
{
    return (runsOn ? Texts::tr("Runs on without this window (run %1 on %2). %3")
                   : Texts::tr("This recording is unfinished (run %1 on %2). %3"))
        .arg(run, target, state);
}

} // namespace stepscope::ui::unfinished
