#include "analysis/export/exporter.h"
#include "analysis/export/opstacks.h"
#include "analysis/export/tracelayout.h"
#include "analysis/text/quantitytext.h"

#include <pprof.pb.h>
#include <unordered_map>

namespace stepscope::analysis {
namespace {

class Composer
{
public:
    Composer() { text(""); }

    pprof::Profile compose(const trace::TraceView& view, const OpStacks& stacks, const ExportOptions& options)
    {
        addType("instances", "count");
        addType("self_time", "nanoseconds");
        for (const std::string& rail : stacks.rails)
            addType("energy_" + rail, "microjoules");
        m_profile.set_default_sample_type(text("self_time"));
        std::vector<CarriedRounding> roundings(stacks.rails.size());
        for (std::size_t i = 0; i < stacks.stacks.size(); ++i)
            addStack(stacks, i, roundings);
        m_profile.set_duration_nanos(stacks.range.duration());
        if (const std::int64_t real = realTimeOfStart(view); real > 0)
            m_profile.set_time_nanos(real + stacks.range.begin - view.extent().begin);
        m_profile.add_comment(text("Stepscope: " + options.title));
        if (!stacks.omissions.isEmpty())
            m_profile.add_comment(text(stacks.omissions.text()));
        if (!stacks.energyReason.empty())
            m_profile.add_comment(text("no energy: " + stacks.energyReason));
        return std::move(m_profile);
    }

private:
    std::int64_t text(const std::string& text)
    {
        const auto [entry, isNew] = m_texts.try_emplace(validText(text), m_profile.string_table_size());
        if (isNew)
            m_profile.add_string_table(entry->first);
        return entry->second;
    }
    void addType(const std::string& type, const char* unit)
    {
        pprof::ValueType& value = *m_profile.add_sample_type();
        value.set_type(text(type));
        value.set_unit(text(unit));
    }
    /// One location and function for each frame.
    std::uint64_t locationOf(const std::string& frame)
    {
        const auto [entry, isNew] = m_locations.try_emplace(text(frame), m_locations.size() + 1);
        if (isNew) {
            pprof::Function& function = *m_profile.add_function();
            function.set_id(entry->second);
            function.set_name(entry->first);
            pprof::Location& location = *m_profile.add_location();
            location.set_id(entry->second);
            location.add_line()->set_function_id(entry->second);
        }
        return entry->second;
    }
    void addStack(const OpStacks& stacks, std::size_t at, std::vector<CarriedRounding>& roundings)
    {
        constexpr double kMicrojoule = 1e-6;
        const OpStacks::Stack& stack = stacks.stacks[at];
        if (stack.caller == OpStacks::kNone)
            return;
        pprof::Sample& sample = *m_profile.add_sample();
        for (std::size_t frame = at; frame != OpStacks::kNone; frame = stacks.stacks[frame].caller)
            sample.add_location_id(locationOf(stacks.stacks[frame].frame)); // the innermost first
        sample.add_value(static_cast<std::int64_t>(stack.count));
        sample.add_value(stack.selfNs);
        for (std::size_t rail = 0; rail < stacks.rails.size(); ++rail)
            sample.add_value(roundings[rail].round(stack.joules[rail] / kMicrojoule));
    }

    pprof::Profile m_profile;
    std::unordered_map<std::string, std::int64_t> m_texts;
    std::unordered_map<std::int64_t, std::uint64_t> m_locations; ///< by text of the frame
};

class PprofExporter : public Exporter
{
public:
    [[nodiscard]] std::string_view option() const override { return "pprof"; }
    [[nodiscard]] std::vector<std::string_view> suffixes() const override { return {".pb.gz", ".pprof"}; }
    [[nodiscard]] std::string_view summary() const override { return "Profile for pprof: time and energy of ops"; }
    [[nodiscard]] format::Result<std::string> write(const trace::TraceView& view, const ExportOptions& options,
                                                    OutputFile& file, const Progress& progress) const override
    {
        OpStacks stacks = TRY(opStacks(view, true, progress, options.stop));
        for (const std::uint64_t ops : stacks.inseparable)
            stacks.omissions.add("energies of ops that are not separable, over all rails", ops);
        const pprof::Profile profile = Composer().compose(view, stacks, options);
        file.compress();
        file.write(profile.SerializeAsString());
        std::string text =
            countText(static_cast<std::uint64_t>(profile.sample_size())) + " stacks of " + countText(stacks.steps) +
            " steps with recorded ops, " +
            (stacks.rails.empty() ? "no energy: " + stacks.energyReason : countText(stacks.rails.size()) + " rails");
        return stacks.omissions.isEmpty() ? text : text + "; " + stacks.omissions.text();
    }
};

} // namespace

std::unique_ptr<Exporter> makePprofExporter()
{
    return std::make_unique<PprofExporter>();
}

} // namespace stepscope::analysis
