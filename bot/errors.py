"""What the application refuses besides the rules, as facts. ``cogs.refusals`` makes the sentences."""

from __future__ import annotations

from enum import Enum, auto

from rules.errors import Refusal
from storage.ports.records import UserId


class AppError(Refusal):
    """The root of the application's own refusals."""


class AppWhy(Enum):
    """The refusals of the application that carry nothing else."""

    NO_TABLE_OF_YOURS = auto()
    """A command in a direct message from somebody who belongs to no open table."""
    DOUBLE_TAP = auto()
    """A press so soon after one of the same person that both were meant as one."""
    TOO_LATE = auto()
    """An interaction that arrives so long after it was made that it changes nothing."""
    RESTARTING = auto()
    """The bot is being stopped and begins nothing more."""
    COMMAND_CHANGED = auto()
    """A command as an earlier version of the bot had it, which a client still shows."""
    NO_THREADS_HERE = auto()
    """A channel of a kind that can have no threads for tables."""
    NOT_AN_ADMINISTRATOR = auto()
    """Somebody who may not manage the server, and would change its settings."""
    NOT_THE_HOST = auto()
    """Something that only the owner of the application may see."""
    HOST_UNKNOWN = auto()
    """Discord did not say who owns the application."""
    PERSON_BLOCKED = auto()
    """Anything from somebody whom the host has blocked."""
    SERVER_BLOCKED = auto()
    """Anything in a server that the host has blocked."""
    ROBOTS_FORBIDDEN = auto()
    """The server has no robots take chairs at tables opened there."""
    HINTS_FORBIDDEN = auto()
    """The server has no hints given at tables opened there."""
    NO_SUCH_WORD = auto()
    """A word of the trade that the rules do not explain."""
    NO_SUCH_SEASON = auto()
    """Text that names no season that is over and in which anybody is listed."""
    NO_OPTION_NAMED = auto()
    """A value was given, and no option whose value it is to be."""
    NO_SUCH_SET = auto()
    """No set of options has this name in this server."""
    SET_EXISTS = auto()
    """There is a set of options by this name already."""
    TOO_MANY_SETS = auto()
    """The server keeps as many sets of options as it may."""
    BAD_SET_NAME = auto()
    """A name for a set of options that is too long, or has other characters than a name may."""
    ONLY_IN_SERVERS = auto()
    """A command in a direct message that needs a channel of a server."""
    NO_MEMBER_HERE = auto()
    """A command that needs a channel, in a server that the bot does not belong to."""
    STANDS_ELSEWHERE = auto()
    """A press on something of another server, or of the game that somebody else plays alone."""
    ABSENT_ARE_WAITED_FOR = auto()
    """The table has arranged that no robot sits in for those who are absent."""
    DEAL_NOT_OVER = auto()
    """What robots think of a deal is not told while it is played."""
    DEAL_GOES_ON = auto()
    """A record is made of a deal that is over, never of one that is being played."""
    NO_DEAL_YET = auto()
    """No deal of this table is over."""
    NO_SUCH_DEAL = auto()
    """A deal that this table never played, or not to its end."""
    HINTS_ARE_OFF = auto()
    """The table has not arranged that anybody may be given hints."""
    NO_HINTS_COMPARED = auto()
    """Of a deal that is compared with what others make of it no hint is given."""
    PLAY_FIRST = auto()
    """Somebody would see what others made of a deal that they have still to play."""
    STILL_TO_PLAY = auto()
    """Somebody would show to all a deal that others have still to play."""
    NO_SUCH_DAY = auto()
    """Text that is no day on which there was a deal of the day."""
    DAY_NOT_PLAYED = auto()
    """The deal of a day that is over, and that the asker has not begun."""
    DAY_WAITS = auto()
    """Somebody would leave the deal of a day, which cannot be begun anew."""
    CHALLENGE_WAITS = auto()
    """Somebody would leave a deal of a challenge, which cannot either."""
    NO_GAME_ALONE = auto()
    """Something is asked of the game that somebody plays alone, and they play none."""
    NOT_PLAYED = auto()
    """The play of somebody who has not played that deal to its end."""
    NOT_ACQUAINTED = auto()
    """The play of somebody with whom the asker has been at no table and shares no server."""
    PLAYED_BEFORE = auto()
    """A deal that somebody has begun before they asked to be forgotten."""
    CONTEST_DAMAGED = auto()
    """What is stored of a deal that many play is not what was written."""
    PLAY_DAMAGED = auto()
    """What is stored of somebody's play of such a deal is not what was written."""
    SHARED_ALREADY = auto()
    """A play that has been shown in this channel."""
    NO_CHALLENGE = auto()
    """The id of a challenge that there never was."""
    NOT_CHALLENGED = auto()
    """Somebody who has no place in a challenge, or would take one up that was called in another channel."""
    CHALLENGE_CLOSED = auto()
    """A challenge that nobody else can take up any more."""
    CHALLENGE_OVER = auto()
    """Somebody would play a deal of a challenge that is over."""
    CHALLENGE_GOES_ON = auto()
    """Somebody would show to all what a challenge came to before it is over."""
    NOTHING_COMPARED = auto()
    """A challenge that is over, and that nobody else has played, or nobody at all."""
    CARD_STANDS = auto()
    """A challenge whose end has been shown in this channel."""
    ALL_PLAYED = auto()
    """Somebody has played all deals of a challenge."""
    BEGUN_BEFORE = auto()
    """A challenge of which somebody has begun a deal before they asked to be forgotten."""
    MOST_CHALLENGES = auto()
    """Somebody plays as many challenges as they may."""
    MOST_INVITATIONS = auto()
    """As many challenges wait for a friend's answer as may."""
    CHALLENGED_BEFORE = auto()
    """Somebody has challenged this friend, who may still answer."""
    TAKES_NO_CHALLENGES = auto()
    """A friend who has chosen that nobody challenges them."""
    NO_OPPONENT = auto()
    """Somebody would challenge themselves, or a bot."""
    PARTNER_CANNOT_PLAY = auto()
    """Somebody would enter an evening with a person whom the host has blocked."""
    BOT_AT_EVENING = auto()
    """Somebody would enter an evening with a bot, or have one direct it."""
    NOT_SEEN_HERE = auto()
    """A challenge where the friend who is meant would not see it."""
    ASKED_ENOUGH = auto()
    """Somebody waits for as many answers that take long as they may."""
    ONE_MORE_OPEN = auto()
    """Somebody would play a deal once more while they are in the middle of another that they play so."""
    NO_NAME = auto()
    """Text that names nobody: no user's mention, and nothing that can be a guest's name."""
    NOT_PICKED = auto()
    """A name with @ before it that was not picked from Discord's list, so that it names no user."""
    NO_PAGE = auto()
    """The host has set no page on which tables can be seen."""
    BRINGER_FORGOTTEN = auto()
    """Somebody would come who was not there before, where the one who brought the deals was forgotten: they
    may be the same."""
    HANDS_MAY_BE_KNOWN = auto()
    """Somebody would come to a duplicate who was not there before, where somebody who has played was
    forgotten: they may be the same, and have seen the deals."""
    NOT_A_FILE_OF_DEALS = auto()
    """A file whose name does not end as that of a file of deals."""
    FILE_TOO_LARGE = auto()
    """A file that is larger than any with so many deals."""
    FILE_NOT_THERE = auto()
    """Discord did not give the file that came with a command."""
    SAME_NAME = auto()
    """Two guests by one name: nobody could tell them apart on the sheet."""


class AppRefused(AppError):
    """A refusal that carries nothing but its reason."""

    def __init__(self, why: AppWhy) -> None:
        super().__init__(why)
        self.why = why

    @property
    def fact(self) -> AppWhy:
        return self.why


class NoSuchTable(AppError):
    """There is no such table, or none here."""


class YoursIsAdjourned(NoSuchTable):
    """There is no table here, and the asker's table in this server is adjourned."""


class YoursIsElsewhere(NoSuchTable):
    """There is no table here; the asker has tables in these ``channels`` of this server."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(channels)
        self.channels = channels


class SomebodyLeft(AppError):
    """A rubber was asked for with the people of the last one, and ``users`` of them have left; so many
    ``chairs`` are empty. None is somebody who has been forgotten."""

    def __init__(self, users: tuple[UserId | None, ...], chairs: int) -> None:
        super().__init__(users, chairs)
        self.users, self.chairs = users, chairs


class PointPassed(AppError):
    """The moment to which a press belongs is over: of a card, the deal is."""


class MomentPassed(PointPassed):
    """The moment to which a press belongs is over: that of a call, a cut, a claim, a start."""


class HasBegun(MomentPassed):
    """A start of the rubber that goes on: somebody else pressed first."""


class CardsComeLater(PointPassed):
    """A card pressed while the calls go on."""


class CardPlayed(PointPassed):
    """A card that has been played already."""


class UnknownPress(PointPassed):
    """A press of a button that the table has not, and never had."""


class NotAllowed(AppError):
    """The bot lacks permissions in the channel, or in another one that is named; ``permissions`` are their
    names in Discord's own words."""

    def __init__(self, permissions: tuple[str, ...], channel: int | None = None) -> None:
        super().__init__(permissions, channel)
        self.permissions, self.channel = permissions, channel


class NoSuchChannel(AppError):
    """``channel`` was named for a table, and is none of this server in which one can stand."""

    def __init__(self, channel: int) -> None:
        super().__init__(channel)
        self.channel = channel


class NoThread(AppError):
    """Discord has refused to open a thread; ``status`` and ``code`` are its own, 0 where there was none."""

    def __init__(self, status: int, code: int) -> None:
        super().__init__(status, code)
        self.status, self.code = status, code


class NotInThisChannel(AppError):
    """The administrators have chosen other channels for tables: ``channels``."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(channels)
        self.channels = channels


class SetOfOtherGame(AppError):
    """A set of options is named together with a game, but it is for another: ``game``."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


class ActRefused(AppError):
    """What somebody has typed at their turn, with the names of all that they may do."""

    def __init__(self, why: Refusal, instead: tuple[str, ...]) -> None:
        super().__init__(why, instead)
        self.why = why
        self.instead = instead


class TooSoon(AppError):
    """The table has not yet waited long enough for somebody; ``seconds`` are what is left."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class SeveralTables(AppError):
    """A command that could mean several of the asker's tables; ``channels`` are theirs."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(channels)
        self.channels = channels


class DealDamaged(AppError):
    """What is stored of a deal that is over is not what was played."""

    def __init__(self, deal: int) -> None:
        super().__init__(deal)
        self.deal = deal


class SetAside(AppError):
    """A table or a sheet whose stored events are damaged, or were written by later rules: nothing can be done
    with it, and nothing waits for it."""


class TableHere(AppError):
    """A channel has a table already."""


class TooManyOpen(AppError):
    """One more ``table``, ``sheet`` or ``evening`` than the host allows: ``by_one`` person, else in one
    server."""

    def __init__(self, kind: str, limit: int, *, by_one: bool) -> None:
        super().__init__(kind, limit, by_one)
        self.kind, self.limit, self.by_one = kind, limit, by_one


class NoSuchEvening(AppError):
    """There is no such evening, or none here."""


class EveningHere(AppError):
    """A channel has an open evening already."""


class NoSuchSheet(AppError):
    """There is no such sheet, or none here."""


class YourSheetIsAdjourned(NoSuchSheet):
    """There is no sheet here, and one on which the asker may write is adjourned."""


class SheetHere(AppError):
    """A channel has an open sheet already."""


class PageTurned(AppError):
    """Something has been written or crossed out since the button that was pressed was drawn."""


class NotAPlayer(AppError):
    """The bot, named as one who plays with real cards."""
