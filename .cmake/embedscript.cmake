# Run by stepscope_embed: writes HEADER and SOURCE for FILES below BASE.
cmake_minimum_required(VERSION 3.25)

get_filename_component(base ${BASE} ABSOLUTE)
list(LENGTH FILES count)
set(bytes)
set(rows)
set(index 0)
foreach(file IN LISTS FILES)
    file(RELATIVE_PATH path ${base} ${file})
    file(SIZE ${file} size)
    set(symbol stepscope_embedded_${NAME}_${index})
    string(APPEND bytes "asm(\".section .rodata\\n.balign 16\\n${symbol}:\\n.incbin \\\"${file}\\\"\\n.byte 0\\n.previous\\n\");\n"
           "extern \"C\" const unsigned char ${symbol}[];\n"
    )
    string(APPEND rows "    {\"${path}\", ${symbol}, ${size}},\n")
    math(EXPR index "${index} + 1")
endforeach()

file(CONFIGURE OUTPUT ${HEADER} @ONLY CONTENT [[#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace @NAMESPACE@ {

struct EmbeddedFile
{
    std::string_view path;
    const unsigned char* data;
    std::size_t size;
};

extern const std::array<EmbeddedFile, @count@> @NAME@;

} // namespace @NAMESPACE@
]])
# Written at each run, unlike the header: the compiler has to run when the bytes of a file change.
file(WRITE ${SOURCE} "#include \"embedded/${NAME}.h\"

${bytes}
namespace ${NAMESPACE} {

const std::array<EmbeddedFile, ${count}> ${NAME} = {{
${rows}}};

} // namespace ${NAMESPACE}
")
