-- How much of a game counts for a rating, and the rating that it led to.

-- Whether a rating may rise by it: not if fewer than two people were there in the end.
ALTER TABLE games ADD COLUMN can_gain BIGINT NOT NULL DEFAULT 1;

-- Pairs of people who did not count as opponents, for each seat as a set of seats in bits: needed to
-- compute ratings anew after one of them is forgotten.
ALTER TABLE results ADD COLUMN decided_here BIGINT NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN decided_everywhere BIGINT NOT NULL DEFAULT 0;

-- Its place among the people when it was kicked (0: it was not), the share of the game that counts
-- for it, and the rating shown in the server after the game (NULL: the game changed none).
ALTER TABLE results ADD COLUMN kicked_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN share DOUBLE PRECISION NOT NULL DEFAULT 1;
ALTER TABLE results ADD COLUMN shown_after BIGINT;

-- A hash of the game and its results; "" for those of earlier versions.
ALTER TABLE games ADD COLUMN seal TEXT NOT NULL DEFAULT '';

-- Until now a game that was broken off counted for nobody.
UPDATE results SET share = 0
WHERE game IN (SELECT number FROM games WHERE ending <> 'over');
