"""Where the packages of an installed copy are found; all else about the build stands in pyproject.toml.

In the repository ``bot``, ``rules`` and the others are folders at the top. Names as general as these must not
become importable for every program of an environment, so they are installed inside the package ``biritch``,
in a folder that only the command ``biritch`` puts on the path of its own process. pyproject.toml has no way
to say that a whole tree of packages is installed elsewhere.
"""

from setuptools import find_packages, setup

ROOMS = ("rules", "robots", "screens", "bot", "cogs", "storage", "playground")

setup(
    packages=[
        "biritch",
        *(f"biritch.rooms.{name}" for room in ROOMS for name in find_packages(include=[room, f"{room}.*"])),
    ],
    package_dir={f"biritch.rooms.{room}": room for room in ROOMS},
    package_data={
        "biritch.rooms.storage": ["*.sql"],
        "biritch.rooms.playground": ["pages/*"],
        "biritch.rooms.screens": ["words/catalogues/*.mo", "pictures/fonts/*"],
    },
)
