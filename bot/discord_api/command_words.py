"""The commands in the other languages: their names, descriptions, options and choices."""

from __future__ import annotations

from typing import Any, Final

from discord import Locale
from discord.app_commands import TranslationContextLocation, Translator, locale_str
from discord.app_commands.translator import TranslationContextTypes

from screens.words.command_names import command_name, option_name
from screens.words.gamebook import words_of
from screens.words.languages import ENGLISH, LANGUAGES, say, spoken

_NAMES: Final = (TranslationContextLocation.command_name, TranslationContextLocation.group_name)


class CommandWords(Translator):
    """Finds the words in the catalogues. What has none there stays English."""

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        if locale.value not in LANGUAGES or locale.value == ENGLISH:
            return None
        with spoken(locale.value):
            told = self._told(string, context)
        return told if told != string.message else None

    def _told(self, string: locale_str, context: TranslationContextTypes) -> str:
        if context.location in _NAMES:
            return command_name(string.message)
        if context.location is TranslationContextLocation.parameter_name:
            return option_name(string.message)
        game: Any = string.extras.get("game")
        return words_of(game).offer if game is not None else say(string.message)
