#pragma once

#include "analysis/study/study.h"
#include "analysis/trace/traceview.h"
#include "remote/format/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// study.json: reading and writing. resources/schemas/study.json describes it.
namespace stepscope::analysis {

/// 2 = the cells have power settings; a study without them is written as version 1.
inline constexpr int kStudyVersion = 2;

/// The file in the folder of a study.
std::filesystem::path studyFile(const std::filesystem::path& folder);
/// Whether the folder contains a study.
bool isStudy(const std::filesystem::path& folder);

std::string studyJson(const Study& study);
/// Every value is checked, since the file may come from anywhere: names that lead out of the folder, counts without
/// limit and unknown states are errors. `name` is that of the file, for messages. Errors: Corrupt; Failed if a newer
/// version of the program wrote it.
format::Result<Study> parseStudy(std::string_view json, const std::string& name);

/// Reads the study of a folder. Errors: NotFound, Denied, and those of parseStudy().
format::Result<Study> readStudy(const std::filesystem::path& folder);
/// Recordings that results of the study name and that its folder does not contain, or not to their end. The results
/// remain without them. Reads the first and the last bytes of each.
std::vector<std::string> incompleteRecordings(const Study& study, const std::filesystem::path& folder);
/// Reads the recording of a cell. `progress` as for trace::loadRecording(). Error Corrupt for a damaged or incomplete
/// one: figures and verdicts of its rest would look like those of the training.
format::Result<trace::TraceView> loadCellRecording(const StudyCell& cell, const std::filesystem::path& folder,
                                                   const std::function<bool(double)>& progress = {});

/// Writes it to a temporary name, flushes it to the disk and renames it, so that a crash leaves the old or the new
/// file.
format::Result<void> writeStudy(const Study& study, const std::filesystem::path& folder);

/// The rows of all cells as CSV (RFC 4180): the cell, then a column for each column of results, and for those with
/// named values one for each name ("core_utilization.cpu0").
std::string studyCsv(const Study& study);

} // namespace stepscope::analysis
