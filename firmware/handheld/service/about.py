"""About the product."""

from shared_rules import __version__

from ..language import lines_of, say, wrap
from ..ui.text_screen import TextScreen


class Screen(TextScreen):
    """Version, purpose, licence."""

    def __init__(self, app, parent):
        super().__init__(app, parent)
        title = "Pocket Pig"
        self.add([say("version", __version__)], title)
        for line in lines_of("about", "about"):
            self.add_whole(wrap(line), title)
