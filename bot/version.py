"""The version of the program, which ``pyproject.toml`` states too."""

from typing import Final

VERSION: Final = "0.1.0"
