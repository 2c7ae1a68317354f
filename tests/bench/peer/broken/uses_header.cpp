// SPDX-License-Identifier: Apache-2.0
// Includes the header of the package that this test writes.
#include <hwy/highway.h>

int main() {
    return answer();
}
