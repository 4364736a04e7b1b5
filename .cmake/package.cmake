# Installation, and Debian packages by CPack:
#
#   cmake --preset package && cmake --build --preset package && (cd build/package && cpack)
#
#   stepscope          the program, virtual boards, manual pages, completions, desktop entry, MIME type, AppStream metadata
#   stepscope-agents   the agents that the program uploads: static programs for boards and for this architecture
#
# tests/package/run builds both, checks them with lintian, and installs and removes them on a bare machine.

install(TARGETS stepscope DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
if(TARGET stepscope-virtual-tx2)
    install(TARGETS stepscope-virtual-tx2 DESTINATION libexec/stepscope COMPONENT program)
endif()
set(desktop ${PROJECT_SOURCE_DIR}/resources/desktop)
set(icons ${PROJECT_SOURCE_DIR}/resources/icons)
install(FILES ${desktop}/stepscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT program)
install(FILES ${desktop}/stepscope.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT program)
install(FILES ${desktop}/io.github.stepscope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT program)
foreach(kind apps mimetypes)
    set(name stepscope)
    if(kind STREQUAL "mimetypes")
        set(name application-x-stepscope)
    endif()
    install(FILES ${icons}/stepscope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/${kind} RENAME ${name}.svg
            COMPONENT program
    )
    install(FILES ${icons}/stepscope.png DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/256x256/${kind} RENAME ${name}.png
            COMPONENT program
    )
endforeach()

# Manual pages are compressed, as Debian wants them; -n leaves out the time, so that two builds are equal.
set(reference ${CMAKE_BINARY_DIR}/reference)
find_program(STEPSCOPE_GZIP gzip REQUIRED)
if(STEPSCOPE_SEPARATE_AGENTS)
    add_custom_command(
        OUTPUT ${reference}/written
        COMMAND ${CMAKE_COMMAND} -E rm -rf ${reference}
        COMMAND stepscope-reference ${reference}
        COMMAND sh -c "${STEPSCOPE_GZIP} -9n ${reference}/man/man1/*.1"
        COMMAND ${CMAKE_COMMAND} -E touch ${reference}/written
        DEPENDS stepscope-reference
        COMMENT "Writing manual pages and completions"
        VERBATIM
    )
    add_custom_target(stepscope_reference_files ALL DEPENDS ${reference}/written)
    install(DIRECTORY ${reference}/man ${reference}/bash-completion ${reference}/zsh ${reference}/fish
            DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT program
    )
    foreach(package stepscope stepscope-agents)
        set(component program)
        if(package STREQUAL "stepscope-agents")
            set(component agents)
        endif()
        execute_process(
            COMMAND ${STEPSCOPE_GZIP} -9nc ${desktop}/changelog OUTPUT_FILE ${CMAKE_BINARY_DIR}/changelog-${package}.gz
            COMMAND_ERROR_IS_FATAL ANY
        )
        install(FILES ${CMAKE_BINARY_DIR}/changelog-${package}.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
                RENAME changelog.gz COMPONENT ${component}
        )
        install(FILES ${desktop}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
    endforeach()
    # Programs for another machine, which do not run here, are static on purpose.
    install(FILES ${desktop}/lintian-overrides-agents DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides
            RENAME stepscope-agents COMPONENT agents
    )
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "Stepscope")
set(CPACK_PACKAGE_CONTACT "Stepscope developers <stepscope@users.noreply.github.com>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program agents)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME stepscope)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "stepscope-agents (= ${PROJECT_VERSION}), libqt6svg6")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "fuse3, openssh-client, qt6-translations-l10n")
set(CPACK_DEBIAN_AGENTS_PACKAGE_NAME stepscope-agents)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "Stepscope starts a training on a Jetson over SSH with a sampling agent
beside it, and shows utilization, power, memory and op spans of each
training step on one time axis. It attributes energy to ops with
confidence intervals, and sweeps models over batch sizes."
)
set(CPACK_COMPONENT_AGENTS_DESCRIPTION
    "This package contains the agents that Stepscope uploads to a target, for
x86_64 and aarch64. They are static and run there, not on this computer."
)
include(CPack)
