#pragma once

#include "analysis/report/report.h"

namespace stepscope::analysis {

class TextPage;

// Sections of the text about ops and observations: opreporttext.cpp. A section without results writes nothing.
void writeOps(const Report& report, TextPage& page);
void writeOpEnergy(const Report& report, TextPage& page);
void writeModuleEnergy(const Report& report, TextPage& page);
void writePositionEnergy(const Report& report, TextPage& page);
void writeUntracedEnergy(const Report& report, TextPage& page);
void writePredictability(const Report& report, TextPage& page);
void writeObservations(const std::vector<Observation>& observations, TextPage& page);

} // namespace stepscope::analysis
