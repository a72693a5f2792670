"""The handheld as a web page: `build` makes the folder, `serve` shows it on this computer."""
