"""What a wheel has besides pyproject.toml: the packages, and what lies beside them in a checkout.

Templates, static files and the lock go into `federation/_site` (federation/site_folder.py looks there).
"""

from setuptools import find_packages, setup

BESIDE = ("templates", "static", "requirements")

setup(
    packages=[
        *find_packages(include=["federation*", "tournaments*", "ratings*"]),
        *(f"federation._site.{folder}" for folder in BESIDE),
    ],
    package_dir={f"federation._site.{folder}": folder for folder in BESIDE},
    package_data={
        "federation": ["locale/*/LC_MESSAGES/*.mo"],
        "ratings.api": ["examples.json"],
        "federation._site.templates": ["**/*"],
        "federation._site.static": ["**/*"],
        "federation._site.requirements": ["base.txt"],
    },
    include_package_data=False,
)
