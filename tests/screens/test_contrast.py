"""Whether everybody can tell the colours of the pictures apart: contrasts as WCAG 2.2 computes them."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from screens import pictures
from screens.pictures import emoji, four_hands, laid_table
from screens.pictures.four_hands import Colour
from tests.each import each

DISCORD = {"dark": (49, 51, 56), "light": (255, 255, 255)}
"""The backgrounds on which emoji stand."""


def brightness(colour: Colour) -> float:
    """The relative luminance."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (one / 255 for one in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_has_the_contrast_of_the_definition() -> None:
    assert round(contrast((0, 0, 0), (255, 255, 255)), 6) == 21
    assert round(contrast((119, 119, 119), (255, 255, 255)), 2) == 4.48


WRITTEN = {*emoji.WRITTEN, *four_hands.WRITTEN, *laid_table.WRITTEN}


def colours_of(module: ModuleType) -> set[str]:
    """The names of the colours with which a module draws."""
    return {
        name
        for name, value in vars(module).items()
        if isinstance(value, tuple) and len(value) == 3 and all(isinstance(part, int) for part in value)
    }


def test_every_colour_of_every_picture_is_among_those_whose_contrast_is_asked() -> None:
    tried = {colour for pair in (*WRITTEN, *laid_table.SHAPES, *four_hands.RULED) for colour in pair}
    found = [import_module(f"screens.pictures.{one.name}") for one in iter_modules(pictures.__path__)]
    drawn = {name: vars(module)[name] for module in found for name in colours_of(module)}
    assert len(drawn) > 15
    assert {name for name, colour in drawn.items() if colour not in tried} == {"PLACE"}  # asked below


@each("pair", sorted(WRITTEN))
def test_whatever_is_written_on_a_picture_can_be_read(pair: tuple[Colour, Colour]) -> None:
    assert contrast(*pair) >= 4.5


@each("pair", laid_table.SHAPES)
def test_a_shape_that_tells_something_stands_out_from_what_is_around_it(pair: tuple[Colour, Colour]) -> None:
    assert contrast(*pair) >= 3


@each("theme", sorted(DISCORD))
def test_a_place_without_a_card_is_seen_on_dark_and_on_light_screens(theme: str) -> None:
    assert contrast(emoji.PLACE, DISCORD[theme]) >= 3
