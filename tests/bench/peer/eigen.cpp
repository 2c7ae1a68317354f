// SPDX-License-Identifier: Apache-2.0
// The least program with what peer_eigen.cpp takes from Eigen.
#include <unsupported/Eigen/CXX11/Tensor>

int main() {
    Eigen::Tensor<bool, 1> cond(4);
    Eigen::Tensor<float, 1> src0(4), src1(4);
    cond.setConstant(false);
    src0.setConstant(1);
    src1.setZero();
    const Eigen::Tensor<float, 1> dst = cond.select(src0, src1);
    return static_cast<int>(dst(0));
}
