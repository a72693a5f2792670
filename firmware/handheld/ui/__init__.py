"""What screens are made of: bases, lists, pages of text."""
