"""What the handheld shows, in sentences: for voices, screen readers and braille displays."""
