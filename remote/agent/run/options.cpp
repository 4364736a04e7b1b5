#include "remote/agent/run/options.h"

#include "remote/agent/power/powersetting.h"
#include "remote/agent/recording/spool.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace stepscope::agent {

using format::Error;
using format::Result;

const char* const kUsage =
    "usage: stepscope-agent probe [--sysroot DIR] [--period 10ms]\n"
    "       stepscope-agent snapshot [--sysroot DIR]  what probe reads: paths, permissions, contents, without names "
    "and "
    "addresses\n"
    "       stepscope-agent power [--sysroot DIR] [--power SETTING]...\n"
    "                             the power modes and frequencies that can be set; checks the settings\n"
    "       stepscope-agent start [--period 10ms] [--ops auto|none|all|STEP:STEP[:EVERY]] [--spool DIR]\n"
    "                             [--pause-blocks 500ms] [--spool-limit SIZE] [--cwd DIR] [--sysroot DIR] [--hook DIR] "
    "[--env NAME=VALUE]... "
    "[--label TEXT]\n"
    "                             [--power SETTING] [--run NAME] [--secrets mask|keep] [--others allow|refuse] [--with "
    "nvprof|nsys] -- COMMAND...\n"
    "       stepscope-agent list [--spool DIR]\n"
    "       stepscope-agent attach RUN [--from BYTE] [--spool DIR]\n"
    "       stepscope-agent stop RUN | remove RUN [--spool DIR]\n"
    "       stepscope-agent received RUN --bytes N    notes that a client has stored the recording's N bytes\n"
    "       stepscope-agent clean [--runs received|all] [--mode remove|plan]\n"
    "                             removes runs that have ended, interrupted uploads and outdated files; plan: only "
    "prints them\n"
    "       stepscope-agent load [--seconds N] [--seed N | --work 10ms]\n"
    "                             a load on all cores in random phases, or steps of equal work, reported to the agent\n"
    "       stepscope-agent --version\n"
    "--run: a name for the run; if this run exists already, `start` returns it instead of starting another one\n"
    "--others refuse: an error while another run is in progress on this device\n"
    "SETTING: current, or a mode of nvpmodel, locked, gpu=MHZ, cpu=MHZ joined by '+'; restored at the end of the run\n"
    "--spool: folder of the runs, ~/.stepscope/runs if not given, which gets a link to a run started elsewhere; "
    "--spool-limit: size of a recording, 4G if not "
    "given\n";

namespace {

Error usage(std::string text)
{
    return format::failure(Error::Code::Usage, std::move(text));
}

/// Splits "512K" into number and unit. False without digits or if the number is too large.
bool splitNumber(const std::string& text, std::uint64_t& number, std::string& unit)
{
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    unit.assign(read.ptr, text.data() + text.size());
    return read.ec == std::errc();
}

struct Unit
{
    std::string_view name;
    std::uint64_t factor;
};

std::uint64_t factorOf(std::span<const Unit> units, const std::string& name)
{
    const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.name == name; });
    return unit == units.end() ? 0 : unit->factor;
}

Result<void> setRun(Options& options, const std::string& word)
{
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
               c == '.';
    };
    if (!options.run.empty())
        return usage("only one run can be given: " + options.run + " or " + word);
    if (word.empty() || word.front() == '.' || word.size() > 128 || !std::all_of(word.begin(), word.end(), isPlain))
        return usage("'" + word + "' is not the name of a run; `stepscope runs` lists them");
    options.run = word;
    return {};
}

template <std::int64_t Options::*Member>
Result<void> setTime(Options& options, const std::string& value)
{
    options.*Member = TRY(parsePeriod(value));
    return {};
}

Result<void> setOps(Options& options, const std::string& value)
{
    options.ops = value;
    return checkOps(value);
}

Result<void> setLimit(Options& options, const std::string& value)
{
    options.spoolLimitBytes = TRY(parseSize(value));
    return {};
}

template <std::uint64_t Options::*Member>
Result<void> setBytes(Options& options, const std::string& value)
{
    std::string unit;
    if (!splitNumber(value, options.*Member, unit) || !unit.empty())
        return usage("a number of bytes is needed, not '" + value + "'");
    return {};
}

/// One of two values, of which the second sets the flag.
Result<void> setChoice(bool& flag, const std::string& value, const char* usual, const char* other)
{
    if (value != usual && value != other)
        return usage(std::string(usual) + " or " + other + " is needed, not '" + value + "'");
    flag = value == other;
    return {};
}

Result<void> setSecrets(Options& options, const std::string& value)
{
    return setChoice(options.keepsSecrets, value, "mask", "keep");
}

Result<void> setOthers(Options& options, const std::string& value)
{
    return setChoice(options.refusesOthers, value, "allow", "refuse");
}

Result<void> setCleaned(Options& options, const std::string& value)
{
    return setChoice(options.cleansAll, value, "received", "all");
}

Result<void> setCleanMode(Options& options, const std::string& value)
{
    return setChoice(options.onlyPlans, value, "remove", "plan");
}

Result<void> setSeconds(Options& options, const std::string& value)
{
    constexpr std::uint64_t kLongest = 3600;
    std::uint64_t number = 0;
    std::string unit;
    if (!splitNumber(value, number, unit) || !unit.empty() || number == 0 || number > kLongest)
        return usage("--seconds needs a number from 1 to 3600, not '" + value + "'");
    options.seconds = static_cast<std::int64_t>(number);
    return {};
}

Result<void> setSeed(Options& options, const std::string& value)
{
    std::string unit;
    if (!splitNumber(value, options.seed, unit) || !unit.empty())
        return usage("--seed needs a number, not '" + value + "'");
    return {};
}

Result<void> addEnvironment(Options& options, const std::string& value)
{
    const std::size_t equals = value.find('=');
    if (equals == 0 || equals == std::string::npos)
        return usage("--env needs NAME=VALUE, not '" + value + "'");
    options.environment.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    return {};
}

Result<void> addPower(Options& options, const std::string& value)
{
    if (options.verb == "start" && !options.powerSettings.empty())
        return usage("a run has one power setting; join its parts by '+'");
    options.powerSettings.push_back(value);
    const auto setting = parsePowerSetting(value);
    return setting ? Result<void>() : setting.error();
}

template <std::string Options::*Member>
Result<void> setText(Options& options, const std::string& value)
{
    if (value.empty())
        return usage("an option has an empty value");
    options.*Member = value;
    return {};
}

struct OptionRow
{
    std::string_view name;
    std::string_view verbs; ///< " start probe "; empty = all
    Result<void> (*set)(Options&, const std::string&);
};
constexpr std::array kOptions{
    OptionRow{"--period", " start probe ", setTime<&Options::periodNs>},
    OptionRow{"--ops", " start ", setOps},
    OptionRow{"--spool", "", setText<&Options::spoolFolder>},
    OptionRow{"--spool-limit", " start ", setLimit},
    OptionRow{"--cwd", " start ", setText<&Options::cwd>},
    OptionRow{"--sysroot", " start probe power snapshot ", setText<&Options::sysroot>},
    OptionRow{"--hook", " start ", setText<&Options::hookFolder>},
    OptionRow{"--env", " start ", addEnvironment},
    OptionRow{"--power", " start power ", addPower},
    OptionRow{"--label", " start ", setText<&Options::label>},
    OptionRow{"--with", " start ", setText<&Options::profiler>},
    OptionRow{"--run", " start ", setRun},
    OptionRow{"--secrets", " start ", setSecrets},
    OptionRow{"--others", " start ", setOthers},
    OptionRow{"--from", " attach ", setBytes<&Options::from>},
    OptionRow{"--bytes", " received ", setBytes<&Options::bytes>},
    OptionRow{"--runs", " clean ", setCleaned},
    OptionRow{"--mode", " clean ", setCleanMode},
    OptionRow{"--pause-blocks", " start ", setTime<&Options::pauseNs>},
    OptionRow{"--work", " load ", setTime<&Options::workNs>},
    OptionRow{"--seconds", " load ", setSeconds},
    OptionRow{"--seed", " load ", setSeed},
};

Result<void> setOption(Options& options, const std::string& name, const std::string& value)
{
    const auto row = std::find_if(kOptions.begin(), kOptions.end(), [&](const OptionRow& r) { return r.name == name; });
    if (row == kOptions.end())
        return usage("unknown option " + name);
    if (!row->verbs.empty() && row->verbs.find(" " + options.verb + " ") == std::string_view::npos)
        return usage(name + " is not an option of " + options.verb);
    return row->set(options, value);
}

Result<void> checkWhole(const Options& options)
{
    constexpr std::array<std::string_view, 4> kVerbsOfARun{"attach", "stop", "remove", "received"};
    const bool wantsRun = std::find(kVerbsOfARun.begin(), kVerbsOfARun.end(), options.verb) != kVerbsOfARun.end();
    if (wantsRun && options.run.empty())
        return usage(options.verb + " needs the name of a run; `stepscope runs` lists them");
    if (!wantsRun && !options.run.empty() && options.verb != "start")
        return usage(options.verb + " does not take the argument '" + options.run + "'");
    if (options.verb == "start" && options.command.empty())
        return usage("start needs a command after --");
    if (options.verb != "start" && !options.command.empty())
        return usage(options.verb + " takes no command");
    return {};
}

} // namespace

Result<Options> parseOptions(std::span<const std::string> words)
{
    constexpr std::array<std::string_view, 11> kVerbs{"probe", "snapshot", "power",    "start", "list", "attach",
                                                      "stop",  "remove",   "received", "clean", "load"};
    Options options;
    if (words.empty())
        return usage(
            "command missing: probe, snapshot, power, start, list, attach, stop, remove, received, clean or load");
    options.verb = words.front();
    if (std::find(kVerbs.begin(), kVerbs.end(), options.verb) == kVerbs.end())
        return usage("unknown command " + options.verb);
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--") {
            options.command.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
            break;
        }
        Result<void> done;
        if (!word.starts_with("--")) {
            done = options.verb == "start" ? usage("start needs -- before the command, not '" + word + "'")
                                           : setRun(options, word);
        } else if (const std::size_t equals = word.find('='); equals != std::string::npos) {
            done = setOption(options, word.substr(0, equals), word.substr(equals + 1));
        } else if (i + 1 < words.size()) {
            done = setOption(options, word, words[++i]);
        } else {
            done = usage(word + " needs a value");
        }
        if (!done)
            return done.error();
    }
    if (const auto whole = checkWhole(options); !whole)
        return whole.error();
    return options;
}

Result<std::int64_t> parsePeriod(const std::string& text)
{
    constexpr std::array kUnits{Unit{"us", 1'000}, Unit{"ms", 1'000'000}, Unit{"s", 1'000'000'000}};
    std::uint64_t number = 0;
    std::string unit;
    const bool readable = splitNumber(text, number, unit);
    const std::uint64_t factor = factorOf(kUnits, unit);
    constexpr std::uint64_t kLongest = 10'000'000'000;
    if (!readable || factor == 0 || number > kLongest || number * factor < 1'000'000 || number * factor > kLongest)
        return usage("a time from 1ms to 10s is needed, not '" + text + "'");
    return static_cast<std::int64_t>(number * factor);
}

Result<std::uint64_t> parseSize(const std::string& text)
{
    constexpr std::array kUnits{Unit{"", 1}, Unit{"K", 1U << 10U}, Unit{"M", 1U << 20U}, Unit{"G", 1U << 30U}};
    std::uint64_t number = 0;
    std::string unit;
    const bool readable = splitNumber(text, number, unit);
    const std::uint64_t factor = factorOf(kUnits, unit);
    constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();
    if (!readable || factor == 0 || number > kLargest / factor || number * factor < Spool::kMinimumLimit)
        return usage("--spool-limit needs a size of at least 64K, such as 512M or 4G, not '" + text + "'");
    return number * factor;
}

Result<void> checkOps(const std::string& text)
{
    if (text == "auto" || text == "none" || text == "all")
        return {};
    std::array<std::uint64_t, 3> numbers{};
    std::size_t count = 0;
    const char* at = text.data();
    const char* end = at + text.size();
    bool good = true;
    while (good && count < numbers.size()) {
        const auto read = std::from_chars(at, end, numbers[count]);
        good = read.ec == std::errc();
        at = read.ptr;
        ++count;
        if (at == end || *at != ':')
            break;
        ++at;
    }
    const bool everyFits = count < 3 || numbers[2] >= numbers[1] - numbers[0];
    if (!good || at != end || *(end - 1) == ':' || count < 2 || numbers[1] <= numbers[0] || !everyFits)
        return usage(
            "--ops needs auto, none, all, FROM:TO or FROM:TO:EVERY (steps, counted from 0, TO not included), not '" +
            text + "'");
    return {};
}

} // namespace stepscope::agent
