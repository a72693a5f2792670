"""The handheld in a web page, on MicroPython compiled to WebAssembly."""
