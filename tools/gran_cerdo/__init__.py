"""Gran Cerdo compiled: simulation, a nearly exact solution, and training of its player."""
