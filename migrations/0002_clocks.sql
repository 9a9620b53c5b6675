-- A game that was stored before decisions had a time is looked at once, and given one.
UPDATE tables SET due = 1 WHERE stage = 'playing' AND due IS NULL;
