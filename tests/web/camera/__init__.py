"""What a phone's camera sees of the panel."""
