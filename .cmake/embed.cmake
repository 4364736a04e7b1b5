# stepscope_embed(TARGET <target> NAME <name> NAMESPACE <a::b> BASE <dir> FILES <file>...)
#
# Compiles the files' bytes into <target>. Afterwards its sources can write:
#
#   #include "embedded/<name>.h"
#   for (const a::b::EmbeddedFile& file : a::b::<name>) use(file.path, file.data, file.size);
#
# <name> is a std::array sorted by path; `path` is relative to BASE; `data` is followed by a 0 that `size` does not count.
# The assembler includes the bytes (.incbin): a megabyte of array elements would take the compiler seconds.

set(STEPSCOPE_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embedscript.cmake)

function(stepscope_embed)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;NAME;NAMESPACE;BASE" "FILES")
    set(files)
    foreach(file IN LISTS arg_FILES)
        get_filename_component(file ${file} ABSOLUTE)
        list(APPEND files ${file})
    endforeach()
    list(SORT files)
    get_filename_component(base ${arg_BASE} ABSOLUTE)
    set(dir ${CMAKE_CURRENT_BINARY_DIR}/generated)
    set(header ${dir}/embedded/${arg_NAME}.h)
    set(source ${dir}/embedded/${arg_NAME}.cpp)
    add_custom_command(
        OUTPUT ${header} ${source}
        COMMAND
            ${CMAKE_COMMAND} "-DFILES=${files}" -DBASE=${base} -DNAME=${arg_NAME} -DNAMESPACE=${arg_NAMESPACE}
            -DHEADER=${header} -DSOURCE=${source} -P ${STEPSCOPE_EMBED_SCRIPT}
        DEPENDS ${files} ${STEPSCOPE_EMBED_SCRIPT}
        COMMENT "Embedding ${arg_NAME}"
        VERBATIM
    )
    target_sources(${arg_TARGET} PRIVATE ${header} ${source})
    set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    target_include_directories(${arg_TARGET} PUBLIC ${dir})
endfunction()
