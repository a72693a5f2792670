reset erase                  # nothing is saved
wait title
expect screen "POCKET PIG"
press a                      # a game of Pig with MIA
expect screen "[play]"
dice 6 5 1
press a --count 2
expect state "turn_total: 11"
press a                      # the 1
expect state "scores: [0, 0]"
expect no state "to_move: [0]"
