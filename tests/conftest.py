"""For all tests: bots are forked, not started, and SimCord copies quickly."""

import playground.copying  # noqa: F401
from playground.process import BotProcess
from tests.forking import spawned

BotProcess.spawn = staticmethod(spawned)
