# Compiler and linker options as INTERFACE targets, without global flags.
#
#   target_link_libraries(stepscope_x PRIVATE stepscope_warnings PUBLIC stepscope_settings)
#   target_link_libraries(stepscope-agent PRIVATE stepscope_static)

# -O3 only where it pays: see OPTIMIZED and LIGHT in targets.cmake.
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

add_library(stepscope_warnings INTERFACE)
target_compile_options(
    stepscope_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${STEPSCOPE_WERROR}>:-Werror>
)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 reports overlaps and overruns in "literal" + std::string where there are none (GCC bugs 105329 and 105651).
    target_compile_options(stepscope_warnings INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
                           -Wno-stringop-overread)
endif()

add_library(stepscope_settings INTERFACE)
target_compile_features(stepscope_settings INTERFACE cxx_std_20)
target_include_directories(stepscope_settings INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(stepscope_settings INTERFACE -fvisibility=hidden -fvisibility-inlines-hidden)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND STEPSCOPE_FAST_BUILD)
    # So that ccache can hash what a precompiled header was made of.
    target_compile_options(stepscope_settings INTERFACE -fpch-preprocess)
    # GCC collects garbage only above 2 GB of heap, which no file reaches (0.85 GB at most): a tenth of the compile time less.
    target_compile_options(
        stepscope_settings INTERFACE "SHELL:--param ggc-min-expand=400" "SHELL:--param ggc-min-heapsize=2000000"
    )
endif()

if(STEPSCOPE_SANITIZE)
    # Libraries get the coverage of the fuzzer without its main; stepscope_add_fuzzer links that.
    string(REPLACE "," ";" sanitizers "${STEPSCOPE_SANITIZE}")
    list(TRANSFORM sanitizers REPLACE "^fuzzer$" "fuzzer-no-link")
    list(JOIN sanitizers "," sanitizers)
    target_compile_options(
        stepscope_settings INTERFACE -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer
    )
    target_link_options(stepscope_settings INTERFACE -fsanitize=${sanitizers})
endif()

# mold links a program in a quarter of the time of GNU ld, which counts with more than a hundred test programs.
find_program(STEPSCOPE_MOLD mold)
if(STEPSCOPE_MOLD AND NOT CMAKE_CROSSCOMPILING)
    target_link_options(stepscope_settings INTERFACE -fuse-ld=mold)
endif()

# A static program runs with any glibc and kernel. The sanitizers' runtimes cannot be linked statically.
add_library(stepscope_static INTERFACE)
if(NOT STEPSCOPE_SANITIZE)
    target_link_options(stepscope_static INTERFACE -static -fuse-ld=bfd)
endif()
