# SPDX-License-Identifier: Apache-2.0
"""numpy.where without its time: the same arguments, and conditions that need no mask."""
import libselect
import numpy as np

scores = np.arange(6, dtype=np.float32).reshape(2, 3)
padding = np.array([False, False, True])
print(libselect.where(padding, np.float32(-1), scores))

# In place, and without a mask: query i sees keys 0 to i.
libselect.where(libselect.causal(), scores, -np.inf, out=scores)
print(scores)

# It prints:
#
# [[ 0.  1. -1.]
#  [ 3.  4. -1.]]
# [[  0. -inf -inf]
#  [  3.   4. -inf]]
