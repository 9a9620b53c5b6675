-- Snapshots are compressed by the bot, so that fewer bytes go to the disk and to copies.

ALTER TABLE tables ALTER COLUMN snapshot TYPE BYTEA USING convert_to(snapshot, 'UTF8');
ALTER TABLE tables ALTER COLUMN snapshot SET STORAGE EXTERNAL;
