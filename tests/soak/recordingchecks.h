#pragma once

#include "analysis/trace/traceview.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <sys/types.h>

namespace stepscope::soak {

/// Records that are reported as lost.
std::uint64_t lossesOf(const trace::TraceView& view);
/// Of these, the samples that the agent could not take in time, since the machine was too busy.
std::uint64_t lateSamples(const trace::TraceView& view);
/// Records that are reported as lost, and rows that the channels of this period lack between their first and last one.
std::uint64_t lostIn(const trace::TraceView& view, std::int64_t periodNs);
/// The number that the training printed last: the spans that it has sent.
std::optional<std::uint64_t> sentSpans(const trace::TraceView& view);

/// Whether the recording equals the spool of the run in the home folder.
bool equalsSpool(const QString& recording, const QString& home, const QString& run);
/// The supervisor of a run in the home folder; 0 = none.
pid_t supervisorOf(const QString& home, const QString& run);

} // namespace stepscope::soak
