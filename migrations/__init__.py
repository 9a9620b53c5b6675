"""The steps by which the database grew, one numbered file for each; none is ever edited."""
