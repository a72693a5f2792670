"""The files on a board's drive: select, compile and copy them."""
