"""Programs that make data files of the product. They are never installed."""
