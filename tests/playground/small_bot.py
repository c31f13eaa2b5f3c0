"""A small bot for the playground's own tests: one of everything that a card table needs."""

import asyncio
import logging
import os
import re
import signal
from io import BytesIO
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.ext import commands

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763a8a8a80000"
    "02ca0165a1b0ab0d0000000049454e44ae426082"
)
SUITS = {"S": "Spades ♠", "H": "Hearts ♥", "D": "Diamonds ♦", "C": "Clubs ♣"}


class Count(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"count:(?P<n>\d+)"):
    """A counter that lives in its own id, so that it outlives the process."""

    def __init__(self, n: int) -> None:
        self.n = n
        super().__init__(discord.ui.Button(label=f"Count {n}", custom_id=f"count:{n}"))

    @classmethod
    async def from_custom_id(cls, _i: Any, _item: Any, match: re.Match[str]) -> "Count":
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(Count(self.n + 1))
        await interaction.response.edit_message(content=f"count is {self.n + 1}", view=view)


class Deed(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"deed:(?P<what>.+)"):
    """A button that does what its id says."""

    def __init__(self, what: str, **looks: Any) -> None:
        self.what = what
        super().__init__(discord.ui.Button(label=looks.pop("label", what), custom_id=f"deed:{what}", **looks))

    @classmethod
    async def from_custom_id(cls, _i: Any, _item: Any, match: re.Match[str]) -> "Deed":
        return cls(match["what"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await DEEDS[self.what.partition(":")[0]](interaction)


class Name(discord.ui.Modal, title="Your name"):
    answer: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Name at the table", max_length=20)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"hello {self.answer.value}", ephemeral=True)


class Pick(discord.ui.Select[Any]):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=name, value=key) for key, name in SUITS.items()]
        super().__init__(custom_id="pick", placeholder="Choose a suit", options=options)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"picked {self.values[0]}", ephemeral=True)


class Discards(discord.ui.Select[Any]):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=f"{rank}♣", value=f"{rank}C") for rank in "AKQJT"]
        super().__init__(
            custom_id="discards", placeholder="Put out two", min_values=2, max_values=2, options=options
        )

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"put out {' '.join(self.values)}", ephemeral=True)


async def _panel(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=panel(interaction.user), ephemeral=True)


async def _late(interaction: discord.Interaction[Any]) -> None:
    await bot.may_answer.wait()
    try:
        await interaction.response.send_message("too late")
    except discord.HTTPException as refusal:
        logging.warning("late: %s", refusal.code)


async def _twice(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.defer()
    raw = discord.Object(interaction.id)
    adapter = interaction.response._parent
    try:
        await discord.webhook.async_.async_context.get().create_interaction_response(
            raw.id,
            adapter.token,
            session=interaction._session,
            params=discord.webhook.async_.interaction_response_params(6),
        )
    except discord.HTTPException as refusal:
        logging.warning("twice: %s", refusal.code)


async def _dm(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    view = discord.ui.View(timeout=None)
    view.add_item(Count(0))
    try:
        await interaction.user.send("your hand", view=view)
        await interaction.edit_original_response(content="sent")
    except discord.HTTPException as refusal:
        await interaction.edit_original_response(content=f"refused {refusal.code}")


async def _modal(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_modal(Name())


async def _nothing(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.defer()


DEEDS = {"panel": _panel, "late": _late, "twice": _twice, "dm": _dm, "modal": _modal, "nothing": _nothing}


def panel(user: discord.abc.User) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    box: discord.ui.Container[Any] = discord.ui.Container(accent_colour=0x2D7D46)
    box.add_item(discord.ui.TextDisplay(f"### Your hand, {user.mention}\n♠ A K 7 ♥ Q J ♦ 10 ♣ 3 2"))
    box.add_item(discord.ui.Separator())
    for suit in "♠♥♦♣":
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
        for rank in "AKQJ":
            button = Deed("nothing", label=f"{rank}{suit}", disabled=rank == "K")
            button.item.custom_id = f"deed:nothing:{rank}{suit}"
            row.add_item(button)
        box.add_item(row)
    view.add_item(box)
    return view


class Small(commands.AutoShardedBot):
    def __init__(self) -> None:
        super().__init__(command_prefix="!", intents=discord.Intents(guilds=True), help_command=None)
        self.may_answer = asyncio.Event()  # what is answered late, once there is a signal

    async def setup_hook(self) -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self.may_answer.set)
        self.add_dynamic_items(Count, Deed)
        pick = discord.ui.View(timeout=None)
        pick.add_item(Pick())
        self.add_view(pick)
        await self.tree.sync()
        held = {emoji.name: emoji for emoji in await self.fetch_application_emojis()}
        self.queen = held.get("QH") or await self.create_application_emoji(name="QH", image=PIXEL)

    async def on_resumed(self) -> None:
        logging.warning("resumed")

    async def on_shard_ready(self, _shard: int) -> None:
        logging.warning("ready")


bot = Small()
table = app_commands.Group(name="table", description="Tables")
bot.tree.add_command(table)


@table.command(name="open", description="Open a table")
@app_commands.describe(game="Which game", note="Anything to say")
@app_commands.choices(game=[app_commands.Choice(name=one.title(), value=one) for one in ("biritch", "whist")])
async def open_table(interaction: discord.Interaction[Any], game: str, note: str = "") -> None:
    view = discord.ui.View(timeout=None)
    for what, style in (("panel", 1), ("dm", 3), ("modal", 2), ("late", 4), ("twice", 2)):
        view.add_item(Deed(what, style=discord.ButtonStyle(style), row=0))
    view.add_item(Count(0))
    view.add_item(discord.ui.Button(label="Closed", disabled=True, custom_id="closed", emoji="🔒", row=1))
    view.add_item(discord.ui.Button(label="Laws", url="https://example.org/laws", row=1))
    view.add_item(Pick())
    view.add_item(Discards())
    embed = discord.Embed(title="Rubber", description="**1886** Russian Whist", colour=0xB03A2E)
    embed.add_field(name="We", value="1 2 5").set_footer(text="Collinson")
    await interaction.response.send_message(f"# {game}\n{note}", embed=embed, view=view)


@bot.tree.command(description="Play a card")
async def play(interaction: discord.Interaction[Any], card: str) -> None:
    await interaction.response.send_message(f"played {card}", ephemeral=True)


@play.autocomplete("card")
async def cards(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
    found = [name for name in SUITS.values() if typed.lower() in name.lower()]
    return [app_commands.Choice(name=name, value=name) for name in found]


@bot.tree.command(description="Send so many messages to the channel")
async def burst(interaction: discord.Interaction[Any], messages: int, nonce: str = "") -> None:
    await interaction.response.defer(ephemeral=True)
    assert interaction.channel_id is not None
    channel = bot.get_partial_messageable(interaction.channel_id)
    ids = [(await channel.send(f"burst {n}", nonce=nonce or None)).id for n in range(messages)]  # type: ignore[arg-type]
    await interaction.followup.send(f"{len(set(ids))} messages", ephemeral=True)


@bot.tree.command(description="Everything that a page must draw")
async def gallery(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(
        view=gallery_view(), file=discord.File(BytesIO(PIXEL), "trick.png")
    )


def gallery_view() -> discord.ui.LayoutView:
    """One of each component, with a custom emoji in the text and on a button."""
    view = discord.ui.LayoutView(timeout=None)
    box: discord.ui.Container[Any] = discord.ui.Container(accent_colour=0x5865F2)
    box.add_item(
        discord.ui.Section(
            "## Deal 3 · *Biritch*",
            "-# <t:1760000000:R> · spoiler ||Q♥|| · `code`",
            accessory=Deed("panel", label="My hand", style=discord.ButtonStyle.primary),
        )
    )
    box.add_item(discord.ui.TextDisplay("> **North** leads ♠A\n- ~~K♦~~\n- __7♣__\n```\ncode block\n```"))
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(Deed("nothing", label="Queen", emoji=bot.queen))
    box.add_item(discord.ui.TextDisplay(f"with {bot.queen}")).add_item(row)
    box.add_item(discord.ui.Separator(spacing=discord.SeparatorSpacing.large))
    box.add_item(
        discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://trick.png", description="A trick"))
    )
    view.add_item(box)
    return view


def main() -> None:
    discord.http.Route.BASE = os.environ["DISCORD_API"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY"])
    bot.run(os.environ["DISCORD_TOKEN"], log_level=logging.WARNING)


if __name__ == "__main__":
    main()
