"""What runs on a desktop: the simulated handheld, its window, and the tools around it."""
