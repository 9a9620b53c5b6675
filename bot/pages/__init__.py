"""What a table looks like: public pictures from a `Scene`, private ones from a `Hand`."""
