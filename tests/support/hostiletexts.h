#pragma once

#include "tests/support/recordingbuilder.h"

#include <string>
#include <vector>

/// Texts by which a hostile target or file could attack who reads them, and recordings that contain them.
namespace stepscope::testing {

/// More than 200 texts: HTML, terminal sequences, control characters in all encodings, reordered text, invalid UTF-8,
/// shell and format syntax, paths, and long texts.
std::vector<std::string> hostileTexts();

/// A short recording with this text in every field that a target chooses.
std::vector<std::byte> hostileRecording(const std::string& text);

} // namespace stepscope::testing
