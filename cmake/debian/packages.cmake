# SPDX-License-Identifier: Apache-2.0
# The Debian packages libselect, libselect-dev and, where the Python module is built,
# python3-libselect, by CPack: `sh cmake/dev.sh package` makes them. They are for a build that is
# configured with -DCMAKE_INSTALL_PREFIX=/usr; then GNUInstallDirs chooses the folder of the
# architecture.
#
# By Debian's own rules the first would be called libselect0; there is one soname so far, and nothing
# to install beside it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME libselect)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "libselect maintainers <maintainers@libselect.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL runtime development)
if(TARGET libselect_python)
    list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# dpkg-shlibdeps reads off the library what it needs. Programs need the version they were built with
# or a later one, since a soname only gains functions.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libselect)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/triggers)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
    "Computes dst[i] = cond[i] ? src0[i] : src1[i] with the broadcasting of oneDNN
Graph, OpenVINO, ONNX and NumPy, exact to the bit. Kernels are generated for
the machine they run on; threads come from oneTBB.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libselect-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEVELOPMENT_DEPENDS runtime)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS libdnnl-dev)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Headers for C and C++, CMake package and pkg-config file of libselect. With
libdnnl-dev, libselect/dnnl.hpp runs Select on the memory of oneDNN.")

# dpkg-shlibdeps cannot know the library, whose package is made beside this one.
if(TARGET libselect_python)
    math(EXPR python_next_minor "${Python_VERSION_MINOR} + 1")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-libselect)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "libc6, libgcc-s1, libstdc++6, python3-numpy, \
python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), \
python3 (<< ${Python_VERSION_MAJOR}.${python_next_minor})")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS python3-torch)
    set(CPACK_COMPONENT_PYTHON_DEPENDS runtime)
    set(CPACK_COMPONENT_PYTHON_DESCRIPTION
        "Select for NumPy arrays and torch tensors: libselect.where() with masks, bits,
comparisons and positions as conditions.")
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")

# Documents of each package. The library holds code of Xbyak's header, whose terms travel with it.
set(debian_dir ${CMAKE_CURRENT_LIST_DIR})
set(documents ${PROJECT_BINARY_DIR}/debian)
file(READ ${debian_dir}/copyright copyright)
set(xbyak_copyright /usr/share/doc/libxbyak-dev/copyright)
if(EXISTS ${xbyak_copyright})
    file(READ ${xbyak_copyright} xbyak_text)
    string(APPEND copyright "\nThe library contains code of Xbyak:\n\n${xbyak_text}")
endif()
file(WRITE ${documents}/copyright "${copyright}")
execute_process(COMMAND gzip -9 -n -c ${debian_dir}/changelog OUTPUT_FILE ${documents}/changelog.gz)
foreach(component ${CPACK_COMPONENTS_ALL})
    string(TOUPPER ${component} upper)
    install(FILES ${documents}/copyright ${documents}/changelog.gz
        DESTINATION share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}
        COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

include(CPack)
