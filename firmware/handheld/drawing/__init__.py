# Canvas, panel, fonts and small pictures.
