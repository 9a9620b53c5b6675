"""The painted board and the chart of the end: public numbers in, PNG bytes out, by Pillow alone."""
