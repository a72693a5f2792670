"""The computer's side of the serial protocol: client, endpoints, and finding a board."""
