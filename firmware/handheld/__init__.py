"""The handheld's app: screens, canvas, input, storage and the serial bridge."""

# It knows the rules and nothing of the hardware: a board object (see `handheld.board`) gives it
# its panel, buttons, memory and line.
