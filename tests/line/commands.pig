# What `pocketpig device` prints for each of its requests, on a handheld in test mode.
reset erase
expect hello "test_mode: true"
expect variants "pig: Pig, 1 to 10 players"
expect stats '"games": 0'
expect report '"crash": null'
expect memory "free:"
expect today 261122 "number: 261122"
expect screen "[title]"
expect frame "█▀"
expect wait title --timeout-ms 0 "screen: title"
expect press b "screen: menu"
expect press a --count 1 --ms 5 "screen: play"
expect down down "screen: pause"
expect up down "screen: pause"

expect new-game hog "variant: hog"
dice 456
expect act 0 roll --dice 3 "turn_total: 15"
expect advice '"hold"'

reset erase
expect state "no game"
expect new-game two_dice --option target=20 --option end=equal_turns --player human:Ann --player human --player human --first 2 "to_move: [2]"
expect dice 63 11 "queued: 2"
expect act 2 roll "turn_total: 9"
expect screen "Ann"
expect act 2 hold "scores: [0, 0, 9]"
expect record "target=20 end=equal_turns players=3 first=2 : 63 h"
expect dice "queued: 0"
seed 5
clock 100
expect load "pp1 pig : 6" "turn_total: 6"
expect selftest --timeout-ms 0 "panel:"
