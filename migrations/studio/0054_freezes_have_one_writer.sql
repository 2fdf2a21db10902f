-- Freezes are written by whoever freezes: a copy of a studio brings both rows.
DROP TRIGGER `membership_written_frozen`;
