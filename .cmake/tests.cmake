# stepscope_add_test(tst_thing SOURCES <file>... LIBS <target>...
#                    [SERIAL] [PLAIN] [UNSANITIZED] [TIMEOUT <seconds>] [LABELS <label>...] [ENVIRONMENT <NAME=value>...])
#     A QtTest executable (moc runs on it) that is a test of the same name.
#     SERIAL: runs alone, for what depends on timing.   PLAIN: has a main of its own and no Qt.
#     UNSANITIZED: left out under sanitizers, for what measures time or memory.
#     It sees STEPSCOPE_SOURCE_DIR, STEPSCOPE_TEST_DATA (tests/data), STEPSCOPE_AGENT_FILE, STEPSCOPE_APP_FILE and
#     STEPSCOPE_PYTHON as string macros, and a HOME of its own.
#
# stepscope_add_python_test(tst_thing SCRIPT <file> [SERIAL] [UNSANITIZED] [TIMEOUT ..] [LABELS ..] [ENVIRONMENT ..])
#     A stdlib unittest, run by the system's Python with the same names in its environment.
#
# stepscope_add_fuzzer(fuzz_thing SOURCES <file>... LIBS <target>... [CORPUS <dir>])
#     A libFuzzer executable, in the fuzz preset only; as a test it runs its corpus and a few seconds more.
#
# stepscope_add_bench(bench_thing SOURCES <file>... LIBS <target>...)
#     An executable for tests/bench/run, in builds with STEPSCOPE_BENCH only.

# Debian's Python first: it is the one that has torch.
find_program(STEPSCOPE_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(STEPSCOPE_PYTHON python3 REQUIRED)

set(STEPSCOPE_TEST_HOMES ${CMAKE_BINARY_DIR}/test-homes)
set(STEPSCOPE_TEST_VARIABLES STEPSCOPE_SOURCE_DIR=${PROJECT_SOURCE_DIR} STEPSCOPE_TEST_DATA=${PROJECT_SOURCE_DIR}/tests/data
    STEPSCOPE_PYTHON=${STEPSCOPE_PYTHON}
)
if(TARGET stepscope-agent AND CMAKE_CROSSCOMPILING_EMULATOR)
    # Tests start it by its name, so the emulator goes into a script.
    set(agent_file ${CMAKE_BINARY_DIR}/emulated/stepscope-agent)
    file(
        GENERATE
        OUTPUT ${agent_file}
        CONTENT "#!/bin/sh\nexec ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:stepscope-agent> \"$@\"\n"
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
    )
    list(APPEND STEPSCOPE_TEST_VARIABLES STEPSCOPE_AGENT_FILE=${agent_file})
elseif(TARGET stepscope-agent)
    list(APPEND STEPSCOPE_TEST_VARIABLES STEPSCOPE_AGENT_FILE=$<TARGET_FILE:stepscope-agent>)
endif()
if(TARGET stepscope)
    list(APPEND STEPSCOPE_TEST_VARIABLES STEPSCOPE_APP_FILE=$<TARGET_FILE:stepscope>)
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
    set(home ${STEPSCOPE_TEST_HOMES}/${name})
    file(MAKE_DIRECTORY ${home})
    set_tests_properties(
        ${name}
        PROPERTIES TIMEOUT ${arg_TIMEOUT} SKIP_RETURN_CODE 77
                   ENVIRONMENT "HOME=${home};XDG_CONFIG_HOME=${home}/config;XDG_DATA_HOME=${home}/data;XDG_CACHE_HOME=${home}/cache;TZ=UTC;LC_ALL=C.UTF-8;${arg_ENVIRONMENT}"
    )
    if(arg_SERIAL)
        list(APPEND arg_LABELS serial)
        set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
    endif()
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}")
endfunction()

function(stepscope_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SERIAL;PLAIN;UNSANITIZED" "TIMEOUT" "SOURCES;LIBS;LABELS;ENVIRONMENT")
    if(NOT STEPSCOPE_TESTS OR (STEPSCOPE_SANITIZE AND arg_UNSANITIZED))
        return()
    endif()
    if(NOT arg_PLAIN)
        list(APPEND arg_LIBS Qt6::Test)
    endif()
    stepscope_test_target(${name} SOURCES ${arg_SOURCES} LIBS ${arg_LIBS})
    if(NOT arg_PLAIN)
        set_target_properties(${name} PROPERTIES AUTOMOC ON)
    endif()
    add_test(NAME ${name} COMMAND ${name})
    if(arg_SERIAL)
        set(serial SERIAL)
    endif()
    stepscope_test_properties(
        ${name} ${serial} TIMEOUT ${arg_TIMEOUT} LABELS ${arg_LABELS} ENVIRONMENT ${arg_ENVIRONMENT}
    )
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
