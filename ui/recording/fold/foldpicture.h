#pragma once

#include "analysis/folding/foldchannel.h"
#include "analysis/folding/outliersteps.h"
#include "widgets/plots/foldplot.h"

#include <QString>

#include <cstddef>
#include <optional>

namespace stepscope::ui {

/// Folded steps of a recording and the waveform of one channel.
struct FoldedSteps
{
    analysis::FoldedSteps steps;
    analysis::FoldedChannel channel;
    std::size_t channelIndex = 0;
};

/// The default channel: power of a rail, else GPU utilization, else CPU utilization of the training. nullopt if only
/// channels of the agent exist.
std::optional<std::size_t> channelToFold(const trace::TraceView& view);

/// Display name of a channel: the name of the rail, or the name with the CPU cluster.
QString foldName(const trace::Channel& info);

/// The waveform above the ops of the mean step, with `singles` single steps and the highlighted step `highlighted`
/// (null: none).
widgets::FoldPicture foldPicture(const trace::TraceView& view, const FoldedSteps& folded, std::size_t singles,
                                 const analysis::OutlierStep* highlighted);

} // namespace stepscope::ui
