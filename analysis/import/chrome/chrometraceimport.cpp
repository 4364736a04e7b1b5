#include "analysis/import/chrome/chromecollection.h"
#include "analysis/import/chrome/chromefile.h"
#include "analysis/import/importer.h"

#include <memory>

namespace stepscope::analysis {
namespace {

using format::Error;

class ChromeTraceImporter : public Importer
{
public:
    [[nodiscard]] std::string_view name() const override { return "chrometrace"; }
    [[nodiscard]] std::string_view summary() const override
    {
        return "trace events of PyTorch, TensorFlow or Chrome (JSON, packed by gzip or not)";
    }
    [[nodiscard]] bool recognises(std::string_view beginning) const override;
    [[nodiscard]] format::Result<std::string> import(const ImportOptions& options, Collection& into,
                                                     const ImportProgress& progress) const override;
};

bool ChromeTraceImporter::recognises(std::string_view beginning) const
{
    const std::string text = unpackedBeginning(beginning);
    const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const auto says = [&](const char* word) { return text.find(word) != std::string::npos; };
    if (first == std::string::npos)
        return false;
    // PyTorch writes device properties before the events.
    return text[first] == '[' ? says("\"ph\"")
                              : text[first] == '{' && (says("\"traceEvents\"") || says("\"deviceProperties\""));
}

format::Result<std::string> ChromeTraceImporter::import(const ImportOptions& options, Collection& into,
                                                        const ImportProgress& progress) const
{
    constexpr std::uint64_t kEventsBetweenReports = 4096;
    const std::string path = options.files.front().string();
    GzipFile input = TRY(GzipFile::open(options.files.front()));
    ChromeCollection collection(into);
    bool cancelled = false;
    const auto goesOn = [&] {
        cancelled = progress && !progress(input.share());
        return !cancelled;
    };
    const ChromeFile file =
        readChromeEvents(input, {.event =
                                     [&](const ChromeEvent& event) {
                                         collection.add(event);
                                         return collection.events() % kEventsBetweenReports != 0 || goesOn();
                                     },
                                 .block =
                                     [&](ChromeBlock& block) {
                                         collection.add(block);
                                         return goesOn();
                                     }});
    if (cancelled)
        return format::failure(Error::Code::Cancelled, "Importing " + path + " was cancelled; nothing was kept.");
    collection.finish();
    if (collection.events() == 0)
        return format::failure(Error::Code::Corrupt, path + " contains no trace event" +
                                                         (file.damage.empty() ? "" : " (" + file.damage + ")") +
                                                         ": nothing to import.");
    into.losses.add("events", "not JSON objects", file.strays);
    into.losses.add("values", "that are not valid JSON (NaN, Infinity, bytes that are not UTF-8); left out or replaced",
                    file.repairs);
    // A stopped program leaves an array without its end; no event is lost then.
    if (!file.damage.empty() && (!file.isCutOff || file.cutInEvent || file.damage.starts_with("its")))
        into.losses.add("tail", file.damage + "; the rest is left out");
    into.source = {.name = "trace",
                   .title = "Trace events, imported",
                   .resolution = "as written",
                   .reason = "read from " + into.files.front()};
    // Times of TensorFlow and of older versions of PyTorch are real times themselves.
    std::int64_t begin = 0;
    if (!__builtin_add_overflow(into.begin, file.baseNs.value_or(0), &begin) && SourceClock::isPlausible(begin))
        into.clock.realOfZero = file.baseNs.value_or(0);
    std::string text = counted(collection.events(), "event", "events") + ": " + amountsOf(into);
    if (!file.damage.empty())
        text += "; " + file.damage + "; the events before it are kept";
    return text;
}

} // namespace

std::unique_ptr<Importer> makeChromeTraceImporter()
{
    return std::make_unique<ChromeTraceImporter>();
}

} // namespace stepscope::analysis
