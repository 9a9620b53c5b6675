"""Tables for later: the words of time, and who comes when."""
