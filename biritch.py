"""``python -m biritch`` in a clone: the command that is installed, from ``packaging/biritch``."""

from pathlib import Path
from runpy import run_path

if __name__ == "__main__":
    run_path(str(Path(__file__).parent / "packaging" / "biritch" / "__main__.py"), run_name="__main__")
