# SPDX-License-Identifier: Apache-2.0
"""The tests that ONNX has for backends, those of the node Where."""
import numpy as np
import pytest

pytest.importorskip("onnx")
from onnx.backend.test.case import node  # noqa: E402
from onnx.backend.test.case.node.where import Where  # noqa: E402

from libselect import where  # noqa: E402


def cases():
    """Where's own exports, and no others: all nodes together take half a minute."""
    before = len(node._NodeTestCases)
    for name in sorted(vars(Where)):
        if name.startswith("export"):
            getattr(Where, name)()
    return node._NodeTestCases[before:]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_backend_node(case):
    (operation,) = case.model.graph.node
    assert operation.op_type == "Where"
    for inputs, outputs in case.data_sets:
        result = where(*inputs)
        assert result.dtype == outputs[0].dtype
        np.testing.assert_array_equal(result, outputs[0])


def test_there_are_cases():
    assert len(cases()) >= 2
