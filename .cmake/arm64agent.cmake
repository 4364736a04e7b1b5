# stepscope_add_arm64_agent(OUTPUT <file>)
#
# Rules that compile the agent of the boards, static and stripped, with aarch64-linux-gnu-g++ as part of this build. A CMake
# build has one compiler, so these are plain commands beside the targets: the one ninja schedules them with everything else,
# and no second build competes for the cores. The sources are compiled in batches of 20, which takes a sixth of the time
# of single files. The flags follow .cmake/settings.cmake; warnings are left to the native compiler and to the preset
# agent-arm64, which also runs the tests under qemu.

find_program(STEPSCOPE_ARM64_CXX aarch64-linux-gnu-g++)
find_program(STEPSCOPE_ARM64_STRIP aarch64-linux-gnu-strip)

# One object file of SOURCE; appended to the list OBJECTS.
macro(stepscope_arm64_object source objects)
    get_filename_component(stem ${source} NAME_WE)
    set(object ${dir}/${stem}.o)
    add_custom_command(
        OUTPUT ${object}
        COMMAND ${launcher} ${STEPSCOPE_ARM64_CXX} ${flags} ${ARGN} -MD -MT ${object} -MF ${object}.d -c ${source} -o ${object}
        DEPENDS ${source} ${generated}/embedded/hook.h ${generated}/embedded/suite.h
        DEPFILE ${object}.d
        COMMENT "Building the agent for aarch64: ${stem}"
        VERBATIM
    )
    list(APPEND ${objects} ${object})
endmacro()

function(stepscope_add_arm64_agent)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUTPUT" "")
    set(dir ${CMAKE_BINARY_DIR}/agent-arm64)
    set(generated ${CMAKE_BINARY_DIR}/remote/agent/generated)
    set(launcher ${CMAKE_CXX_COMPILER_LAUNCHER})
    set(flags -std=c++20 -O2 -DNDEBUG -fvisibility=hidden -fvisibility-inlines-hidden -I${PROJECT_SOURCE_DIR} -I${generated}
              --param=ggc-min-expand=400 --param=ggc-min-heapsize=2000000
    )
    file(MAKE_DIRECTORY ${dir})

    set(sources)
    foreach(room remote/format remote/json remote/tegrastats remote/hookwire remote/agent)
        file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${room}/*.cpp)
        list(APPEND sources ${found})
    endforeach()
    list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/remote/format/version.cpp)
    set(objects)
    stepscope_arm64_object(${PROJECT_SOURCE_DIR}/remote/format/version.cpp objects -DSTEPSCOPE_VERSION="${PROJECT_VERSION}")
    stepscope_arm64_object(${generated}/embedded/hook.cpp objects)
    stepscope_arm64_object(${generated}/embedded/suite.cpp objects)

    set(batch_size 20)
    set(number 0)
    while(sources)
        list(SUBLIST sources 0 ${batch_size} batch)
        list(LENGTH batch taken)
        list(LENGTH sources left)
        if(taken EQUAL left)
            set(sources)
        else()
            list(SUBLIST sources ${taken} -1 sources)
        endif()
        list(TRANSFORM batch REPLACE "(.+)" "#include \"\\1\"")
        list(JOIN batch "\n" text)
        set(batch_file ${dir}/batch${number}.cpp)
        file(CONFIGURE OUTPUT ${batch_file} CONTENT "${text}\n")
        stepscope_arm64_object(${batch_file} objects)
        math(EXPR number "${number} + 1")
    endwhile()

    add_custom_command(
        OUTPUT ${arg_OUTPUT}
        COMMAND ${STEPSCOPE_ARM64_CXX} -static -pthread -o ${arg_OUTPUT}.unstripped ${objects}
        COMMAND ${STEPSCOPE_ARM64_STRIP} -o ${arg_OUTPUT} ${arg_OUTPUT}.unstripped
        DEPENDS ${objects}
        COMMENT "Linking the agent for aarch64"
        VERBATIM
    )
endfunction()
