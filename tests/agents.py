# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Known agents at Pig by exact regret, for docs/environments.md: `python -m tests.agents`."""

import argparse
import collections
import functools
import random
import time

import pocketpig
from pocketpig.envs import _board
from pocketpig.envs.gym import PigEnv

Played = collections.namedtuple("Played", "won lost rival_lost value")
EPISODES = 150_000


def computer(name):
    """An agent that plays as a computer player of the package."""
    player = pocketpig.player(name)
    return lambda game: player.choose(game, game.to_move[0])


def learner(env, episodes, seed=1):
    """Return an agent that has learnt by Q-learning.

    Its states are the turn total and both scores in steps of 10, so a table holds their worths.
    """
    worth = collections.defaultdict(lambda: 0.5)
    luck = random.Random(seed)

    def seen(mine, other, total):
        return int(mine) // 10, int(other) // 10, min(int(total), 40), mine + total >= 100

    def best(state):
        return max((0, 1), key=lambda action: worth[state, action])

    for episode in range(episodes):
        observation, _ = env.reset(seed=episode)
        rate, explore = (0.1, 0.2) if episode < 0.7 * episodes else (0.02, 0.05)
        over = False
        while not over:
            state = seen(*observation[:3])
            action = luck.randrange(2) if luck.random() < explore else best(state)
            observation, reward, over, _, _ = env.step(action)
            later = seen(*observation[:3])
            target = reward if over else max(worth[later, 0], worth[later, 1])
            worth[state, action] += rate * (target - worth[state, action])

    def choose(game):
        mover = game.to_move[0]
        scores = game.scores
        return env.board.actions[best(seen(scores[mover], scores[1 - mover], game.turn_total))]

    return choose


def matches(agent, rival, games, source, **options):
    """Play `games` of Pig, the agent beginning every other one; yield a `Played` for each."""
    known = functools.lru_cache(None)(
        lambda mine, other, total: pocketpig.odds(
            pocketpig.replay(f"pp1 pig {given}players=2 first=0 scores={mine},{other} "
                             + (f"turn_total={total} roll_number=1 dice=2" if total else "")),
            solver=source == _board.SOLVER,
        )
    )  # fmt: skip
    given = "".join(f"{name}={value} " for name, value in options.items())
    for number in range(games):
        first = number % 2
        game = pocketpig.new_game("pig", first=first, seed=number, **options)
        start = pocketpig.odds(game, solver=source == _board.SOLVER).win
        lost = [0.0, 0.0]
        while not game.over:
            _board.roll_on(game)
            if game.over:
                break
            mover = game.to_move[0]
            found = known(game.scores[mover], game.scores[1 - mover], game.turn_total)
            action = (agent, rival)[mover](game)
            lost[mover] += max(found.actions.values()) - found.actions[action]
            game.act(action)
        yield Played(float(game.winner == 0), *lost, 1 - start if first else start)


def summary(played):
    """Return (the agent's regret, the rival's, the predicted share, that won, its interval)."""
    count = len(played)
    lost, rival_lost, value = (
        sum(getattr(one, name) for one in played) / count
        for name in ("lost", "rival_lost", "value")
    )
    won = sum(one.won for one in played) / count
    return lost, rival_lost, value - lost + rival_lost, won, 1.96 * (won * (1 - won) / count) ** 0.5


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.agents", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="of each agent (20,000)")
    parser.add_argument("--episodes", type=int, default=EPISODES, help="of training (150,000)")
    wanted = parser.parse_args()
    begun = time.monotonic()
    learnt = learner(PigEnv("pig", "hold20"), wanted.episodes)
    print(f"Q-learning, {wanted.episodes:,} games: {time.monotonic() - begun:.0f} s")
    agents = {
        name: computer(name) for name in ("perfect", "keep_pace", "hold20", "hold25", "random")
    }
    print("| agent | regret a game | predicted | won |\n| --- | --- | --- | --- |")
    for name, agent in {**agents, "Q-learning": learnt}.items():
        played = list(matches(agent, computer("hold20"), wanted.games, _board.SOLVER))
        lost, _, predicted, won, margin = summary(played)
        print(f"| {name} | {lost:.4f} | {predicted:.1%} | {won:.1%} ± {margin:.1%} |", flush=True)


if __name__ == "__main__":
    main()
