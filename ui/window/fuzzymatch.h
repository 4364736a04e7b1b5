#pragma once

#include <QString>

#include <optional>

namespace stepscope::ui {

/// How well a text matches what the user typed: each word of the pattern must be contained in the text as a
/// subsequence, regardless of case. Larger is better: letters at the begin of a word and adjacent letters count more,
/// long texts less. Nothing = no match. O(length of the text) for each word.
[[nodiscard]] std::optional<int> fuzzyScore(const QString& pattern, const QString& text);

} // namespace stepscope::ui
