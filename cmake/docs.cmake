# SPDX-License-Identifier: Apache-2.0
# The target docs, where doxygen is found. It makes the manual in docs/html of the build folder.
find_program(DOXYGEN_PROGRAM doxygen)
if(DOXYGEN_PROGRAM)
    add_custom_target(docs
        COMMAND ${CMAKE_COMMAND} -E env
            LIBSELECT_VERSION=${PROJECT_VERSION} LIBSELECT_DOCS_DIR=${PROJECT_BINARY_DIR}/docs
            ${DOXYGEN_PROGRAM} cmake/Doxyfile
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
        COMMENT "Reference manual: ${PROJECT_BINARY_DIR}/docs/html/index.html"
        VERBATIM)
endif()
