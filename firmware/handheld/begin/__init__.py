"""Begin a game, go on with a kept one, prove its dice."""
