ALTER TABLE `open_items` ADD `settled_method` text;--> statement-breakpoint
ALTER TABLE `open_items` ADD `settled_by` text;--> statement-breakpoint
ALTER TABLE `lots` ADD `first_use_days` integer;--> statement-breakpoint
ALTER TABLE `lots` ADD `started_on` text;--> statement-breakpoint
ALTER TABLE `packages` ADD `valid_from` text DEFAULT 'purchase' NOT NULL;--> statement-breakpoint
-- A pack that is valid from its first class gets its end with the booking that takes its first credit, whoever books
-- it, in the same statement; giving every one of them back lets it wait again, for the days it had then.
CREATE TRIGGER `lots_started` AFTER INSERT ON `entries`
WHEN new.kind = 'book' AND EXISTS (SELECT 1 FROM lots
  WHERE id = new.lot_id AND first_use_days IS NOT NULL AND started_on IS NULL) BEGIN
  UPDATE lots SET started_on = used.day, expires_on = date(used.day, '+' || first_use_days || ' days')
  FROM (SELECT substr(o.local_start, 1, 10) AS day FROM bookings AS b
    JOIN occurrences AS o ON o.id = b.occurrence_id WHERE b.id = new.booking_id) AS used
  WHERE lots.id = new.lot_id;
END;
--> statement-breakpoint
CREATE TRIGGER `lots_unstarted` AFTER INSERT ON `entries`
WHEN new.kind = 'return' AND EXISTS (SELECT 1 FROM lots
  WHERE id = new.lot_id AND first_use_days IS NOT NULL AND started_on IS NOT NULL)
  AND (SELECT sum(amount) FROM entries
    WHERE studio_id = new.studio_id AND lot_id = new.lot_id AND kind IN ('book','return')) = 0 BEGIN
  UPDATE lots SET first_use_days = CAST(julianday(expires_on) - julianday(started_on) AS INTEGER),
    started_on = NULL, expires_on = '9999-12-31'
  WHERE id = new.lot_id;
END;
