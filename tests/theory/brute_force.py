"""Solve tiny games of two players independently of the solver."""

import itertools

import numpy as np

from shared_rules.game import HOLD, ROLL, SIT, STAND

# Used instead of a player: the start of a turn of shared rolls.
START = "start"


class Graph:
    """All positions that can follow `start`.

    The graph is bounded. Nobody holds below a turn total of 0. A score that would fall below
    `least` stays there. A player who leads the other and the target by more than `most` must hold.
    In shared rolls both must sit beyond a turn total of `most`; with `wraps` the total stays `most`
    while both stand, and a player who stands alone must sit beyond twice as much. `counts`:
    positions include the rules' count of busts in a row, else such turns lead back to their start.
    `worth[key]` is the first player's probability of winning, 1/2 before the first sweep.
    """

    def __init__(self, start, most, least=0, wraps=False, counts=False):
        self.most, self.least, self.wraps, self.counts = most, least, wraps, counts
        self.worth = {}
        self.alike = {}
        self.nodes = {}
        todo = [(self.key(start), start)]
        while todo:
            key, game = todo.pop()
            if key not in self.worth:
                todo += self.add(key, game)

    def key(self, game):
        """Return what identifies a position."""
        rounds = game.options.get("end", "rounds") == "rounds"
        parity = game.turn if rounds else (game.turn - 1) % 2
        closing = getattr(game, "closing", None)
        dice = game.dice_count() if game.dice_range() is None else None
        shared = (tuple(game.standing), game.choosing) if game.SHARED_ROLL else None
        if "target" in game.options and shared:
            parity = game.busts if self.counts else 0
        return (
            tuple(game.scores), game.player, parity, game.turn_total, game.roll_number > 0,
            closing, dice, shared, game.over,
        )  # fmt: skip

    def add(self, key, game):
        """Add the position; return (key, game) of those that follow."""
        if game.over:
            shares = game.outcome()
            self.worth[key] = shares[0][0] / shares[0][1]
            return []
        self.worth[key] = 0.5
        branches, following = [], []
        for choices in self.choices(game):
            outcomes = []
            for after, weight in self.after(game, choices):
                if self.wraps and after.turn_total > self.most and False not in after.standing:
                    after.turn_total = self.most
                following.append((self.key(after), after))
                outcomes.append((weight, following[-1][0]))
            branches.append((choices, outcomes))
        self.nodes[key] = (game.player if not game.SHARED_ROLL else None, branches)
        return following

    def choices(self, game):
        """Return the lists of actions, one for each player to move."""
        if game.SHARED_ROLL:
            players = game.to_move()
            legal = game.legal_actions()
            most = 2 * self.most if self.wraps else self.most
            if legal == (STAND, SIT) and game.turn_total > most:
                legal = (SIT,)
            return list(itertools.product(legal, repeat=len(players)))
        legal = list(game.legal_actions())
        if HOLD in legal and self.leads(game):
            legal = [HOLD]
        if game.turn_total < 0:
            legal = [ROLL]
        spans = game.dice_range()
        if spans:
            return [(ROLL, n) for n in range(spans[0], spans[1] + 1)]
        return [(action,) for action in legal]

    def leads(self, game):
        """Return True if the player must hold."""
        others = max(game.scores[1 - game.player], game.options["target"])
        return game.scores[game.player] + game.turn_total > others + self.most

    def after(self, game, choices):
        """Return [(game, probability)] after the choices."""
        if choices[0] != ROLL:
            copied = clone(game)
            for player, action in zip(game.to_move(), choices):
                copied.apply(action, None, player)
            return [(copied, 1.0)]
        n = choices[1] if game.dice_range() else game.dice_count()
        low, high = game.FACES
        rolls = list(itertools.product(range(low, high + 1), repeat=n))
        if game.ID + str(n) not in self.alike:
            # Rolls of the same effect lead to the same positions: play only one of them.
            alike = {}
            for faces in rolls:
                alike.setdefault(game.effect(faces), []).append(faces)
            self.alike[game.ID + str(n)] = [(group[0], len(group)) for group in alike.values()]
        found = []
        for faces, count in self.alike[game.ID + str(n)]:
            copied = clone(game)
            copied.apply(ROLL, list(faces))
            copied.turn_total = max(copied.turn_total, self.least)
            found.append((copied, count / len(rolls)))
        return found

    def mean(self, outcomes):
        return sum(weight * self.worth[key] for weight, key in outcomes)

    def solve(self, tolerance=0.0, sweeps=20000):
        """Iterate until no worth changes by more than the tolerance; return self.

        With `wraps` play may be endless, which counts 1/2. The worths of starts of turns begin at
        1/2, and each sweep over them waits until all others have converged. So after n sweeps the
        worths are those of a game that is stopped after n turns.
        """
        number = {key: n for n, key in enumerate(self.worth)}
        worth = np.array(list(self.worth.values()))
        # Edges by branch, branches by node, nodes by the rule that gives their worth.
        kinds = {0: [], 1: [], None: [], START: []}
        for key, (player, branches) in self.nodes.items():
            if player is None and len(branches) < 4:
                # One player to move (player 0 if that one stands), or a roll.
                player = 0 if key[7][0][0] else 1
                player = START if self.wraps and key[3] == 0 else player
            kinds[player].append((number[key], [outcomes for _, outcomes in branches]))
        settled = [(player, *self.columns(kind, number)) for player, kind in kinds.items() if kind]
        starts = False
        for _ in range(sweeps):
            before = worth.copy()
            for player, nodes, first_branch, first_edge, weights, to in settled:
                if (player == START) != starts:
                    continue
                means = np.add.reduceat(weights * worth[to], first_edge)
                if player is None:
                    worth[nodes] = minimax(*means.reshape(-1, 4).T)
                else:
                    best = np.minimum if player == 1 else np.maximum
                    worth[nodes] = best.reduceat(means, first_branch)
            done = np.abs(worth - before).max() <= tolerance
            if done and self.wraps == starts:
                self.worth = dict(zip(number, worth.tolist()))
                return self
            starts = self.wraps and done and not starts
        raise AssertionError("value iteration did not converge")

    def columns(self, kind, number):
        """Return nodes, their first branches, the branches' first edges, edge weights and ends."""
        sizes = [len(branches) for _, branches in kind]
        branches = [outcomes for _, branches in kind for outcomes in branches]
        edges = [edge for outcomes in branches for edge in outcomes]
        return (
            np.array([node for node, _ in kind]),
            np.cumsum([0, *sizes[:-1]]),
            np.cumsum([0] + [len(outcomes) for outcomes in branches[:-1]]),
            np.array([weight for weight, _ in edges]),
            np.array([number[key] for _, key in edges]),
        )


def clone(game):
    """Return an independent copy of the game."""
    copied = game.__class__.__new__(game.__class__)
    copied.__dict__ = {
        name: value[:] if type(value) is list else value for name, value in vars(game).items()
    }
    return copied


def minimax(ss, sq, qs, qq):
    """Return the worths of 2×2 games: the maximum over mixes of the guaranteed worth."""
    denominator = ss - sq - qs + qq
    with np.errstate(divide="ignore", invalid="ignore"):
        inner = np.nan_to_num(np.clip((qq - qs) / denominator, 0.0, 1.0))
    found = [
        np.minimum(p * ss + (1 - p) * qs, p * sq + (1 - p) * qq)
        for p in (0 * ss, 0 * ss + 1, inner)
    ]
    return np.max(found, axis=0)
