"""Make the device's tables of perfect play from solutions (layout: write.py)."""
