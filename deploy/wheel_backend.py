"""Builds the wheel: setuptools, told of the packages and of what lies beside them in a checkout.

Templates, static files and the lock go into `federation/_site` (federation/site_folder.py looks there).
Without a setup.py setuptools calls its own `setup()`, which takes all else from pyproject.toml.
"""

from functools import partial

import setuptools
from setuptools import build_meta

_BESIDE = ("templates", "static", "requirements")

setuptools.setup = partial(
    setuptools.setup,
    packages=[
        *setuptools.find_packages(include=["federation*", "tournaments*", "ratings*"]),
        *(f"federation._site.{folder}" for folder in _BESIDE),
    ],
    package_dir={f"federation._site.{folder}": folder for folder in _BESIDE},
    package_data={
        "federation": ["locale/*/LC_MESSAGES/*.mo"],
        "federation.vocabulary.disciplines": ["*.toml"],
        "federation.vocabulary.system_files": ["examples/*.toml"],
        "federation.vocabulary.systems": ["*.toml"],
        "ratings.api": ["examples.json"],
        "federation._site.templates": ["**/*"],
        "federation._site.static": ["**/*"],
        "federation._site.requirements": ["base.txt"],
    },
    include_package_data=False,
)

get_requires_for_build_sdist = build_meta.get_requires_for_build_sdist
get_requires_for_build_wheel = build_meta.get_requires_for_build_wheel
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel
build_sdist = build_meta.build_sdist
build_wheel = build_meta.build_wheel
