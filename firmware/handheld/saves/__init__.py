# What survives power-off: the journal in the NVM sector, and the game in it.
