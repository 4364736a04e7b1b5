#include "analysis/text/oplabel.h"

#include <cstddef>

namespace stepscope::analysis {

namespace {

constexpr std::string_view kReturnType = "void "; // of every kernel; only signatures of templates have one
constexpr std::string_view kScope = "::";
constexpr std::string_view kAnonymous = "(anonymous namespace)";
constexpr std::string_view kCallOperator = "operator()";

/// The part of a signature that names the function: from the last scope to the parameters.
struct FunctionPart
{
    std::size_t begin = 0;
    std::size_t end = 0; ///< at the parenthesis of the parameters; 0: there is none
};

FunctionPart functionPartOf(std::string_view signature)
{
    FunctionPart part;
    std::size_t depth = 0; // of template arguments
    for (std::size_t i = 0; i < signature.size(); ++i) {
        const std::string_view rest = signature.substr(i);
        const char letter = signature[i];
        if (rest.substr(0, kAnonymous.size()) == kAnonymous) {
            i += kAnonymous.size() - 1;
        } else if (rest.substr(0, kCallOperator.size()) == kCallOperator) {
            i += kCallOperator.size() - 1;
        } else if (letter == '<') {
            ++depth;
        } else if (letter == '>') {
            if (depth == 0)
                return {};
            --depth;
        } else if (depth == 0) {
            if (letter == '(') {
                part.end = i;
                return part;
            }
            if (letter == ' ')
                return {};
            if (rest.substr(0, kScope.size()) == kScope)
                part.begin = i + kScope.size();
        }
    }
    if (depth > 0) // cut within the template arguments
        part.end = signature.size();
    return part;
}

} // namespace

std::string_view opLabel(std::string_view name)
{
    const bool hasReturnType = name.substr(0, kReturnType.size()) == kReturnType;
    if (!hasReturnType && (name.empty() || name.back() != ')'))
        return name;
    const std::string_view signature = hasReturnType ? name.substr(kReturnType.size()) : name;
    const FunctionPart part = functionPartOf(signature);
    // Without a return type and a scope, "name(text)" need not be a signature.
    const bool isSignature = part.end > part.begin && (hasReturnType || part.begin > 0);
    return isSignature ? signature.substr(part.begin, part.end - part.begin) : name;
}

} // namespace stepscope::analysis
