# SPDX-License-Identifier: Apache-2.0
# libselect::dnnl, for programs that include <libselect/dnnl.hpp>: the library and the oneDNN at hand.
#
# A project that takes this one in finds oneDNN itself, before. Debian's package of oneDNN 2.6.3 stops
# the configuration where OpenCL's files are missing, so there it is looked for only if they are here;
# -Ddnnl_DIR=... names a oneDNN and is taken at its word.
if(PROJECT_IS_TOP_LEVEL AND NOT TARGET DNNL::dnnl)
    find_package(OpenCL QUIET)
    if(OpenCL_FOUND OR dnnl_DIR)
        find_package(dnnl CONFIG QUIET)
    endif()
endif()
if(TARGET DNNL::dnnl)
    add_library(libselect_dnnl INTERFACE)
    add_library(libselect::dnnl ALIAS libselect_dnnl)
    target_link_libraries(libselect_dnnl INTERFACE libselect::libselect DNNL::dnnl)
endif()
