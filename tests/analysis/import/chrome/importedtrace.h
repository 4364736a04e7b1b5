#pragma once

#include "analysis/import/importer.h"
#include "analysis/report/verify.h"
#include "analysis/trace/tracestore.h"

#include <QTemporaryDir>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace stepscope::testing {

/// Imports texts of Chrome traces into recordings in a temporary folder.
class TraceImport
{
public:
    format::Result<analysis::ImportSummary> import(const std::string& text)
    {
        const std::string name = m_folder.filePath(QStringLiteral("trace%1").arg(++m_number)).toStdString();
        std::ofstream(name + ".json", std::ios::binary) << text;
        m_output = name + ".stepscope";
        return analysis::importFiles({{name + ".json"}, {}}, m_output);
    }
    /// Of a text that must import into an intact recording.
    trace::TraceView viewOf(const std::string& text)
    {
        const auto summary = import(text);
        if (!summary.ok())
            qFatal("%s", summary.error().text.c_str());
        const auto verdict = analysis::verifyRecording(m_output);
        auto view = trace::loadRecording(m_output);
        if (!view.ok() || !verdict.ok() || !verdict->good)
            qFatal("the recording is damaged");
        return *view;
    }
    /// The recording of the latest import.
    [[nodiscard]] const std::filesystem::path& output() const { return m_output; }

private:
    QTemporaryDir m_folder;
    int m_number = 0;
    std::filesystem::path m_output;
};

inline std::uint64_t lost(const trace::TraceView& view, std::string_view what)
{
    std::uint64_t count = 0;
    for (const trace::Loss& loss : view.losses())
        count += loss.what == what ? loss.count : 0;
    return count;
}

} // namespace stepscope::testing
