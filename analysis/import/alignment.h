#pragma once

#include "analysis/import/collection.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// How the clock of a source relates to that of the first source of the recording.
struct Alignment
{
    enum class Method {
        Reference, ///< the clock that the others are aligned to
        Clock,     ///< both sources state the real time
        Activity,  ///< the correlation of the GPU's or CPU's activity in both
        Start,     ///< nothing relates them: they begin together
    };
    Method method = Method::Reference;
    std::int64_t offsetNs = 0;     ///< the source's time + offset = time of the reference
    std::int64_t accuracyNs = 0;   ///< of the offset; 0 = unknown for Start
    double confidence = 1;         ///< 0..1, that the offset is right within the accuracy
    double correlation = 0;        ///< of the activities; 0 = not computed
    std::int64_t correctionNs = 0; ///< by which the user has moved the source; part of offsetNs
    std::string text{};            ///< one line for the user; empty for the reference

    /// A correction by the user is not questioned.
    [[nodiscard]] bool isSure() const { return confidence >= 0.9 || correctionNs != 0; }
    /// The same with another correction.
    [[nodiscard]] Alignment corrected(std::int64_t ns) const;
};

/// Aligns all sources, in their order: by their real times where both state them; within the accuracy of these, and
/// where there are none, by correlating their activity. The time zone of local times is found, too.
/// Takes about 0.1 s for each pair without clocks. `goesOn` gets the share of the sources that are aligned (0..1); if
/// it returns false, those that are left have no alignment.
std::vector<Alignment> alignSources(const std::vector<Collection>& sources,
                                    const std::function<bool(double)>& goesOn = {});

/// Aligns one source to another. nullopt: no clock and no activity relates them.
std::optional<Alignment> alignTo(const Collection& fixed, const Collection& moved);
/// Both begin at the same time, which is a guess.
Alignment alignStarts(const Collection& fixed, const Collection& moved);

} // namespace stepscope::analysis
