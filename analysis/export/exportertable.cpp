#include "analysis/export/exporter.h"

namespace stepscope::analysis {

const std::vector<std::unique_ptr<Exporter>>& exporters()
{
    static const auto all = [] {
        using Maker = std::unique_ptr<Exporter> (*)();
        constexpr Maker kTable[] = {
            makeCsvExporter,
        };
        std::vector<std::unique_ptr<Exporter>> made;
        for (const Maker make : kTable)
            made.push_back(make());
        return made;
    }();
    return all;
}

const Exporter* findExporter(std::string_view name)
{
    for (const auto& exporter : exporters()) {
        if (exporter->name() == name)
            return exporter.get();
    }
    return nullptr;
}

} // namespace stepscope::analysis
