# Run by stepscope_embed: writes HEADER and SOURCE for FILES below BASE.
cmake_minimum_required(VERSION 3.25)

get_filename_component(base ${BASE} ABSOLUTE)
list(LENGTH FILES count)
set(bytes)
set(rows)
set(index 0)
foreach(file IN LISTS FILES)
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "(................................................)" "\\1\n" hex "${hex}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
    file(RELATIVE_PATH path ${base} ${file})
    string(APPEND bytes "constexpr unsigned char file${index}[] = {\n${hex}0x00};\n")
    string(APPEND rows "    {\"${path}\", file${index}, sizeof file${index} - 1},\n")
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
file(CONFIGURE OUTPUT ${SOURCE} @ONLY CONTENT [[#include "embedded/@NAME@.h"

namespace @NAMESPACE@ {

namespace {

@bytes@
} // namespace

constexpr std::array<EmbeddedFile, @count@> @NAME@ = {{
@rows@}};

} // namespace @NAMESPACE@
]])
