#include "ui/messages/unfinishedtexts.h"

#include <QCoreApplication>

namespace stepscope::ui::unfinished {
namespace {

struct UnfinishedTexts
{
    Q_DECLARE_TR_FUNCTIONS(UnfinishedTexts)
};

} // namespace

QString asking(const QString& target)
{
    return UnfinishedTexts::tr("Asking %1 …").arg(target);
}

QString notReachable(const QString& error)
{
    return UnfinishedTexts::tr("Not reachable: %1").arg(error);
}

QString otherRun()
{
    return UnfinishedTexts::tr("This window records another run on the device.");
}

QString noRun()
{
    return UnfinishedTexts::tr("The device no longer has this run; the file keeps what was recorded.");
}

QString runsOn(const QString& rest)
{
    return UnfinishedTexts::tr("The run goes on; %1 to fetch so far.").arg(rest);
}

QString ended(const QString& rest)
{
    return UnfinishedTexts::tr("The run has ended; %1 to fetch.").arg(rest);
}

QString agentEnded(const QString& rest)
{
    return UnfinishedTexts::tr("The agent ended before the training; %1 to fetch.").arg(rest);
}

QString line(const QString& run, const QString& target, const QString& state, bool runsOn)
{
    return (runsOn ? UnfinishedTexts::tr("Runs on without this window (run %1 on %2). %3")
                   : UnfinishedTexts::tr("This recording is unfinished (run %1 on %2). %3"))
        .arg(run, target, state);
}

} // namespace stepscope::ui::unfinished
