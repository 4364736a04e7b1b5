#pragma once

#include "analysis/algorithms/occupancyrows.h"
#include "analysis/trace/traceview.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// What makes pieces of work one kind: the op (name and shapes), the module that calls it, or where it comes in its
/// step.
enum class WorkBy { Op, Module, Position };

/// One op, or module, or position, or all those that are too short to matter.
struct WorkKind
{
    std::string name{}, shapes{};
    std::string module{};       ///< by module only; empty = of none
    std::size_t lane = 0;       ///< by position only: in view.lanes()
    std::uint32_t position = 0; ///< by position only: the how manieth of its op on its lane in a step, from 1
    bool isRest = false;        ///< the many short ones together
    std::uint64_t count = 0;    ///< instances that begin in the stretches
    double seconds = 0;         ///< self time in the stretches, over all lanes
    double timingShare = 0;     ///< of the self time of all ops
};

struct Work
{
    std::vector<WorkKind> kinds;   ///< by self time, longest first; the rest last
    std::vector<WorkPiece> pieces; ///< by begin
    bool kernelsAreInOps = false;  ///< each op waits for its kernels: streams are left out, what they take is the ops'
    double weight = 1;             ///< of each piece: less where several stand for what ran once
};

/// Where ops are known: the marked steps in the range whose ops were recorded, neighbours joined; without any such mark
/// what the lanes of ops span.
std::vector<trace::TimeRange> knownStretches(const trace::TraceView& view, trace::TimeRange range);

/// Who ran when in these stretches, on all threads and streams: at each moment the innermost op of a lane. Kinds
/// that make up less than a thousandth, and those beyond `mostKinds`, are one kind, the last; by position there are
/// all, in no order. Empty when cancelled.
Work workIn(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, WorkBy by, std::size_t mostKinds,
            const Cancelled& cancelled = {});

} // namespace stepscope::analysis
