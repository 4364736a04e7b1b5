#include "analysis/query/querytables.h"

namespace stepscope::analysis {

QueryTables makeQueryTables(const QueryData& data)
{
    using Maker = std::unique_ptr<QueryTable> (*)(const QueryData&);
    constexpr Maker kTable[] = {
        makeSpanTable, makeOpTable,   makeStepTable,  makeSampleTable, makeChannelTable, makeRailTable,
        makeLaneTable, makeLinkTable, makeEventTable, makeLossTable,   makeLogTable,     makeRunTable,
    };
    QueryTables tables;
    for (const Maker make : kTable)
        tables.push_back(make(data));
    return tables;
}

} // namespace stepscope::analysis
