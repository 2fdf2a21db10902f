-- When a person last came: the start of their latest class with a check-in. Kept by triggers, so that a list of ten
-- thousand people is sorted by an index and whoever checks somebody in need not think of it.
CREATE TRIGGER `bookings_visit_insert` AFTER INSERT ON `bookings` WHEN new.state IN ('checked_in','attended') BEGIN
  UPDATE people SET last_visit_at = max(
    coalesce(last_visit_at, ''),
    coalesce((SELECT starts_at FROM occurrences WHERE id = new.occurrence_id), ''))
  WHERE studio_id = new.studio_id AND id = new.person_id;
END;
--> statement-breakpoint
CREATE TRIGGER `bookings_visit_update` AFTER UPDATE OF state ON `bookings`
WHEN (new.state IN ('checked_in','attended')) <> (old.state IN ('checked_in','attended')) BEGIN
  UPDATE people SET last_visit_at = (
    SELECT max(o.starts_at) FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
    WHERE b.studio_id = new.studio_id AND b.person_id = new.person_id AND b.state IN ('checked_in','attended'))
  WHERE studio_id = new.studio_id AND id = new.person_id;
END;
--> statement-breakpoint
UPDATE people SET last_visit_at = (
    SELECT max(o.starts_at) FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
    WHERE b.studio_id = people.studio_id AND b.person_id = people.id AND b.state IN ('checked_in','attended'));
