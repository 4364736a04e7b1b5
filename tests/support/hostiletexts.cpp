#include "tests/support/hostiletexts.h"

#include <array>

namespace stepscope::testing {
namespace {

using namespace std::string_literals;

std::string utf8(unsigned code)
{
    std::string text;
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0U | code >> 6U);
        text += static_cast<char>(0x80U | (code & 0x3FU));
    } else {
        text += static_cast<char>(0xE0U | code >> 12U);
        text += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
        text += static_cast<char>(0x80U | (code & 0x3FU));
    }
    return text;
}

void addHtml(std::vector<std::string>& texts)
{
    constexpr std::array kTags{"<img src=\"/dev/zero\">",
                               "<img src='file:///etc/passwd'>",
                               "<b>bold</b>",
                               "<a href=\"file:///\">x</a>",
                               "<script>alert(1)</script>",
                               "<table><tr><td>x",
                               "<body background=\"/dev/zero\">",
                               "<font size=99>x</font>",
                               "<br><hr>",
                               "<style>*{font-size:99px}</style>",
                               "<!-- x",
                               "<?xml version=\"1.0\"?>",
                               "<!DOCTYPE html>",
                               "</p></div>",
                               "&lt;b&gt;&amp;&#27;",
                               "<p>x</p>",
                               "<pre>x</pre>",
                               "<qt>x</qt>",
                               "<h1>x",
                               "<ul><li>x"};
    for (const char* tag : kTags) {
        texts.emplace_back(tag);
        texts.push_back("conv2d "s + tag + " [1,2]");
    }
}

void addControls(std::vector<std::string>& texts)
{
    for (unsigned code = 1; code < 0x20; ++code)
        texts.push_back("a" + utf8(code) + "b");
    for (unsigned code = 0x7F; code <= 0xA0; ++code)
        texts.push_back("a" + utf8(code) + "b");
    for (unsigned code = 0x200B; code <= 0x200F; ++code)
        texts.push_back("a" + utf8(code) + "b");
    for (unsigned code = 0x2028; code <= 0x202E; ++code)
        texts.push_back("a" + utf8(code) + "b");
    for (const unsigned code : {0xADU, 0x61CU, 0x180EU, 0x2060U, 0x2066U, 0x2067U, 0x2068U, 0x2069U, 0xFEFFU, 0xFFF9U,
                                0xFFFBU, 0xFFFEU, 0xFFFFU, 0xE0001U, 0xE0041U, 0xE007FU})
        texts.push_back("a" + utf8(code) + "b");
    for (const char* invalid : {"\x80", "\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xFF", "\xC3"})
        texts.push_back("a"s + invalid + "b");
}

void addSequences(std::vector<std::string>& texts)
{
    constexpr std::array kSequences{"[2J",
                                    "[31m",
                                    "]0;title\a",
                                    "]52;c;Y29weQ==\a",
                                    "c",
                                    "[6n",
                                    "[?1049h",
                                    "(0",
                                    "]8;;http://x\a",
                                    "P$q\"p",
                                    "[1;1H",
                                    "[8m",
                                    "#8",
                                    "[20t",
                                    "[!p"};
    for (const char* sequence : kSequences) {
        texts.push_back("\x1b"s + sequence);
        texts.push_back("a\x1b"s + sequence + "b");
    }
    texts.push_back(utf8(0x9B) + "2J");
    texts.push_back(utf8(0x9D) + "0;title" + utf8(0x9C));
    texts.emplace_back("\r\x1b[Kstepscope: all is well");
    texts.emplace_back("a\b\b\bb");
}

void addSyntax(std::vector<std::string>& texts)
{
    for (const char* text : {"$(reboot)",
                             "`reboot`",
                             "; rm -rf ~",
                             "| sh",
                             "&& id",
                             "'\"'\"'",
                             "%s%s%n%n",
                             "%1 %2 %99",
                             "%p %d",
                             "\\",
                             "\\\"",
                             "../../../etc/passwd",
                             "/etc/passwd",
                             "~/.ssh/authorized_keys",
                             "--output=/etc/passwd",
                             "-o",
                             "*",
                             "=cmd|'/C calc'!A0",
                             "+1+1",
                             "-1-1",
                             "@SUM(A1)",
                             "a,b",
                             "a\"b",
                             "a;b",
                             "\n",
                             "a\nb",
                             "a\r\nb",
                             "\t",
                             " ",
                             "",
                             "null",
                             "{}",
                             "[]",
                             "\"",
                             "0",
                             "-1",
                             "NaN",
                             "1e999",
                             "CON",
                             ".",
                             "..",
                             "a/b",
                             "a\\b",
                             "{{x}}",
                             "${x}",
                             "<>&\"'",
                             "]]>",
                             "&#0;",
                             "xn--",
                             "a\u0301\u0301\u0301",
                             "\u00C5\u212B",
                             "\U0001F525",
                             "\u6D4B\u8BD5"})
        texts.emplace_back(text);
    texts.push_back(std::string(10'000, 'x'));
    texts.push_back("<" + std::string(10'000, 'b') + ">");
}

trace::RunHeader& describe(RecordingBuilder& recording, const std::string& text)
{
    trace::RunHeader& header = recording.describe();
    header.run = text;
    header.agentVersion = text;
    header.startMonotonic = 1'000'000'000;
    header.periodNs = 10'000'000;
    header.ops = text;
    header.command = {text, text};
    header.workingDirectory = text;
    header.device = {.hostname = text,
                     .board = text,
                     .model = text,
                     .soc = text,
                     .l4t = text,
                     .kernel = text,
                     .machine = text,
                     .jetpack = text,
                     .powerMode = text,
                     .memoryBytes = 1'000'000,
                     .cores = {{0, text}}};
    header.sources = {{text, text, "missing", text, text}, {text, text, "denied", text, text}};
    return header;
}

} // namespace

std::vector<std::string> hostileTexts()
{
    std::vector<std::string> texts;
    addHtml(texts);
    addControls(texts);
    addSequences(texts);
    addSyntax(texts);
    return texts;
}

std::vector<std::byte> hostileRecording(const std::string& text)
{
    constexpr std::int64_t kStart = 1'000'000'000;
    constexpr std::int64_t kStep = 100'000'000;
    RecordingBuilder recording;
    describe(recording, text);
    std::vector<std::uint32_t> channels;
    for (const char* quantity : {"cpu.utilization", "rail.power", "temperature", "memory.used"})
        channels.push_back(recording.channel({.name = text,
                                              .quantity = quantity,
                                              .unit = "1",
                                              .source = text,
                                              .cluster = text,
                                              .rail = text,
                                              .parent = text,
                                              .role = text,
                                              .factsFrom = text}));
    const std::uint32_t op = recording.op(text, text, text, text);
    recording.lane({.id = 1, .process = 7, .thread = 7, .name = text});
    std::vector<format::Step> steps;
    std::vector<trace::SpanRecord> spans;
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> values;
    for (std::uint64_t i = 0; i < 8; ++i) {
        const std::int64_t begin = kStart + static_cast<std::int64_t>(i) * kStep;
        steps.push_back({.index = i, .start = begin, .end = begin + kStep, .flags = format::Step::kTraced});
        spans.push_back({.start = begin + 1000, .duration = kStep / 2, .op = op});
        for (std::int64_t sample = 0; sample < 10; ++sample) {
            times.push_back(begin + sample * kStep / 10);
            values.push_back(sample);
        }
    }
    for (const std::uint32_t channel : channels)
        recording.samples(channel, times, values);
    recording.spans(1, spans).steps(steps);
    recording.metric(text.empty() ? "metric" : text.substr(0, format::kMaxMetricName),
                     {{kStart + kStep, 0.5}, {kStart + 2 * kStep, 0.25}});
    recording.log(kStart, text + "\n").event(kStart, format::Event::Severity::Warning, text, text);
    recording.event(kStart, format::Event::Severity::Warning, "hook", "No steps " + text);
    recording.loss({.what = text, .count = 3, .range = {kStart, kStart + 1}, .reason = text});
    return recording.footer({.end = kStart + 8 * kStep, .state = "failed", .reason = text}).bytes();
}

} // namespace stepscope::testing
