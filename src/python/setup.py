# SPDX-License-Identifier: Apache-2.0
"""Beside pyproject.toml: says that the wheel has compiled code, which is there already."""
from setuptools import Distribution, setup


class CompiledDistribution(Distribution):
    def has_ext_modules(self):
        return True


setup(distclass=CompiledDistribution)
