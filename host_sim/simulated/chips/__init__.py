"""Models of the handheld's chips. Each follows its data sheet, not a driver's API."""
