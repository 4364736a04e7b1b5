# stepscope_add_tests(tst_thing... LIBS <target>... [SOURCES <file>...]
#                     [SERIAL] [PLAIN] [UNSANITIZED] [TIMEOUT <seconds>] [LABELS <label>...] [ENVIRONMENT <NAME=value>...])
#     Each name is a QtTest executable (moc runs on it) and a test. Its source NAME.cpp is found below the calling folder;
#     SOURCES adds files of tests/support that it needs.
#     SERIAL: runs alone, for tests that depend on timing.   PLAIN: defines main() and does not use Qt.
#     UNSANITIZED: excluded under sanitizers, for tests that measure time or memory, or would take minutes.
#     It has STEPSCOPE_SOURCE_DIR, STEPSCOPE_AGENT_FILE, STEPSCOPE_APP_FILE and STEPSCOPE_PYTHON as string macros, and has a
#     separate HOME.
#
# stepscope_add_python_test(tst_thing SCRIPT <file> [SERIAL] [UNSANITIZED] [TIMEOUT ..] [LABELS ..] [ENVIRONMENT ..])
#     A unittest of the standard library, run by the system's Python with the same variables in its environment.
#
# stepscope_add_fuzzer(fuzz_thing SOURCES <file>... LIBS <target>... [CORPUS <dir>])
#     A libFuzzer executable, only in the preset fuzz; as a test it runs its corpus and a few seconds of fuzzing.
#
# stepscope_add_bench(bench_thing SOURCES <file>... LIBS <target>...)
#     An executable for tests/bench/run, only in builds with STEPSCOPE_BENCH.

# Debian's Python first, since its package of PyTorch belongs to it.
find_program(STEPSCOPE_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(STEPSCOPE_PYTHON python3 REQUIRED)

set(STEPSCOPE_TEST_HOMES ${CMAKE_BINARY_DIR}/test-homes)
set(STEPSCOPE_TEST_VARIABLES STEPSCOPE_SOURCE_DIR=${PROJECT_SOURCE_DIR} STEPSCOPE_PYTHON=${STEPSCOPE_PYTHON})
if(TARGET stepscope-agent AND CMAKE_CROSSCOMPILING_EMULATOR)
    # Tests start it by its name, one of them as another user, so the emulator goes into a script that all may read.
    set(agent_file ${CMAKE_BINARY_DIR}/emulated/stepscope-agent)
    file(
        GENERATE
        OUTPUT ${agent_file}
        CONTENT "#!/bin/sh\nexec ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:stepscope-agent> \"$@\"\n"
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE
    )
    list(APPEND STEPSCOPE_TEST_VARIABLES STEPSCOPE_AGENT_FILE=${agent_file})
elseif(TARGET stepscope-agent)
    list(APPEND STEPSCOPE_TEST_VARIABLES STEPSCOPE_AGENT_FILE=$<TARGET_FILE:stepscope-agent>)
endif()
if(TARGET stepscope)
    list(APPEND STEPSCOPE_TEST_VARIABLES STEPSCOPE_APP_FILE=$<TARGET_FILE:stepscope>)
endif()

# Compiling a test takes longer than running its own code, as opposed to that of the libraries.
set(STEPSCOPE_TEST_OPTIONS $<$<CONFIG:Release>:-O1>)
if(STEPSCOPE_SANITIZE)
    set(STEPSCOPE_TEST_OPTIONS -O0)
endif()

function(stepscope_test_target name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS")
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ${arg_LIBS} stepscope_warnings stepscope_settings)
    foreach(variable IN LISTS STEPSCOPE_TEST_VARIABLES)
        string(REGEX REPLACE "^([A-Z_]+)=(.*)$" "\\1=\"\\2\"" definition "${variable}")
        target_compile_definitions(${name} PRIVATE "${definition}")
    endforeach()
    foreach(program stepscope-agent stepscope)
        if(TARGET ${program})
            add_dependencies(${name} ${program})
        endif()
    endforeach()
endfunction()

function(stepscope_test_properties name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SERIAL" "TIMEOUT" "LABELS;ENVIRONMENT")
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    if(STEPSCOPE_SANITIZE STREQUAL "thread")
        math(EXPR arg_TIMEOUT "5 * ${arg_TIMEOUT}") # tests that compute take up to 15 times as long
    endif()
    set(home ${STEPSCOPE_TEST_HOMES}/${name})
    file(MAKE_DIRECTORY ${home})
    set_tests_properties(
        ${name}
        PROPERTIES TIMEOUT ${arg_TIMEOUT} SKIP_RETURN_CODE 77
                   ENVIRONMENT "HOME=${home};XDG_CONFIG_HOME=${home}/config;XDG_DATA_HOME=${home}/data;XDG_STATE_HOME=${home}/state;XDG_CACHE_HOME=${home}/cache;TZ=UTC;LC_ALL=C.UTF-8;${arg_ENVIRONMENT}"
    )
    if(arg_SERIAL)
        list(APPEND arg_LABELS serial)
        set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
    endif()
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}")
endfunction()

function(stepscope_add_tests)
    cmake_parse_arguments(PARSE_ARGV 0 arg "SERIAL;PLAIN;UNSANITIZED" "TIMEOUT" "SOURCES;LIBS;LABELS;ENVIRONMENT")
    if(NOT STEPSCOPE_TESTS OR (STEPSCOPE_SANITIZE AND arg_UNSANITIZED))
        return()
    endif()
    if(NOT STEPSCOPE_CORE_TESTS AND NOT arg_UNSANITIZED AND CMAKE_CURRENT_SOURCE_DIR MATCHES "/tests/(remote|analysis|truth)$")
        return()
    endif()
    set(serial)
    if(arg_SERIAL)
        set(serial SERIAL)
    endif()
    foreach(name IN LISTS arg_UNPARSED_ARGUMENTS)
        file(GLOB_RECURSE source ${name}.cpp)
        list(TRANSFORM arg_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/tests/support/ OUTPUT_VARIABLE support)
        if(arg_PLAIN)
            stepscope_test_target(${name} SOURCES ${source} ${support} LIBS ${arg_LIBS})
        else()
            # moc alone takes a tenth of the time of AUTOMOC, which also compiles one more file for each program.
            set(moc ${CMAKE_CURRENT_BINARY_DIR}/moc/${name}.moc)
            qt_generate_moc(${source} ${moc})
            stepscope_test_target(${name} SOURCES ${source} ${moc} ${support} LIBS ${arg_LIBS} Qt6::Test)
            target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/moc)
            stepscope_precompile_test(${name} ${arg_LIBS})
        endif()
        target_compile_options(${name} PRIVATE ${STEPSCOPE_TEST_OPTIONS})
        add_test(NAME ${name} COMMAND ${name})
        stepscope_test_properties(
            ${name} ${serial} TIMEOUT ${arg_TIMEOUT} LABELS ${arg_LABELS} ENVIRONMENT ${arg_ENVIRONMENT}
        )
    endforeach()
endfunction()

# One precompiled header for all tests with a window, one for all without; each is created for the first test that needs it.
function(stepscope_precompile_test name)
    # QtTest declares more where the network library is linked, so these few tests cannot share the header.
    if(NOT STEPSCOPE_FAST_BUILD OR "${ARGN}" MATCHES "Qt6::Network")
        return()
    endif()
    set(kind core)
    set(headers <QFile> <QSignalSpy> <QTemporaryDir> <QTest> <functional> <optional> <vector>)
    set(libs Qt6::Test)
    if("${ARGN}" MATCHES "stepscope_(ui|widgets|app)")
        set(kind widgets)
        list(APPEND headers ${STEPSCOPE_WIDGET_HEADERS})
        list(APPEND libs Qt6::Widgets)
    endif()
    set(host stepscope_test_headers_${kind})
    if(NOT TARGET ${host})
        file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${host}.cpp CONTENT "static_assert(true);\n")
        add_library(${host} OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/${host}.cpp)
        target_link_libraries(${host} PRIVATE ${libs} stepscope_warnings stepscope_settings)
        target_compile_options(${host} PRIVATE ${STEPSCOPE_TEST_OPTIONS})
        target_precompile_headers(${host} PRIVATE ${headers})
    endif()
    target_precompile_headers(${name} REUSE_FROM ${host})
endfunction()

function(stepscope_add_python_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SERIAL;UNSANITIZED" "SCRIPT;TIMEOUT" "LABELS;ENVIRONMENT")
    if(NOT STEPSCOPE_TESTS OR STEPSCOPE_AGENT_ONLY OR (STEPSCOPE_SANITIZE AND arg_UNSANITIZED))
        return()
    endif()
    get_filename_component(script ${arg_SCRIPT} ABSOLUTE)
    add_test(NAME ${name} COMMAND ${STEPSCOPE_PYTHON} -B ${script})
    if(arg_SERIAL)
        set(serial SERIAL)
    endif()
    stepscope_test_properties(
        ${name} ${serial} TIMEOUT ${arg_TIMEOUT} LABELS ${arg_LABELS} ENVIRONMENT ${STEPSCOPE_TEST_VARIABLES}
        ${arg_ENVIRONMENT}
    )
endfunction()

function(stepscope_add_fuzzer name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "CORPUS" "SOURCES;LIBS")
    if(NOT STEPSCOPE_FUZZ)
        return()
    endif()
    stepscope_test_target(${name} SOURCES ${arg_SOURCES} LIBS ${arg_LIBS})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    set(corpus)
    if(arg_CORPUS)
        get_filename_component(corpus ${arg_CORPUS} ABSOLUTE)
    endif()
    # New inputs go to the build folder: the first folder named is the one that libFuzzer writes to.
    set(findings ${CMAKE_BINARY_DIR}/fuzz/${name})
    file(MAKE_DIRECTORY ${findings}/corpus)
    add_test(NAME ${name} COMMAND ${name} -max_total_time=10 -artifact_prefix=${findings}/ ${findings}/corpus ${corpus})
    stepscope_test_properties(${name} TIMEOUT 300)
endfunction()

if(STEPSCOPE_BENCH)
    add_custom_target(benches)
endif()

function(stepscope_add_bench name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS")
    if(NOT STEPSCOPE_BENCH)
        return()
    endif()
    stepscope_test_target(${name} SOURCES ${arg_SOURCES} LIBS ${arg_LIBS} benchmark::benchmark)
    set_target_properties(
        ${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/bench EXCLUDE_FROM_ALL ON
    )
    add_dependencies(benches ${name})
endfunction()
