"""A second implementation of the rules, written only from their text, to test the engine.

It is deliberately plain: each variant is a method that reads like its rule. It shares nothing with
``shared_rules`` and is not fast. ``Reference.act`` plays one action with given dice.
``Reference.state`` is the game in the form of the serial protocol. An illegal action raises
`Refused` before anything changes.
"""

TARGET_100 = {"target": (100, range(1, 1001))}
ROUNDS_OF_EACH = {"rounds": (10, range(1, 51))}
END = {"end": ("first", ("first", "equal_turns", "one_more_turn", "rounds")), **ROUNDS_OF_EACH}
TO_100 = {**TARGET_100, **END}
BIG = ("add25", "bank25", "set25", "wipe", "bust")

# variant: (fewest players, most players, {option: (default, allowed values)})
VARIANTS = {
    "pig": (1, 10, TO_100),
    "two_dice": (1, 10, {"double_one": ("wipe", ("wipe", "bust")), **TO_100}),
    "big": (1, 10, {"double_one": ("add25", BIG), **TO_100}),
    "sevens": (1, 10, {"doubles": ("double", ("double", "plain")),
                       "double_one": ("add25", ("add25", "set25", "wipe")), **TO_100}),
    "piggy": (1, 10, TO_100),
    "fast": (1, 10, {"max_dice": (20, range(1, 41)), **TO_100}),
    "hog": (1, 10, {"max_dice": (10, range(1, 41)), **TO_100}),
    "skunk": (2, 30, {"double_one": ("bust", ("bust", "wipe"))}),
    "swine_herd": (2, 30, TARGET_100),
    "pig_dice": (1, 10, {"seven": ("end", ("end", "zero")), **TARGET_100,
                         "end": ("one_more_roll", ("one_more_roll", "one_more_turn", "rounds")),
                         **ROUNDS_OF_EACH}),
    "piglet": (1, 10, {"target": (10, range(1, 1001)), **END}),
    "gran_cerdo": (2, 2, {"pair": ("sum", ("sum", "nothing")),
                          "gift": ("banked", ("banked", "round"))}),
}  # fmt: skip

SHARED = ("skunk", "swine_herd")
ROUNDS = 5  # of skunk and of gran_cerdo


class Refused(Exception):
    """The action, the dice or the settings are not allowed; nothing was changed."""


def whole(value):
    """Return True for an int that is not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)


class Reference:
    """A game of `variant` (its identifier); `options`: those that differ from the default."""

    def __init__(self, variant, options=None, players=2, first=0):
        if variant not in VARIANTS:
            raise Refused("unknown variant")
        fewest, most, known = VARIANTS[variant]
        if not whole(players) or not fewest <= players <= most:
            raise Refused("players")
        if not whole(first) or not 0 <= first < players:
            raise Refused("first")
        if variant in SHARED and first != 0:
            raise Refused("first must be 0")
        self.options = {name: default for name, (default, _) in known.items()}
        for name, value in (options or {}).items():
            if name not in known:
                raise Refused("unknown option")
            allowed = known[name][1]
            fits = whole(value) if isinstance(allowed, range) else isinstance(value, str)
            if not fits or value not in allowed:
                raise Refused("option value")
            self.options[name] = value

        if players == 1 and self.options["end"] not in ("first", "rounds"):
            raise Refused("this end needs others")

        self.variant = variant
        self.players = players
        self.scores = [0] * players
        self.turn = 1
        self.player = first
        self.turn_total = 0
        self.roll_number = 0
        self.last_roll = []
        self.over = False
        self.winners = []

        self.chosen = None  # hog: the number of dice kept for the turn
        self.standing = [True] * players  # shared games
        self.busts = 0  # swine_herd: turns in a row that ended in a bust, with nobody sitting
        self.choices = None  # shared games: {player: "stand"/"sit"} until all have chosen
        # one_more_roll, one_more_turn: players who still have one, in order
        self.extra_rolls = self.extra_turns = None
        self.must_roll = False  # gran_cerdo: after an Oink
        self.three_dice = False
        self.oinks = [0, 0]
        self.most_rolls = [0, 0]
        self.milestones = None
        self.victory_points = None

    # What is allowed now ------------------------------------------------------------------

    def choosing_dice(self):
        """Return True if the player chooses the number of dice of the next roll."""
        if self.over:
            return False
        if self.variant == "fast":
            return True
        return self.variant == "hog" and self.chosen is None

    def dice_count(self):
        if self.over or self.choosing_dice():
            return None
        if self.variant in ("pig", "piglet", "swine_herd"):
            return 1
        if self.variant == "hog":
            return self.chosen
        if self.variant == "gran_cerdo":
            return 3 if self.three_dice else 2
        return 2

    def to_move(self):
        if self.over:
            return []
        if self.variant not in SHARED:
            return [self.player]
        if self.choices is None:
            return [0]
        return [p for p in range(self.players) if self.standing[p] and p not in self.choices]

    def legal(self):
        if self.over:
            return []
        if self.variant in SHARED:
            return ["roll"] if self.choices is None else ["stand", "sit"]
        if self.roll_number == 0 or self.must_roll or self.extra_rolls is not None:
            return ["roll"]
        return ["roll", "hold"]

    def phase(self):
        if self.over:
            return "over"
        if self.choosing_dice() or self.legal() != ["roll"]:
            return "choose"
        return "roll"

    def faces_of(self, die):
        """Return the faces of the die number `die`."""
        return (0, 1) if self.variant == "piglet" else (1, 2, 3, 4, 5, 6)

    def state(self):
        state = {
            "variant": self.variant,
            "options": dict(self.options),
            "players": self.players,
            "scores": list(self.scores),
            "turn_total": self.turn_total,
            "dice": list(self.last_roll),
            "dice_count": self.dice_count(),
            "phase": self.phase(),
            "to_move": self.to_move(),
            "legal": self.legal(),
            "roll_number": self.roll_number,
            "turn": self.turn,
            "over": self.over,
            "winners": list(self.winners),
        }
        if self.choosing_dice():
            state["dice_range"] = [1, self.options["max_dice"]]
        if self.variant in SHARED:
            state["standing"] = list(self.standing)
        if self.variant == "swine_herd":
            state["busts"] = self.busts
        if self.variant == "gran_cerdo":
            state["round"] = (self.turn - 1) // 2 + 1
            state["three_dice"] = self.three_dice
            state["oinks"] = list(self.oinks)
            state["most_rolls"] = list(self.most_rolls)
            if self.over:
                state["victory_points"] = list(self.victory_points)
                state["milestones"] = {k: list(v) for k, v in self.milestones.items()}
        return state

    # Actions ------------------------------------------------------------------------------

    def act(self, player, action, faces=None, dice=None):
        """Play one action of `player`. A roll shows `faces`; `dice` is their number if chosen."""
        if self.over:
            raise Refused("the game is over")
        if not whole(player) or player not in self.to_move():
            raise Refused("not to move")
        if action not in self.legal():
            raise Refused("not legal now")
        if action != "roll":
            if faces is not None or dice is not None:
                raise Refused("only a roll has dice")
            if action == "hold":
                self.bank(self.turn_total)
            else:
                self.choose(player, action)
            return

        if self.choosing_dice():
            if not whole(dice) or not 1 <= dice <= self.options["max_dice"]:
                raise Refused("the number of dice")
            count = dice
        else:
            if dice is not None:
                raise Refused("the number of dice is fixed")
            count = self.dice_count()
        if not isinstance(faces, list) or len(faces) != count:
            raise Refused("the number of faces")
        for die, face in enumerate(faces):
            if not whole(face) or face not in self.faces_of(die):
                raise Refused("no such face")

        self.last_roll = list(faces)
        if self.variant == "hog":
            self.chosen = count
        if self.extra_rolls is None:
            self.roll_number += 1
        getattr(self, "roll_" + self.variant)(list(faces))

    # One roll of each variant -------------------------------------------------------------

    def roll_pig(self, faces):
        if faces == [1]:
            self.bust()
        else:
            self.turn_total += faces[0]

    def roll_two_dice(self, faces):
        if faces == [1, 1]:
            if self.options["double_one"] == "wipe":
                self.wipe()
            else:
                self.bust()
        elif 1 in faces:
            self.bust()
        else:
            self.turn_total += sum(faces)

    def roll_big(self, faces):
        if faces == [1, 1]:
            self.two_ones()
        elif 1 in faces:
            self.bust()
        elif faces[0] == faces[1]:
            self.turn_total += 2 * sum(faces)
        else:
            self.turn_total += sum(faces)

    def two_ones(self):
        value = self.options["double_one"]
        if value == "add25":
            self.turn_total += 25
        elif value == "set25":
            self.turn_total = 25
        elif value == "bank25":
            self.bank(25)
        elif value == "wipe":
            self.wipe()
        else:
            self.bust()

    def roll_sevens(self, faces):
        if sum(faces) == 7:
            self.bust()
        elif self.options["doubles"] == "plain" or faces[0] != faces[1]:
            self.turn_total += sum(faces)
        elif faces == [1, 1]:
            self.two_ones()
        else:
            self.turn_total += 2 * sum(faces)

    def roll_piggy(self, faces):
        if faces[0] == faces[1]:
            self.bust()
        else:
            self.turn_total += sum(faces)

    def roll_fast(self, faces):
        if 1 in faces:
            self.bust()
        else:
            self.bank(sum(faces))

    def roll_hog(self, faces):
        if 1 in faces:
            self.bust()
        else:
            self.turn_total += sum(faces)

    def roll_skunk(self, faces):
        if faces == [1, 1] and self.options["double_one"] == "wipe":
            for player in range(self.players):
                if self.standing[player]:
                    self.scores[player] = 0
        if 1 in faces:
            self.end_shared_turn()
        else:
            self.turn_total += sum(faces)
            self.choices = {}

    def roll_swine_herd(self, faces):
        if faces == [1]:
            self.busts = self.busts + 1 if all(self.standing) else 0
            self.end_shared_turn()
        else:
            self.turn_total += faces[0]
            self.choices = {}

    def roll_pig_dice(self, faces):
        head = faces[0] == 1
        tail = faces[1] == 6
        if self.extra_rolls is not None:
            self.turn_total = 0
        ended = False
        if head and tail:
            self.turn_total *= 2
        elif head:
            self.turn_total += 2 * faces[1]
        elif tail:
            self.turn_total -= faces[0]
        elif sum(faces) == 7:
            self.turn_total = 0
            ended = self.options["seven"] == "end"
        else:
            self.turn_total += sum(faces)
        if self.extra_rolls is not None:
            self.bank(self.turn_total)
        elif ended:
            self.bust()

    def roll_piglet(self, faces):
        if faces == [1]:
            self.turn_total += 1
        else:
            self.bust()

    def roll_gran_cerdo(self, faces):
        me = self.player
        other = 1 - me
        if self.roll_number > self.most_rolls[me]:
            self.most_rolls[me] = self.roll_number
        aces = faces.count(1)
        self.must_roll = False
        if aces >= 2:
            lost = self.scores[me] + self.turn_total
            later = self.options["gift"] == "round" and self.turn % 2 == 1
            if aces == 3 and not later:
                self.scores[other] += lost
            self.three_dice = True
            self.wipe()
            if aces == 3 and later:  # the other's turn of this round begins with it
                self.turn_total = lost
        elif aces == 1:
            self.bust()
        elif len(set(faces)) == 1:
            self.oinks[me] += 1
            self.turn_total += 2 * sum(faces)
            self.must_roll = True
        elif len(set(faces)) == len(faces) or self.options["pair"] == "sum":
            self.turn_total += sum(faces)
        # The turn total is 0 after the end of a turn, so this is correct in both cases.
        mine = self.scores[me] + (self.turn_total if self.player == me else 0)
        if mine > 50 and self.scores[other] > 50:
            self.three_dice = True

    # The end of a turn --------------------------------------------------------------------

    def bust(self):
        self.end_turn()

    def wipe(self):
        self.scores[self.player] = 0
        self.end_turn()

    def bank(self, points):
        self.scores[self.player] += points
        self.end_turn()

    def end_turn(self):
        self.turn_total = 0
        self.roll_number = 0
        self.chosen = None
        self.must_roll = False
        if self.variant == "gran_cerdo":
            if self.turn == 2 * ROUNDS:
                return self.finish_gran_cerdo()
        elif self.options["end"] == "rounds":
            if self.turn == self.options["rounds"] * self.players:
                return self.finish(self.best(self.scores))
        elif self.options["end"] in ("one_more_roll", "one_more_turn"):
            left = self.extra_rolls if self.extra_rolls is not None else self.extra_turns
            if left is None and self.scores[self.player] >= self.options["target"]:
                left = self.others_in_order()
                if self.options["end"] == "one_more_roll":
                    self.extra_rolls = left
                else:
                    self.extra_turns = left
            if left is not None:
                if not left:
                    return self.finish(self.best(self.scores))
                self.turn += 1
                self.player = left.pop(0)
                return None
        elif self.options["end"] == "first":
            if self.scores[self.player] >= self.options["target"]:
                return self.finish([self.player])
        elif self.turn % self.players == 0:  # all have had the same number of turns
            if max(self.scores) >= self.options["target"]:
                return self.finish(self.best(self.scores))
        self.turn += 1
        self.player = (self.player + 1) % self.players
        return None

    def others_in_order(self):
        return [(self.player + step) % self.players for step in range(1, self.players)]

    def choose(self, player, action):
        self.choices[player] = action
        if self.to_move():
            return
        choices, self.choices = self.choices, None  # revealed together
        for who, choice in choices.items():
            if choice == "sit":
                self.scores[who] += self.turn_total
                self.standing[who] = False
        if not any(self.standing):
            self.busts = 0
            self.end_shared_turn()

    def end_shared_turn(self):
        self.turn_total = 0
        self.roll_number = 0
        self.choices = None
        self.standing = [True] * self.players
        if self.variant == "skunk":
            finished = self.turn == ROUNDS
        elif self.busts == 20:
            return self.finish(list(range(self.players)))
        else:
            finished = max(self.scores) >= self.options["target"]
        if finished:
            self.finish(self.best(self.scores))
        else:
            self.turn += 1
        return None

    def finish_gran_cerdo(self):
        most = self.best(self.scores)
        greedy = self.best(self.most_rolls)
        self.milestones = {
            "most_truffles": [5 if p in most else 0 for p in (0, 1)],
            "fifties": [self.scores[p] // 50 for p in (0, 1)],
            "oinks": [2 * self.oinks[p] for p in (0, 1)],
            "greedy": [3 if p in greedy else 0 for p in (0, 1)],
        }
        self.victory_points = [sum(m[p] for m in self.milestones.values()) for p in (0, 1)]
        self.finish(self.best(self.victory_points))

    def finish(self, winners):
        self.over = True
        self.winners = winners

    @staticmethod
    def best(points):
        return [p for p, value in enumerate(points) if value == max(points)]
