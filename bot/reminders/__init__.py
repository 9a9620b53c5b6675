"""When people are reminded of the decisions that wait for them. No I/O and no clock."""
