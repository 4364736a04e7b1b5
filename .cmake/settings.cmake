# How everything is compiled: INTERFACE targets, never global flags.
#
#   target_link_libraries(stepscope_x PRIVATE stepscope_warnings PUBLIC stepscope_settings)
#   target_link_libraries(stepscope-agent PRIVATE stepscope_static)

add_library(stepscope_warnings INTERFACE)
target_compile_options(
    stepscope_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${STEPSCOPE_WERROR}>:-Werror>
)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 sees overlapping copies in "literal" + std::string where there are none (GCC bug 105651).
    target_compile_options(stepscope_warnings INTERFACE -Wno-restrict)
endif()

add_library(stepscope_settings INTERFACE)
target_compile_features(stepscope_settings INTERFACE cxx_std_20)
target_include_directories(stepscope_settings INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(stepscope_settings INTERFACE -fvisibility=hidden -fvisibility-inlines-hidden)
target_compile_definitions(stepscope_settings INTERFACE STEPSCOPE_VERSION="${PROJECT_VERSION}")

if(STEPSCOPE_SANITIZE)
    # Libraries get the coverage of the fuzzer without its main; stepscope_add_fuzzer links that.
    string(REPLACE "," ";" sanitizers "${STEPSCOPE_SANITIZE}")
    list(TRANSFORM sanitizers REPLACE "^fuzzer$" "fuzzer-no-link")
    list(JOIN sanitizers "," sanitizers)
    target_compile_options(
        stepscope_settings INTERFACE -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer -g
    )
    target_link_options(stepscope_settings INTERFACE -fsanitize=${sanitizers})
endif()

# A static program runs on any glibc and kernel; the sanitizers' runtimes cannot be linked so.
add_library(stepscope_static INTERFACE)
if(NOT STEPSCOPE_SANITIZE)
    target_link_options(stepscope_static INTERFACE -static)
endif()
