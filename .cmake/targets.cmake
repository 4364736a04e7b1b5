# stepscope_add_library(NAME [OPTIMIZED | LIGHT] [PUBLIC <lib>...] [PRIVATE <lib>...] [PRECOMPILE <header>... | PRECOMPILED_BY <lib>]
#                       [SKIP <regex>...])
#
# A static library of every .cpp and .h file below the calling folder, except those whose path relative to it matches a SKIP
# expression. A new file is found at the next build; no list has to be edited.
#
# PRECOMPILE: headers of libraries that most of the files need; parsed once for the target. Files still include what they use:
# STEPSCOPE_FAST_BUILD=OFF builds without precompiled headers and unity batches, which shows a missing include.
# PRECOMPILED_BY: takes the precompiled header of a library with the same options.
# OPTIMIZED: -O3 in releases, for loops whose time the user waits for. LIGHT: -Og, for code that waits for the user, for files or
# for a link; it compiles in 60 % of the time. Otherwise -O2.

function(stepscope_add_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "OPTIMIZED;LIGHT" "PRECOMPILED_BY" "PUBLIC;PRIVATE;PRECOMPILE;SKIP")
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp *.h)
    foreach(pattern IN LISTS arg_SKIP)
        list(FILTER sources EXCLUDE REGEX "${pattern}")
    endforeach()
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC stepscope_settings ${arg_PUBLIC} PRIVATE stepscope_warnings ${arg_PRIVATE})
    if(arg_OPTIMIZED)
        target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O3>)
        # Smaller batches than the default of 8, so that a change of one file takes less than about 8 s to compile.
        set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 5)
    endif()
    if(arg_LIGHT)
        # With -Og, GCC 12 reports an initialized std::stop_source; -O2 of other targets keeps the warning.
        target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-Og> $<$<CONFIG:Release>:-Wno-maybe-uninitialized>)
    endif()
    if(NOT STEPSCOPE_FAST_BUILD)
        set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
    endif()
    stepscope_precompile(${name} ${arg_PRECOMPILE})
    if(STEPSCOPE_FAST_BUILD AND arg_PRECOMPILED_BY)
        target_precompile_headers(${name} REUSE_FROM ${arg_PRECOMPILED_BY})
    endif()
endfunction()

# The headers that most files of a target with widgets include. The complete <QtWidgets> takes twice as long to parse.
set(STEPSCOPE_WIDGET_HEADERS
    <QAction> <QApplication> <QBoxLayout> <QComboBox> <QFileInfo> <QHeaderView> <QKeyEvent> <QLabel> <QLineEdit> <QMenu> <QPainter>
    <QPushButton> <QTimer> <QToolButton> <QTreeWidget> <functional> <optional> <vector>
)

# stepscope_precompile(TARGET HEADER...): precompiles the headers for the C++ files of TARGET, where fast builds are on.
function(stepscope_precompile target)
    if(STEPSCOPE_FAST_BUILD AND ARGN)
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
endfunction()
