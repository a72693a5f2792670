"""The bridge's methods but those that every client asks for again and again."""
