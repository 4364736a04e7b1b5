#pragma once

#include "analysis/import/collection.h"
#include "analysis/import/sqlite/database.h"

namespace stepscope::analysis {

/// Whether the tables are those of nvprof and the Visual Profiler (.nvvp, nvprof -o).
bool isNvprof(const Database& database);
/// Reads all activities. Times are CLOCK_REALTIME.
format::Result<void> readNvprof(const Database& database, Collection& into);

/// Whether the tables are those of `nsys export --type sqlite`, of any version.
bool isNsys(const Database& database);
/// Reads all ranges, samples and marks. Times are relative to the session's start, whose real time the file states.
format::Result<void> readNsys(const Database& database, Collection& into);

} // namespace stepscope::analysis
