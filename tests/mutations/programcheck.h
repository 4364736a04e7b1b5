#pragma once

#include <QString>
#include <QStringList>

namespace stepscope::mutations {

/// What an action on a file cost, and whether it ended as it should.
struct Check
{
    double seconds =
        0; ///< of the processor or elapsed, whichever is less: other programs lengthen one, threads the other
    double megabytes = 0; ///< largest resident memory
    QString fault{};      ///< one line; empty if there is none
};

/// The limits of an action.
inline constexpr double kMostSeconds = 5;
inline constexpr double kMostMegabytes = 500;
/// After this time the action is ended; it would not end by itself.
inline constexpr double kPatienceSeconds = 120;

/// The fault of a check that exceeds a limit.
QString limitFault(const Check& check);

/// Runs `stepscope ARGUMENTS` in a folder that is also its home. A fault is an end by a signal, a status other than 0
/// and 1, a status 1 without one line on standard error (or a text on standard output), or an exceeded limit.
Check checkProgram(const QString& folder, const QStringList& arguments);

} // namespace stepscope::mutations
