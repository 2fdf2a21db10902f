DROP INDEX `entries_once_per_booking`;--> statement-breakpoint
ALTER TABLE `entries` ADD `turn` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `entries_once_per_booking` ON `entries` (`studio_id`,`booking_id`,`kind`,`turn`) WHERE booking_id IS NOT NULL AND kind <> 'adjust';--> statement-breakpoint
ALTER TABLE `bookings` ADD `pay_turn` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Any entry of a booking starts a pack that waits for its first class, and gives it its wait back: a credit that is used
-- again after a correction, too.
DROP TRIGGER `lots_started`;--> statement-breakpoint
CREATE TRIGGER `lots_started` AFTER INSERT ON `entries`
WHEN new.booking_id IS NOT NULL AND new.amount < 0 AND EXISTS (SELECT 1 FROM lots
  WHERE id = new.lot_id AND first_use_days IS NOT NULL AND started_on IS NULL) BEGIN
  UPDATE lots SET started_on = used.day, expires_on = date(used.day, '+' || first_use_days || ' days')
  FROM (SELECT substr(o.local_start, 1, 10) AS day FROM bookings AS b
    JOIN occurrences AS o ON o.id = b.occurrence_id WHERE b.id = new.booking_id) AS used
  WHERE lots.id = new.lot_id;
END;
--> statement-breakpoint
DROP TRIGGER `lots_unstarted`;--> statement-breakpoint
CREATE TRIGGER `lots_unstarted` AFTER INSERT ON `entries`
WHEN new.booking_id IS NOT NULL AND new.amount > 0 AND EXISTS (SELECT 1 FROM lots
  WHERE id = new.lot_id AND first_use_days IS NOT NULL AND started_on IS NOT NULL)
  AND (SELECT sum(amount) FROM entries
    WHERE studio_id = new.studio_id AND lot_id = new.lot_id AND booking_id IS NOT NULL) = 0 BEGIN
  UPDATE lots SET first_use_days = CAST(julianday(expires_on) - julianday(started_on) AS INTEGER),
    started_on = NULL, expires_on = '9999-12-31'
  WHERE id = new.lot_id;
END;
