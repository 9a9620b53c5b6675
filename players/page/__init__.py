"""A game against computers on a page: engine and players run in the browser, as they are."""
