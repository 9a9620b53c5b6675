"""What a table looks like: public pages from a `TableView`, private ones from a `HandView`."""
