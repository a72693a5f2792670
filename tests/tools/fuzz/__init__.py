"""Fuzzing (`make fuzz`): any input must end in an answer or in a defined refusal."""
