# SPDX-License-Identifier: Apache-2.0
# Install rules: library, headers, CMake package, pkg-config file. The installed tree may be moved.
# Programs need the component runtime to run, and the component development to be built.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS libselect EXPORT libselect
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT runtime NAMELINK_COMPONENT development
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/libselect DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    COMPONENT development
    FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")

# oneTBB is linked privately, so the package finds no dependency, except for its component dnnl.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/libselect)
install(EXPORT libselect NAMESPACE libselect:: FILE libselectTargets.cmake
    DESTINATION ${package_dir} COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/libselectConfig.cmake
    DESTINATION ${package_dir} COMPONENT development)
write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/libselectConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/libselectConfigVersion.cmake
    DESTINATION ${package_dir} COMPONENT development)

# pkg-config expands ${pcfiledir} to the folder of libselect.pc; from there the prefix is relative.
# A libdir or includedir that the user gave as an absolute path stays as given.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(pc_prefix ${CMAKE_INSTALL_PREFIX})
if(NOT IS_ABSOLUTE ${pc_dir})
    cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
        BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${pc_dir} OUTPUT_VARIABLE pc_up)
    set(pc_prefix "\${pcfiledir}/${pc_up}")
endif()
foreach(kind LIBDIR INCLUDEDIR)
    string(TOLOWER pc_${kind} pc_variable)
    set(${pc_variable} "\${prefix}/${CMAKE_INSTALL_${kind}}")
    if(IS_ABSOLUTE ${CMAKE_INSTALL_${kind}})
        set(${pc_variable} ${CMAKE_INSTALL_${kind}})
    endif()
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/cmake/libselect.pc.in ${PROJECT_BINARY_DIR}/libselect.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/libselect.pc DESTINATION ${pc_dir} COMPONENT development)

if(PROJECT_IS_TOP_LEVEL)
    include(cmake/debian/packages.cmake)
endif()
