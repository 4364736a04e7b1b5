#include "analysis/study/studyfile.h"

#include "analysis/export/textfile.h"
#include "analysis/text/csvtext.h"
#include "analysis/text/jsonvalues.h"
#include "analysis/text/texttable.h"
#include "analysis/trace/tracestore.h"
#include "remote/format/recordingfile.h"
#include "remote/format/version.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <fcntl.h>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace stepscope::analysis {
namespace {

namespace fs = std::filesystem;
using format::Error;
using format::Result;

constexpr std::uintmax_t kMaxFileBytes = std::uintmax_t{256} << 20U;
constexpr std::size_t kMaxText = 8192;
constexpr std::size_t kMaxNames = 4096;

constexpr std::array<std::string_view, 3> kStates{"pending", "running", "done"}; ///< in order of CellState

Json valueJson(const ResultValue& value)
{
    if (const auto* number = std::get_if<double>(&value))
        return orNull(*number);
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    const auto* named = std::get_if<NamedValues>(&value);
    if (named == nullptr)
        return nullptr;
    Json object = Json::object();
    for (const auto& [name, number] : *named)
        object[name] = orNull(number);
    return object;
}

Json planJson(const StudyPlan& plan)
{
    return {{"targets", plan.targets},
            {"models", plan.models},
            {"command", plan.command},
            {"batches", plan.batches},
            {"power_settings", plan.powerSettings},
            {"repeats", plan.repeats},
            {"steps", plan.steps},
            {"least_seconds", plan.leastSeconds},
            {"seed", plan.seed},
            {"skipped_steps", plan.skippedSteps},
            {"period_ns", plan.periodNs},
            {"ops", plan.ops},
            {"working_folder", plan.workingFolder},
            {"timeout_seconds", plan.timeoutSeconds},
            {"cooldown_margin_celsius", plan.cooldownMargin},
            {"cooldown_limit_seconds", plan.cooldownLimitSeconds}};
}

Json deviceJson(const StudyDevice& device)
{
    Json cores = Json::array();
    for (const StudyCore& core : device.cores)
        cores.push_back({{"core", core.core}, {"cluster", core.cluster}, {"caches", core.caches}});
    Json rails = Json::array();
    for (const StudyRail& rail : device.rails)
        rails.push_back({{"name", rail.name}, {"parent", rail.parent}, {"role", rail.role}});
    Json temperatures = Json::object();
    for (const auto& [zone, celsius] : device.startTemperatures)
        temperatures[zone] = orNull(celsius);
    return {{"target", device.target},
            {"board", device.board},
            {"model", device.model},
            {"soc", device.soc},
            {"l4t", device.l4t},
            {"jetpack", device.jetpack},
            {"kernel", device.kernel},
            {"machine", device.machine},
            {"gpu", device.gpu},
            {"storage", device.storage},
            {"memory_bytes", device.memoryBytes},
            {"virtual", device.isVirtual},
            {"cores", cores},
            {"rails", rails},
            {"start_temperature_celsius", temperatures}};
}

Json cellJson(const StudyCell& cell)
{
    Json json{{"cell", cell.id},
              {"target", cell.target},
              {"model", cell.model},
              {"batch", cell.batch},
              {"power_setting", cell.power.empty() ? Json() : Json(cell.power)},
              {"repeat", cell.repeat},
              {"state", kStates[static_cast<std::size_t>(cell.state)]},
              {"attempts", cell.attempts},
              {"recording", cell.recording.empty() ? Json() : Json(cell.recording)}};
    if (cell.result.isEmpty()) {
        json["result"] = nullptr;
        return json;
    }
    Json result = Json::object();
    const auto columns = resultColumns();
    for (std::size_t i = 0; i < columns.size(); ++i)
        result[std::string(columns[i].name)] = valueJson(cell.result.values[i]);
    json["result"] = std::move(result);
    return json;
}

/// Reads the members of one JSON object and checks them. The first fault remains.
class Fields
{
public:
    Fields(const Json& object, std::string where)
        : m_object(object)
        , m_where(std::move(where))
    {
        if (!object.is_object())
            fail("", "is not an object");
    }

    [[nodiscard]] bool ok() const { return m_fault.empty(); }
    [[nodiscard]] const std::string& fault() const { return m_fault; }
    void adopt(const std::string& fault)
    {
        if (ok())
            m_fault = fault;
    }
    void fail(const std::string& key, const std::string& what)
    {
        adopt(m_where + (key.empty() ? "" : "." + key) + " " + what);
    }

    [[nodiscard]] bool contains(const std::string& key) const { return m_object.is_object() && m_object.contains(key); }
    const Json& at(const char* key)
    {
        static const Json kNull;
        const auto found = m_object.is_object() ? m_object.find(key) : m_object.end();
        if (!m_object.is_object() || found == m_object.end()) {
            fail(key, "is missing");
            return kNull;
        }
        return *found;
    }
    std::string text(const char* key) { return textOf(at(key), key); }
    std::string textOf(const Json& value, const std::string& key)
    {
        if (!value.is_string()) {
            fail(key, "is not a text");
            return {};
        }
        const auto& text = value.get_ref<const std::string&>();
        if (text.size() > kMaxText || text.find('\0') != std::string::npos)
            fail(key, "is too long, or contains a null character");
        return text;
    }
    /// A name that is displayed and becomes a word of a command: without control characters.
    std::string name(const char* key) { return nameOf(at(key), key); }
    std::string nameOf(const Json& value, const std::string& key)
    {
        std::string text = textOf(value, key);
        if (std::any_of(text.begin(), text.end(),
                        [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }))
            fail(key, "contains a control character");
        return text;
    }
    std::vector<std::string> texts(const char* key)
    {
        std::vector<std::string> result;
        for (const Json& value : array(key))
            result.push_back(textOf(value, key));
        return result;
    }
    std::vector<std::string> names(const char* key)
    {
        std::vector<std::string> result;
        for (const Json& value : array(key))
            result.push_back(nameOf(value, key));
        return result;
    }
    const Json& array(const char* key, std::size_t most = kMaxNames)
    {
        static const Json kEmpty = Json::array();
        const Json& value = at(key);
        if (value.is_array() && value.size() <= most)
            return value;
        fail(key, "is not a list, or has too many entries");
        return kEmpty;
    }
    double number(const char* key, double least, double most) { return numberOf(at(key), key, least, most); }
    double numberOf(const Json& value, const std::string& key, double least, double most)
    {
        const double number = value.is_number() ? value.get<double>() : std::nan("");
        if (number >= least && number <= most)
            return number;
        fail(key, "is not a number in its range");
        return least;
    }
    template <typename Integer>
    Integer integer(const char* key, Integer least, Integer most)
    {
        return integerOf(at(key), key, least, most);
    }
    template <typename Integer>
    Integer integerOf(const Json& value, const std::string& key, Integer least, Integer most)
    {
        // Negative numbers are signed in this library, others unsigned.
        const bool isNegative =
            value.is_number_integer() && !value.is_number_unsigned() && value.get<std::int64_t>() < 0;
        const std::uint64_t positive = value.is_number_integer() && !isNegative ? value.get<std::uint64_t>() : 0;
        if (value.is_number_integer() && !isNegative && positive >= static_cast<std::uint64_t>(least) &&
            positive <= static_cast<std::uint64_t>(most))
            return static_cast<Integer>(positive);
        fail(key, "is not a whole number in its range");
        return least;
    }
    bool boolean(const char* key)
    {
        const Json& value = at(key);
        if (!value.is_boolean())
            fail(key, "is neither true nor false");
        return value.is_boolean() && value.get<bool>();
    }

private:
    const Json& m_object;
    std::string m_where;
    std::string m_fault;
};

constexpr double kDay = 86'400;
constexpr int kMostSeconds = 100'000;

StudyPlan planOf(Fields& fields)
{
    StudyPlan plan;
    plan.targets = fields.names("targets");
    plan.models = fields.names("models");
    plan.command = fields.texts("command");
    for (const Json& batch : fields.array("batches"))
        plan.batches.push_back(fields.integerOf(batch, "batches", 1, 1'000'000));
    // A study of a program that did not have them yet.
    if (fields.contains("power_settings"))
        plan.powerSettings = fields.names("power_settings");
    plan.repeats = fields.integer("repeats", 1, 1'000'000);
    plan.steps = fields.integer("steps", 1, std::numeric_limits<int>::max());
    plan.leastSeconds = fields.contains("least_seconds") ? fields.integer("least_seconds", 0, kMostSeconds) : 0;
    plan.seed = fields.integer("seed", std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
    plan.skippedSteps = fields.integer("skipped_steps", std::size_t{0}, std::size_t{1'000'000'000});
    plan.periodNs = fields.integer("period_ns", std::int64_t{1'000'000}, std::int64_t{10'000'000'000});
    plan.ops = fields.name("ops");
    plan.workingFolder = fields.text("working_folder");
    plan.timeoutSeconds = fields.number("timeout_seconds", 1, 365 * kDay);
    plan.cooldownMargin = fields.number("cooldown_margin_celsius", 0, 200);
    plan.cooldownLimitSeconds = fields.number("cooldown_limit_seconds", 0, kDay);
    return plan;
}

StudyDevice deviceOf(Fields& fields)
{
    StudyDevice device;
    device.target = fields.name("target");
    device.board = fields.name("board");
    device.model = fields.name("model");
    device.soc = fields.name("soc");
    device.l4t = fields.name("l4t");
    device.jetpack = fields.name("jetpack");
    device.kernel = fields.name("kernel");
    device.machine = fields.name("machine");
    // Studies of older programs do not have these.
    device.gpu = fields.contains("gpu") ? fields.name("gpu") : std::string();
    device.storage = fields.contains("storage") ? fields.name("storage") : std::string();
    device.memoryBytes = fields.integer("memory_bytes", std::uint64_t{0}, std::uint64_t{1} << 60U);
    device.isVirtual = fields.boolean("virtual");
    for (const Json& entry : fields.array("cores")) {
        Fields core(entry, "a core");
        device.cores.push_back({core.integer("core", 0, 4096), core.name("cluster"),
                                core.contains("caches") ? core.name("caches") : std::string()});
        fields.adopt(core.fault());
    }
    for (const Json& entry : fields.array("rails")) {
        Fields rail(entry, "a rail");
        device.rails.push_back({rail.name("name"), rail.name("parent"), rail.name("role")});
        fields.adopt(rail.fault());
    }
    const Json& zones = fields.at("start_temperature_celsius");
    if (!zones.is_object() || zones.size() > kMaxNames)
        fields.fail("start_temperature_celsius", "is not an object of its size");
    else
        for (const auto& [zone, celsius] : zones.items())
            device.startTemperatures[zone] = fields.numberOf(celsius, "start_temperature_celsius", -300, 1000);
    return device;
}

ResultValue valueOf(Fields& fields, const ResultColumn& column)
{
    constexpr double kMost = std::numeric_limits<double>::max();
    const std::string name(column.name);
    // A study of a program that did not have the column yet.
    if (!fields.contains(name))
        return {};
    const Json& value = fields.at(name.c_str());
    if (value.is_null())
        return {};
    if (column.kind == ResultColumn::Kind::Number)
        return fields.numberOf(value, name, -kMost, kMost);
    if (column.kind == ResultColumn::Kind::Text)
        return fields.textOf(value, name);
    NamedValues named;
    if (!value.is_object() || value.size() > kMaxNames)
        fields.fail(name, "is not an object of its size");
    else
        for (const auto& [key, number] : value.items())
            named.emplace_back(key, number.is_null() ? std::nan("") : fields.numberOf(number, name, -kMost, kMost));
    return named;
}

/// A name of a file below the folder of the study.
bool staysInside(const std::string& file)
{
    const fs::path path(file);
    return !path.is_absolute() &&
           std::none_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".."; });
}

StudyCell cellOf(Fields& fields)
{
    StudyCell cell;
    cell.id = fields.name("cell");
    cell.target = fields.name("target");
    cell.model = fields.name("model");
    cell.batch = fields.integer("batch", 1, 1'000'000);
    if (fields.contains("power_setting") && !fields.at("power_setting").is_null())
        cell.power = fields.name("power_setting");
    cell.repeat = fields.integer("repeat", 1, 1'000'000);
    const std::string state = fields.text("state");
    const auto known = std::find(kStates.begin(), kStates.end(), state);
    if (known == kStates.end())
        fields.fail("state", "is unknown");
    else
        cell.state = static_cast<CellState>(known - kStates.begin());
    cell.attempts = fields.integer("attempts", 0, 1'000'000);
    if (!fields.at("recording").is_null())
        cell.recording = fields.name("recording");
    if (!staysInside(cell.recording) || cell.id.find('/') != std::string::npos)
        fields.fail("recording", "is outside of the study");
    const Json& result = fields.at("result");
    if (result.is_null()) {
        if (cell.state == CellState::Done)
            fields.fail("result", "is missing although the cell is done");
        return cell;
    }
    Fields values(result, "result");
    for (const ResultColumn& column : resultColumns())
        cell.result.values.push_back(valueOf(values, column));
    const std::string outcome = values.ok() ? cell.result.text(column::kOutcome) : std::string();
    const auto outcomes = outcomeNames();
    if (values.ok() && std::find(outcomes.begin(), outcomes.end(), outcome) == outcomes.end())
        values.fail("outcome", "is unknown");
    fields.adopt(values.fault());
    return cell;
}

Error corrupt(const std::string& name, const std::string& fault)
{
    return format::failure(Error::Code::Corrupt, name + " is damaged: " + printable(fault, 200) +
                                                     ". Restore it from a copy, or sweep into another folder.");
}

/// The cells must be those of the plan, or a resumed sweep would leave some out or measure some twice.
std::string faultOfCells(const Study& study)
{
    const std::vector<StudyCell> expected = makeCells(study.plan);
    if (expected.size() != study.cells.size())
        return "it has " + std::to_string(study.cells.size()) + " cells, but the plan has " +
               std::to_string(expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const StudyCell& cell = study.cells[i];
        if (cell.id != expected[i].id || cell.target != expected[i].target || cell.model != expected[i].model ||
            cell.batch != expected[i].batch || cell.power != expected[i].power || cell.repeat != expected[i].repeat)
            return "cell " + std::to_string(i + 1) + " is not that of the plan";
    }
    return {};
}

Result<std::string> readText(const fs::path& path)
{
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    if (error)
        return error == std::errc::no_such_file_or_directory
                   ? format::failure(Error::Code::NotFound, "There is no study in " + path.parent_path().string() +
                                                                ": it has no file study.json. Choose a folder that "
                                                                "`stepscope sweep -o FOLDER` has made.")
                   : fileError("Reading", path, error.value());
    if (size > kMaxFileBytes)
        return corrupt(path.string(), "it has " + std::to_string(size) + " bytes");
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    if (!file)
        return fileError("Reading", path, EIO);
    return text.str();
}

} // namespace

fs::path studyFile(const fs::path& folder)
{
    return folder / "study.json";
}

bool isStudy(const fs::path& folder)
{
    std::error_code ignored;
    return fs::exists(studyFile(folder), ignored);
}

std::vector<std::string> incompleteRecordings(const Study& study, const fs::path& folder)
{
    std::vector<std::string> incomplete;
    for (const StudyCell& cell : study.cells) {
        if (cell.result.isEmpty() || cell.recording.empty())
            continue;
        const auto isWhole = format::endsWithFooter(folder / cell.recording);
        if (!isWhole.ok() || !*isWhole)
            incomplete.push_back(cell.recording);
    }
    return incomplete;
}

Result<trace::TraceView> loadCellRecording(const StudyCell& cell, const fs::path& folder,
                                           const std::function<bool(double)>& progress)
{
    const fs::path path = folder / cell.recording;
    trace::TraceView view = TRY(trace::loadRecording(path, progress));
    if (trace::isDamaged(view) || !view.ending())
        return format::failure(Error::Code::Corrupt,
                               path.string() +
                                   " is damaged or cut, so it is left out; `stepscope verify` shows what is missing.");
    return view;
}

std::string studyJson(const Study& study)
{
    Json devices = Json::array();
    for (const StudyDevice& device : study.devices)
        devices.push_back(deviceJson(device));
    Json cells = Json::array();
    for (const StudyCell& cell : study.cells)
        cells.push_back(cellJson(cell));
    // A program of the first version would not know that cells differ by their power setting.
    const Json json{{"version", study.plan.powerSettings.empty() ? 1 : kStudyVersion},
                    {"program_version", format::version()},
                    {"study", study.id},
                    {"created_realtime_ns", study.createdRealtimeNs},
                    {"plan", planJson(study.plan)},
                    {"devices", devices},
                    {"cells", cells}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Study> parseStudy(std::string_view text, const std::string& name)
{
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded())
        return corrupt(name, "it is not complete JSON");
    Fields fields(json, "study");
    const int version = fields.integer("version", 1, std::numeric_limits<int>::max());
    if (fields.ok() && version > kStudyVersion)
        return format::failure(name + " is of version " + std::to_string(version) +
                               ", which a newer Stepscope wrote; this one reads version " +
                               std::to_string(kStudyVersion) + ". Use the newer program.");
    Study study;
    study.id = fields.name("study");
    study.createdRealtimeNs =
        fields.integer("created_realtime_ns", std::int64_t{0}, std::numeric_limits<std::int64_t>::max());
    Fields plan(fields.at("plan"), "plan");
    study.plan = planOf(plan);
    fields.adopt(plan.fault());
    for (const Json& entry : fields.array("devices")) {
        Fields device(entry, "a device");
        study.devices.push_back(deviceOf(device));
        fields.adopt(device.fault());
    }
    for (const Json& entry : fields.array("cells", kMaxStudyCells)) {
        Fields cell(entry, "cell " + std::to_string(study.cells.size() + 1));
        study.cells.push_back(cellOf(cell));
        fields.adopt(cell.fault());
    }
    if (fields.ok())
        if (const auto valid = checkPlan(study.plan); !valid.ok())
            fields.fail("plan", "is invalid (" + valid.error().text + ")");
    if (fields.ok())
        fields.adopt(faultOfCells(study));
    if (!fields.ok())
        return corrupt(name, fields.fault());
    return study;
}

Result<Study> readStudy(const fs::path& folder)
{
    const fs::path path = studyFile(folder);
    return parseStudy(TRY(readText(path)), path.string());
}

Result<void> writeStudy(const Study& study, const fs::path& folder)
{
    const fs::path path = studyFile(folder);
    const fs::path temporary = folder / "study.json.new";
    const std::string text = studyJson(study);
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (descriptor < 0)
        return fileError("Writing", temporary, errno);
    int fault = 0;
    for (std::size_t written = 0; written < text.size() && fault == 0;) {
        const ssize_t count = ::write(descriptor, text.data() + written, text.size() - written);
        if (count > 0)
            written += static_cast<std::size_t>(count);
        else if (errno != EINTR)
            fault = errno;
    }
    if (fault == 0 && ::fsync(descriptor) != 0)
        fault = errno;
    if (::close(descriptor) != 0 && fault == 0)
        fault = errno;
    if (fault == 0 && ::rename(temporary.c_str(), path.c_str()) != 0)
        fault = errno;
    return fault == 0 ? Result<void>() : fileError("Writing", path, fault);
}

std::string studyCsv(const Study& study)
{
    const auto columns = resultColumns();
    // Names in the order in which they first appear.
    std::vector<std::vector<std::string>> names(columns.size());
    for (const StudyCell& cell : study.cells) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            for (const auto& [name, value] : cell.result.named(columns[i].name)) {
                if (std::find(names[i].begin(), names[i].end(), name) == names[i].end())
                    names[i].push_back(name);
            }
        }
    }
    std::string csv = "cell,target,model,batch,repeat,state,recording,power_setting";
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string column(columns[i].name);
        if (columns[i].kind != ResultColumn::Kind::Named)
            csv += "," + column;
        for (const std::string& name : names[i])
            csv += "," + csvField(column + "." + name);
    }
    csv += kCsvRowEnd;
    for (const StudyCell& cell : study.cells) {
        csv += csvField(cell.id) + "," + csvField(cell.target) + "," + csvField(cell.model) + "," +
               std::to_string(cell.batch) + "," + std::to_string(cell.repeat) + "," +
               std::string(kStates[static_cast<std::size_t>(cell.state)]) + "," + csvField(cell.recording) + "," +
               csvField(cell.power);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const std::string_view column = columns[i].name;
            if (columns[i].kind == ResultColumn::Kind::Number)
                csv += "," + csvNumber(cell.result.number(column).value_or(std::nan("")));
            if (columns[i].kind == ResultColumn::Kind::Text)
                csv += "," + csvField(cell.result.text(column));
            const NamedValues values = cell.result.named(column);
            for (const std::string& name : names[i]) {
                const auto found =
                    std::find_if(values.begin(), values.end(), [&](const auto& value) { return value.first == name; });
                csv += "," + (found != values.end() ? csvNumber(found->second) : std::string());
            }
        }
        csv += kCsvRowEnd;
    }
    return csv;
}

} // namespace stepscope::analysis
