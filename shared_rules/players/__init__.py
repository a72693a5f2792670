"""Computer players, which `by_name` makes."""

# All kinds in the order of menus, levels from the best, then styles; and what each is called at a
# table. A saved set-up has a kind's place as a letter, and saved badges as a bit, so add new ones
# at the end.
KINDS = "perfect hard medium easy careless practical keep_pace gambler banker hold20 random"
NAMES = "ACE LEO MIA PIP BOO SAM KIT REX IDA BEN ODO"
