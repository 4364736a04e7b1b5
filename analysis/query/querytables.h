#pragma once

#include "analysis/query/querydata.h"
#include "analysis/query/querytable.h"

#include <memory>
#include <vector>

namespace stepscope::analysis {

using QueryTables = std::vector<std::unique_ptr<QueryTable>>;

/// All tables of a recording. `data` must outlive them.
[[nodiscard]] QueryTables makeQueryTables(const QueryData& data);

std::unique_ptr<QueryTable> makeSpanTable(const QueryData& data);
std::unique_ptr<QueryTable> makeSampleTable(const QueryData& data);
std::unique_ptr<QueryTable> makeStepTable(const QueryData& data);
std::unique_ptr<QueryTable> makeOpTable(const QueryData& data);
std::unique_ptr<QueryTable> makeChannelTable(const QueryData& data);
std::unique_ptr<QueryTable> makeRailTable(const QueryData& data);
std::unique_ptr<QueryTable> makeLaneTable(const QueryData& data);
std::unique_ptr<QueryTable> makeLinkTable(const QueryData& data);
std::unique_ptr<QueryTable> makeEventTable(const QueryData& data);
std::unique_ptr<QueryTable> makeLossTable(const QueryData& data);
std::unique_ptr<QueryTable> makeLogTable(const QueryData& data);
std::unique_ptr<QueryTable> makeRunTable(const QueryData& data);

} // namespace stepscope::analysis
