# What each request does, as `pocketpig device` prints it, on a handheld in test mode.
reset erase
expect hello "product: pocketpig"
expect hello "protocol: 1"
expect hello "test_mode: true"
expect hello 'display: {"width": 128, "height": 64}'
expect hello 'buttons: ["up", "down", "a", "b"]'
expect hello "max_line: 4096"
expect variants "pig: Pig, 1 to 10 players"
expect stats '"games": 0'
expect report '"crash": null'
expect memory "free:"
expect memory "used:"
expect today 261122 "number: 261122"
expect frame "█▀"
expect state "no game"
expect selftest --timeout-ms 0 "panel:"

# Presses, from the title to the result.
reset keep
expect screen "[title]"
expect wait title --timeout-ms 0 "screen: title"
expect press b "screen: menu"
expect press down --count 2 --ms 0 "screen: menu"
expect press up --count 3 "screen: menu"
expect down b "screen: title"
expect up b "screen: title"
press b
expect press a "screen: play"
dice 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6
press a --count 17
expect state "turn_total: 102"
press b
expect state "scores: [102, 0]"
expect state "over: true"
expect state "winners: [0]"
expect state "to_move: []"
expect state "legal: []"
expect state 'phase: over'
expect state "turn_total: 0"
expect state "roll_number: 0"
expect state "dice_count: null"

# A game among people.
expect new-game hog "variant: hog"
dice 456
expect act 0 roll --dice 3 "turn_total: 15"
expect advice '"hold"'
expect new-game two_dice --option target=20 --option end=equal_turns --player human:Ann --player human:Bo --player human --first 2 "to_move: [2]"
expect screen "[play]"
expect dice 63 11 "queued: 2"
expect act 2 roll "turn_total: 9"
expect state "variant: two_dice"
expect state 'options: {"double_one": "wipe", "target": 20, "end": "equal_turns", "rounds": 10}'
expect state "players: 3"
expect state "scores: [0, 0, 0]"
expect state "dice: [6, 3]"
expect state "dice_count: 2"
expect state "phase: choose"
expect state "to_move: [2]"
expect state 'legal: ["roll", "hold"]'
expect state "roll_number: 1"
expect state "turn: 1"
expect state "over: false"
expect state "winners: []"
expect act 2 hold "scores: [0, 0, 9]"
expect screen "Ann to play"
expect screen "Bo"
expect record "pp1 two_dice double_one=wipe target=20 end=equal_turns players=3 first=2 : 63 h"
expect dice "queued: 0"
seed 5

# A record brings a game back.
expect load "pp1 pig players=3 first=1 target=30 : 5 6 h 1 3" "scores: [0, 11, 0]"
expect screen "[play]"
expect state "to_move: [0]"
expect state "turn_total: 3"
expect state "dice: [3]"
expect act 0 hold "scores: [3, 11, 0]"
expect state "to_move: [1]"
expect record "pp1 pig target=30 end=first players=3 first=1 : 5 6 h 1 3 h"
expect load "  pp1  two_dice " '"double_one": "wipe"'
