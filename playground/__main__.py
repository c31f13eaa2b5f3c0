"""``python -m playground``: runs the playground and the bot, and prints the address to open in a browser."""

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Collection, Coroutine, Sequence
from typing import Any, TypeVar

from playground.errors import BotDied, PortTaken
from playground.ground import Playground
from playground.limits import Mood, moods_named
from playground.process import BotProcess

T = TypeVar("T")

_PAUSE_SECONDS = 1.0
_STOPS = (signal.SIGINT, signal.SIGTERM)
_NO_SOLVER = "no double-dummy solver"
"""In the one line of the log of a start that whoever plays here should read too."""


async def run_playground(port: int, moods: Collection[Mood] = ()) -> int:
    """Run until told to stop, once; the exit code."""
    told_to_stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in _STOPS:
        loop.add_signal_handler(number, told_to_stop.set)
    try:
        return await _serve_until(port, moods, told_to_stop)
    finally:
        for number in _STOPS:  # else a second one would kill this process while it ends
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_IGN)


async def _serve_until(port: int, moods: Collection[Mood], told_to_stop: asyncio.Event) -> int:
    async with Playground.open(port=port, moods=moods) as ground:
        ground.calls.on = False  # nobody asks for them here, and people may play for days
        print("Starting the bot, and a Discord for it on this machine.", flush=True)
        died = asyncio.Event()
        # short-lived: it is waited for below, and ends with this at the latest
        stopping = asyncio.create_task(told_to_stop.wait())
        try:
            bot = await _unless(stopping, ground.start_with_page(lambda _code: died.set()))
            if bot is None:
                return 0
            for line in bot.log.splitlines():
                if _NO_SOLVER in line:
                    print(line, flush=True)
            print(f"Open {ground.url}/ in a browser. Ctrl-C ends the game.", flush=True)
            while await _unless(stopping, died.wait()):
                died.clear()
                await _unless(stopping, _start_again(bot))
        except TimeoutError:
            said = ground.bot.tail if ground.bot is not None else ""
            told = f"The bot runs but was not ready within {BotProcess.patience:g} seconds. It said:"
            print(f"{told}\n{said}", file=sys.stderr)
            return 1
        finally:
            stopping.cancel()
        print("Stopping the bot.", flush=True)
    return 0


async def _unless(stopping: asyncio.Task[Any], what: Coroutine[Any, Any, T]) -> T | None:
    """The result of this, broken off with None if all is to stop before."""
    # short-lived: it is waited for here
    doing = asyncio.create_task(what)
    await asyncio.wait([doing, stopping], return_when=asyncio.FIRST_COMPLETED)
    if not stopping.done():
        return await doing
    doing.cancel()
    await asyncio.wait([doing])
    if not doing.cancelled():
        doing.exception()  # nobody is left to be told
    return None


async def _start_again(bot: BotProcess) -> None:
    print(
        f"The bot ended unexpectedly with exit code {bot.exit_code}. Its last lines:\n{bot.tail}",
        file=sys.stderr,
    )
    print("Starting it again with the same database.", file=sys.stderr, flush=True)
    await asyncio.sleep(_PAUSE_SECONDS)
    await bot.start()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="biritch play", description="A Discord on this machine.")
    parser.add_argument("--port", type=int, default=8080, help="0 for any free port (default: 8080)")
    parser.add_argument(
        "--mood",
        action="append",
        default=[],
        choices=[*(mood.value for mood in Mood), "all"],
        metavar="NAME",
        help=f"have Discord be otherwise than the bot hopes: {', '.join(Mood)}, all",
    )
    parser.add_argument(
        "--patience",
        type=float,
        default=BotProcess.patience,
        metavar="SECONDS",
        help="after which a bot that is not ready is given up (default: %(default)g)",
    )
    given = parser.parse_args(arguments)
    port: int = given.port
    BotProcess.patience = given.patience
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        return asyncio.run(run_playground(port, moods_named(given.mood)))
    except PortTaken:
        free = "make play PORT=0" if "MAKELEVEL" in os.environ else "--port 0"
        print(f"Port {port} is taken by another program; {free} takes one that is free.", file=sys.stderr)
    except BotDied as death:
        print(f"The bot did not start (exit code {death.code}). It said:\n{death.log}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
