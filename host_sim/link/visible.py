"""Make untrusted text, such as a device's or a script's, safe for a terminal."""


def visible(text: str) -> str:
    """Return the text with all but newlines and printable characters escaped, such as \\x1b.

    Otherwise its author could move the cursor, change the title, reverse the order of letters or
    write to the clipboard.
    """
    return "".join(
        char
        if char == "\n" or char.isprintable()
        else char.encode("unicode_escape").decode("ascii")
        for char in text
    )
