"""The lessons of ``/learn``: prepared deals, and what is said at each step of them.

A step stands after so many acts of its deal and wants one act. The engine plays the acts before it
(``bot.tables.prepared``), and tests solve every position. A card within a sentence is written ``{KH}``, the
sign of a suit ``{H}``: ``screens.learn`` fills them in.
"""

from __future__ import annotations

from typing import Final

from rules.frozen import frozen
from rules.prepared import Prepared, prepared
from screens.words.languages import Label, Sentence


@frozen
class Step:
    """One screen of a lesson."""

    at: int  # acts of the deal that have been done
    says: Sentence
    right: str = ""  # the act that is wanted, or a figure; empty on a page that is only read
    wrong: Sentence | None = None  # said of every other act for which there is nothing in ``others``
    others: tuple[tuple[str, Sentence], ...] = ()  # wrong acts, with what is said of each
    also: tuple[str, ...] = ()  # acts that are as good; the lesson goes on with ``right``
    offered: tuple[str, ...] = ()  # what can be chosen, where that is not everything the engine offers

    @property
    def is_figure(self) -> bool:
        """Whether a number is asked for."""
        return self.right.isdecimal()

    def on(self, act: str) -> Sentence | None:
        """What is said of a wrong act."""
        return dict(self.others).get(act, self.wrong)


@frozen
class Scene:
    """A deal, with the steps that are played in it."""

    deal: Prepared
    steps: tuple[Step, ...]


@frozen
class Lesson:
    name: Label
    scenes: tuple[Scene, ...]

    @property
    def pages(self) -> tuple[tuple[Prepared, Step], ...]:
        """Every step with its deal."""
        return tuple((scene.deal, step) for scene in self.scenes for step in scene.steps)


# A trick

_TRICK: Final = Lesson(
    Label("the name of a lesson", "A trick"),
    (
        Scene(
            prepared(
                "whist_modern",
                "4.A42.Q832.AT863 KT76.QJ8.T9.KQ94 AQJ853.KT65.A64. 92.973.KJ75.J752",
                (
                    "JC 3C QC AS JS 2S 4S 6S TH 3H 2H JH KS 8S 9S 8C 7S 5S 5D QD 4C 6H 2C 6C "
                    "2D 9D 4D KD 9H 4H QH KH AD 7D 3D TD 5H 7H AH 8H AC 9C 6D 5C TC KC 3S 7C QS JD 8D TS"
                ),
                turned="AS",
            ),
            (
                Step(
                    28,
                    Sentence(
                        "You are South. North, opposite, is your partner, against West and East. In turn "
                        "each plays one card: these four are a *trick*. The highest takes it: ace, king, "
                        "queen, jack, ten, and so on down to two."
                    ),
                ),
                Step(
                    31,
                    Sentence(
                        "West took that trick, so West begins the next, with {9H}. Everybody who has a heart "
                        "must play one. {QH} is the highest so far, and you come last. Cards you may play "
                        "are buttons: take the trick."
                    ),
                    "KH",
                    Sentence("{5H} is lower than {QH}, and East would take the trick. Try your other heart."),
                ),
                Step(
                    32,
                    Sentence(
                        "The trick is yours, so you *lead*: you play the first card of the next, whichever "
                        "you like. No diamond is higher than an ace. Lead it."
                    ),
                    "AD",
                    Sentence("Somebody may have a higher card than that. Nobody can beat {AD}."),
                    also=("5H", "QS"),
                ),
                Step(
                    36,
                    Sentence(
                        "What your partner takes is yours as well: a side counts its tricks together. North "
                        "has the highest heart that is left. Lead a heart."
                    ),
                    "5H",
                    Sentence("With that you help yourselves less. North is waiting for a heart: {5H}."),
                    also=("QS",),
                ),
                Step(
                    42,
                    Sentence(
                        "North took it and leads {AC}. You have no clubs, so you may play anything. The "
                        "trick is North's already: throw away what you need least."
                    ),
                    "6D",
                    Sentence("Keep your spades: the next trick shows why. Throw {6D}."),
                ),
                Step(
                    46,
                    Sentence(
                        "Now {KC} is winning, for East. But one suit is *trumps*: in this deal spades, {S}. "
                        "If you have no card of the suit led, a trump beats all other suits. Take the trick "
                        "with your lower one."
                    ),
                    "3S",
                    Sentence(
                        "It takes the trick too, but {3S} is enough. Keep the queen for the last trick."
                    ),
                ),
                Step(
                    52,
                    Sentence(
                        "{QS} took the last trick as well. You know how cards are played: follow suit, or "
                        "throw one away, or trump. A deal has thirteen tricks. Next: who says which suit is "
                        "trumps?"
                    ),
                ),
            ),
        ),
    ),
)

# Trumps

_TRUMPS: Final = Lesson(
    Label("the name of a lesson", "Naming trumps"),
    (
        Scene(
            prepared(
                "biritch",
                "K862.A53.K75.A94 QJ973.6.QT6.K873 A5.KQJ974.A832.2 T4.T82.J94.QJT65",
                "declare:H W:content E:content QC AC 3C 2C AH 6H 4H 2H",
            ),
            (
                Step(
                    0,
                    Sentence(
                        "This game is Biritch. Each is dealt thirteen cards, and you are the dealer: "
                        "you name the trumps. Your side should take more than half of the tricks. Which "
                        "suit would you have beat the others?"
                    ),
                    "declare:H",
                    Sentence("Count your cards: you have six hearts, and no other suit as long."),
                    (
                        (
                            "pass",
                            Sentence("Then North would have to name a suit. You have six hearts: name them."),
                        ),
                        (
                            "declare:N",
                            Sentence("That is no trumps at all. With six hearts, trumps help you more."),
                        ),
                    ),
                ),
                Step(
                    4,
                    Sentence(
                        "Hearts are trumps. West, at your left, leads {QC}. Now North's cards are laid open: "
                        "North is *dummy*, and you play both hands. Play from North: which club takes this "
                        "trick?"
                    ),
                    "AC",
                    Sentence("{QC} is higher than that. Only {AC} takes the trick."),
                ),
                Step(
                    7,
                    Sentence(
                        "Your only club followed, and the trick is yours. The others still have four trumps, "
                        "with which they could beat your high cards. *Draw* them: lead trumps first, from "
                        "North {AH}."
                    ),
                    "AH",
                    Sentence("That can wait: while they have trumps, they may trump it. Lead {AH}."),
                    also=("5H", "3H"),
                ),
                Step(
                    11,
                    Sentence(
                        "Two of their trumps are gone. Go on like that and they have none: your other hearts "
                        "win by themselves, and your aces and kings cannot be trumped. Your side takes at "
                        "least eleven tricks."
                    ),
                ),
            ),
        ),
        Scene(
            prepared(
                "biritch",
                "A4.K7.KQJ873.543 J8.A652.T64.AQT9 K73.Q84.A95.J862 QT9652.JT93.2.K7",
                "pass declare:D W:content E:content",
            ),
            (
                Step(
                    0,
                    Sentence(
                        "You deal again. This time no suit of yours is long, and you have few aces and "
                        "kings. You need not name trumps: leave it to your partner, who must then name them."
                    ),
                    "pass",
                    Sentence(
                        "With so few of them the others may have more than you. Press **Pass to partner**."
                    ),
                ),
            ),
        ),
        Scene(
            prepared(
                "biritch",
                "K42.AJ962.86.T54 98.753.Q953.QJ62 AQ5.KQ4.AK72.A93 JT763.T8.JT4.K87",
                "declare:N W:content E:content",
            ),
            (
                Step(
                    0,
                    Sentence(
                        "North named diamonds, of which North had six. Whoever names them, the dealer plays "
                        "both hands. Another deal: no long suit, but high cards in all four. Then play "
                        "without trumps: say *biritch*."
                    ),
                    "declare:N",
                    Sentence(
                        "You have high cards everywhere: without trumps nobody can trump them. Biritch!"
                    ),
                ),
                Step(
                    3,
                    Sentence(
                        "Now only the highest card of the suit led takes a trick. That is the first half of "
                        "Biritch: a long suit, name it; high cards everywhere, biritch; neither, pass. Next: "
                        "what the others may say."
                    ),
                ),
            ),
        ),
    ),
)

# Contre

_CONTRE: Final = Lesson(
    Label("the name of a lesson", "Contre"),
    (
        Scene(
            prepared(
                "biritch",
                "2.QT86.QT74.J764 63.9753.J98.QT82 KQJT5.A4.AK6.953 A9874.KJ2.532.AK",
                "declare:S S:double W:content E:content",
                dealer="W",
            ),
            (
                Step(
                    1,
                    Sentence(
                        "West deals and has named spades. Then each opponent either accepts or says "
                        "*contre*: every trick over six will score double, for whichever side takes it. You "
                        "have five spades and three more sure tricks."
                    ),
                    "double",
                    Sentence(
                        "You can take more than six tricks against West's spades: let them count double."
                    ),
                ),
                Step(
                    4,
                    Sentence(
                        "West has nothing to answer. Your side can take nine tricks, three over six, and "
                        "each scores double now. Had you been wrong, West's would."
                    ),
                ),
            ),
        ),
        Scene(
            prepared(
                "biritch",
                "AJT9.T42.83.QJ73 K6.AKQ83.KQ65.A5 Q83.95.J742.T864 7542.J76.AT9.K92",
                "declare:H S:content N:content",
                dealer="E",
            ),
            (
                Step(
                    1,
                    Sentence(
                        "East names hearts. You have two small ones, and no ace or king. Could you two take "
                        "more than six tricks? If not, accept."
                    ),
                    "content",
                    Sentence("East will take most tricks, and each over six would count double for East."),
                ),
            ),
        ),
        Scene(
            prepared(
                "biritch",
                "T87.2.9876.Q9632 96542.743.T432.8 A3.AKQJ96.AQ5.74 KQJ.T85.KJ.AKJT5",
                "declare:H W:double S:double W:content E:content",
            ),
            (
                Step(
                    2,
                    Sentence(
                        "You named hearts, and West says contre. You may accept, or double once more: *sur "
                        "contre*, four times the score. You have six trumps with the four highest, and two "
                        "more aces."
                    ),
                    "double",
                    Sentence("Such a hand takes more than six tricks. West's contre is a gift: double it."),
                ),
                Step(
                    5,
                    Sentence(
                        "West and East accept. They could have doubled again, and so on without end. So: "
                        "*contre* if you two should take more than six tricks against them, *sur contre* if "
                        "they are wrong. Next: the score."
                    ),
                ),
            ),
        ),
    ),
)

# The score

_SCORE: Final = Lesson(
    Label("the name of a lesson", "The score"),
    (
        Scene(
            prepared(
                "biritch",
                "K6.KQ9.K763.J532 7542.8.QT85.AK84 QJ9.AT542.A42.T7 AT83.J763.J9.Q96",
                (
                    "declare:H W:content E:content AS 6S 4S QS JH KH 8H 5H KS 5S JS 8S QH 8D 4H 3H JC 4C TC "
                    "6C 9H 7S AH 6H 9S 3S 5C 2S 7C 9C 3C 8C TS 7D AC 2D 7H 6D 5D 2H "
                    "QC 2C KC TH AD 9D 3D TD 4D JD KD QD"
                ),
            ),
            (
                Step(
                    46,
                    Sentence(
                        "You named hearts. Ten tricks are over: your side has six. West leads {QC}, and East "
                        "is winning with {KC}. You have no clubs left. Take this trick."
                    ),
                    "TH",
                    Sentence("Then East takes it. Hearts are trumps, and {TH} is the last of them."),
                ),
                Step(
                    55,
                    Sentence(
                        "{AD} and {KD} took the last two: nine tricks. The first six of a side score "
                        "nothing. Each further one scores, with hearts as trumps, 8 points. How many do you "
                        "score?"
                    ),
                    "24",
                    Sentence("Nine tricks are three more than six, and each of these three scores 8."),
                    offered=("8", "24", "72"),
                ),
                Step(
                    55,
                    Sentence(
                        "A trick over six scores 2 with spades, 4 with clubs, 6 with diamonds, 8 with "
                        "hearts, 10 at biritch. With contre diamonds would score 12. *Thirty* points win a "
                        "game, two games the rubber, and that is 40 points more."
                    ),
                ),
                Step(
                    55,
                    Sentence(
                        "Ace, king, queen, jack and ten of trumps are *honours*. A side dealt three scores "
                        "as for two tricks; four, as for four. They do not help to win a game. North held "
                        "{KH} {QH}, you {AH} {TH}. What do they score?"
                    ),
                    "32",
                    Sentence("Your side had four honours: as much as four tricks at 8 points each."),
                    offered=("16", "32", "40"),
                ),
                Step(
                    55,
                    Sentence(
                        "That is all you need. Play a deal now: three robots make up the table, nobody is "
                        "waiting, you can take back a card, and a hint is one press away. Or go on to the "
                        "other games."
                    ),
                ),
            ),
        ),
    ),
)

# The other games

_WHIST: Final = Lesson(
    Label("the name of a lesson", "Whist: a turned trump"),
    (
        Scene(
            prepared(
                "whist_modern",
                "Q95.A6.AKJ63.QT9 A74.98542.Q95.K4 KJ863.Q73.84.A52 T2.KJT.T72.J8763",
                (
                    "6S 2S QS AS 5H 3H KH AH 9S 4S JS TS 4D 2D KD 5D 6H 2H QH TH 7H JH 3D 4H AD 9D 8D 7D "
                    "6D QD 2C TD 4C 5C 3C 9C 5S 7S 8S 6C 3S 7C TC 8H KS 8C JD 9H QC KC AC JC"
                ),
                dealer="E",
                turned="9D",
            ),
            (
                Step(
                    0,
                    Sentence(
                        "At whist nobody names trumps: the last card dealt is turned up, here {9D}, so "
                        "diamonds are. Nobody is dummy. You lead. Begin with your longest suit, and of it "
                        "with the fourth card from the top."
                    ),
                    "6S",
                    Sentence(
                        "Your longest suit is spades. From the top: king, jack, eight, and fourth {6S}."
                    ),
                ),
                Step(
                    5,
                    Sentence(
                        "Your lead told North that you like spades. East took it and leads {5H}. You play "
                        "second, and your partner comes last: the second player usually plays low."
                    ),
                    "3H",
                    Sentence("Save it: North has still to play. {3H} is low enough."),
                ),
                Step(
                    10,
                    Sentence(
                        "North won and returns your suit, with {9S}; East played {4S}. You are third, and "
                        "the third player plays high. {JS} is as good as {KS} now, since {AS} and {QS} have "
                        "gone: play the lower of the two."
                    ),
                    "JS",
                    Sentence("West may have {TS}, which beats that. {JS} is high enough."),
                    (("KS", Sentence("It wins too, but {JS} wins as surely: keep the king.")),),
                ),
                Step(
                    52,
                    Sentence(
                        "The rest was played out: eleven tricks for you. At whist each trick over six is one "
                        "point, and five points are a game. The exercises train such leads, a few a day."
                    ),
                ),
            ),
        ),
    ),
)

_AUCTION: Final = Lesson(
    Label("the name of a lesson", "Contract bridge: an auction"),
    (
        Scene(
            prepared(
                "contract",
                "6.QT4.KJ85.T8653 75432.82.T963.J4 A8.AKJ75.AQ4.972 KQJT9.963.72.AKQ",
                (
                    "bid:1H bid:1S bid:2H pass bid:4H pass pass pass KS 6S 2S AS "
                    "AH 3H 4H 2H 5H 6H TH 8H 5D 3D QD 2D 8S 9S QH 3S 8D 6D AD 7D JH 9H 3C 4S 4D TS JD 9D KD "
                    "TD 2C JS 5C 4C 7C QC QS 6C 5S 7H 9C KC 8C JC AC TC 7S KH"
                ),
            ),
            (
                Step(
                    0,
                    Sentence(
                        "At bridge all four *bid* for the right to name trumps. One heart promises seven "
                        "tricks, six and one, with hearts as trumps. With several aces and kings open with "
                        "one of your longest suit."
                    ),
                    "bid:1H",
                    Sentence("Your longest suit is hearts. Begin low: seven tricks are enough to promise."),
                    (("pass", Sentence("Three aces and a king: such a hand should bid.")),),
                    offered=("bid:1H", "bid:1S", "bid:4H", "pass"),
                ),
                Step(
                    4,
                    Sentence(
                        "West bid one spade; North raised you to two hearts, so North has some too. Ten "
                        "tricks with hearts, four hearts, make a game at once. You have much more than "
                        "you promised: bid it."
                    ),
                    "bid:4H",
                    Sentence("Game is worth far more, and you two have the cards for it: four hearts."),
                    (
                        (
                            "bid:7H",
                            Sentence("That promises all thirteen tricks. West's spades alone forbid it."),
                        ),
                    ),
                    offered=("pass", "bid:3H", "bid:4H", "bid:7H"),
                ),
                Step(
                    11,
                    Sentence(
                        "All passed: four hearts is the *contract*, and you play it, with North as dummy. "
                        "West leads {KS}; dummy has only one spade. Take the trick."
                    ),
                    "AS",
                    Sentence("Then West's {KS} takes it. You have {AS}."),
                ),
                Step(
                    12,
                    Sentence(
                        "Ten tricks are needed. Draw the trumps before you use your diamonds: lead {AH}."
                    ),
                    "AH",
                    Sentence("While the others have trumps they can beat your diamonds. Draw trumps first."),
                    also=("8S", "KH", "JH"),
                ),
                Step(
                    60,
                    Sentence(
                        "You took eleven. Only what you promised counts towards game: four odd tricks, at 30 "
                        "points with hearts or spades. What do they score?"
                    ),
                    "120",
                    Sentence("Ten tricks are four over six, and each scores 30."),
                    offered=("40", "120", "150"),
                ),
                Step(
                    60,
                    Sentence(
                        "A hundred points are a game. Had you taken only nine, the others would have scored "
                        "instead. `/rules` has every figure, and at `/play` the hints explain each bid."
                    ),
                ),
            ),
        ),
    ),
)

_STOCK: Final = Lesson(
    Label("the name of a lesson", "Ruff and Honours: a stock"),
    (
        Scene(
            prepared(
                "ruff_and_honours",
                "K54.JT7.AKQ4.T2 J8.985.T95.J873 QT3.K42.J3.AK54 A962.Q63.872.Q6",
                (
                    "ruff discard:2H.4H.3S.3D AC 6C 2C 3C 4C QC TC 7C 2D 4D 5D 6D KH 3H 7H 5H AH 6H TH 8H 7S "
                    "2S KS 8S JH 9H 5C QH JD 7D QD 9D KD TD TS 8D 4S JS QS 6S 9C 9S 5S JC 8C KC AS AD"
                ),
                dealer="E",
                turned="9C",
            ),
            (
                Step(
                    0,
                    Sentence(
                        "In this game of 1674 each has twelve cards. Four lie in the *stock*, and its top "
                        "card, {9C}, makes clubs trumps. Who holds the ace of trumps may *ruff*: take "
                        "the stock. You hold it."
                    ),
                    "ruff",
                    Sentence("Four more cards to choose from can only help you. Take the stock."),
                ),
                Step(
                    1,
                    Sentence(
                        "Now you have sixteen and must put out four. Keep trumps and high cards: put out the "
                        "four lowest cards that are not clubs."
                    ),
                    "discard:2H.4H.3S.3D",
                    Sentence(
                        "Those are not the four lowest: one three of spades, one of diamonds, two small "
                        "hearts."
                    ),
                ),
                Step(
                    2,
                    Sentence("You lead. With five trumps, two of them the highest, begin with {AC}."),
                    "AC",
                    Sentence("That may do, but the others still have trumps. Draw them with {AC}."),
                    also=("KC",),
                ),
                Step(
                    50,
                    Sentence(
                        "You took ten of twelve tricks. All over six are a point each, and nine points win. "
                        "These were the games' great ideas: to name trumps, turn them, bid for them, or "
                        "take a stock. `/rules` tells of all nineteen."
                    ),
                ),
            ),
        ),
    ),
)

LESSONS: Final = (_TRICK, _TRUMPS, _CONTRE, _SCORE, _WHIST, _AUCTION, _STOCK)
FIRST_PART: Final = 4
"""So many lessons come before the first real deal: they are of Biritch."""
