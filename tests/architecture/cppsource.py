"""C++ source text without a compiler: code without comments and literals, comments line by line, lengths of functions."""
import re

LITERAL_OR_COMMENT = re.compile(
    r'//(?:\\\n|[^\n])*|/\*.*?\*/|R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.S,
)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.M)
ACCESS = re.compile(r"^\s*(?:(?:(?:public|private|protected)(?:\s+slots)?|signals|Q_SIGNALS)\s*:(?!:)|Q_[A-Z_]+(?:\s*\([^()]*\))?(?=\s))")
# A name or a template's end before `{`, after `) :` or `) noexcept :`: a member's initializer, not the body.
MEMBER_INITIALIZER = re.compile(r"\)\s*(?:noexcept\s*(?:\([^()]*\))?\s*)?:(?!:).*[\w>]\s*$", re.S)
SCOPE = re.compile(r"^\s*(?:(?:inline\s+)?namespace\b|extern\b\s*$|(?:template\s*<.*>\s*)?(?:class|struct|union|enum)\b)", re.S)
FUNCTION_NAME = re.compile(r"((?:[A-Za-z_]\w*(?:<[^<>()]*>)?\s*::\s*)*(?:operator\s*(?:\(\)|[^\s\w(]+|\w+)|~?[A-Za-z_]\w*))\s*\(")


def _blank(match):
    """White space of the same number of lines as the match."""
    return "\n" * match.group().count("\n") or " "


def code(text):
    """The text without comments and literals; line numbers stay the same."""
    return LITERAL_OR_COMMENT.sub(_blank, text)


def uncommented(text):
    """The text without comments; literals and line numbers stay the same."""
    return LITERAL_OR_COMMENT.sub(lambda match: _blank(match) if match.group().startswith("/") else match.group(), text)


def comment_lines(text):
    """(line number, comment text) of each line that holds text of a comment."""
    for match in LITERAL_OR_COMMENT.finditer(text):
        if not match.group().startswith("/"):
            continue
        first = text.count("\n", 0, match.start()) + 1
        for offset, line in enumerate(match.group().split("\n")):
            words = line.strip().lstrip("/*!< \t").rstrip("*/ \t")
            if words:
                yield first + offset, words


def _matching_brace(text, opening):
    """The position of the brace that closes the one at `opening`, or the end of the text."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(text, opening):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.start()
    return len(text)


def _is_function(header):
    header = re.sub(r"^\s*template\s*<[^()]*?>\s*(?=[\w\[])|\boperator\s*[^\s\w(]+", "", header)
    return re.search(r"^[^()=]*\(", header) is not None


def functions(text):
    """(first line, number of lines, name) of each function body at namespace or class scope.

    The lines run from the start of the declaration to the closing brace. A lambda counts as a part of the function that it is
    in; brace-initialized variables are not functions. Preprocessor directives are left out: where #if and #else open a brace
    each, the result is wrong.
    """
    text = DIRECTIVE.sub(_blank, code(text))
    start, position = 0, 0
    token = re.compile(r"[;{}]")
    while True:
        match = token.search(text, position)
        if not match:
            return
        position = match.end()
        if match.group() != "{":
            start = position
            continue
        header = text[start : match.start()]
        while True:
            prefix = ACCESS.match(header)
            if not prefix:
                break
            start += prefix.end()
            header = header[prefix.end() :]
        if SCOPE.match(header) and not re.search(r"\)\s*(?:const|noexcept|override|final|\s)*$", header):
            start = position
            continue
        end = _matching_brace(text, match.start())
        if header.count("(") > header.count(")") or MEMBER_INITIALIZER.search(header):
            # A default argument or the initializer of a member: the declaration continues behind it.
            text = text[: match.start()] + "(" + re.sub(r"[;{}]", " ", text[position:end]) + ")" + text[end + 1 :]
            position = end + 1
            continue
        if _is_function(header):
            first = text.count("\n", 0, start + len(header) - len(header.lstrip())) + 1
            name = FUNCTION_NAME.search(header)
            yield first, text.count("\n", 0, end) + 2 - first, name.group(1).replace(" ", "") if name else "?"
        start = position = end + 1
