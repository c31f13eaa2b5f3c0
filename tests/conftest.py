"""For all tests: bots are forked, not started."""

from playground.process import BotProcess
from tests.forking import spawned

BotProcess.spawn = staticmethod(spawned)
