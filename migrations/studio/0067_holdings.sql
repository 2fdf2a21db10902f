ALTER TABLE `membership_freezes` ADD `settled` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `imported_people` ADD `holding_id` text;--> statement-breakpoint
ALTER TABLE `people_imports` ADD `decisions` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `arrivals` ADD `brought_from` text;
--> statement-breakpoint
-- Visits of another program count for when a person last came, beside the classes of ours.
CREATE TRIGGER `arrivals_visit_brought` AFTER INSERT ON `arrivals` WHEN new.brought_from IS NOT NULL BEGIN
  UPDATE people SET last_visit_at = max(coalesce(last_visit_at, ''), new.arrived_at)
  WHERE studio_id = new.studio_id AND id = new.person_id;
END;
--> statement-breakpoint
CREATE TRIGGER `arrivals_visit_removed` AFTER DELETE ON `arrivals` WHEN old.brought_from IS NOT NULL BEGIN
  UPDATE people SET last_visit_at = nullif(max(
    coalesce((SELECT max(o.starts_at) FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = old.studio_id AND b.person_id = old.person_id AND b.state IN ('checked_in','attended')), ''),
    coalesce((SELECT max(visit.arrived_at) FROM arrivals AS visit
      WHERE visit.studio_id = old.studio_id AND visit.person_id = old.person_id
        AND visit.brought_from IS NOT NULL), '')), '')
  WHERE studio_id = old.studio_id AND id = old.person_id;
END;
--> statement-breakpoint
DROP TRIGGER `bookings_visit_update`;
--> statement-breakpoint
CREATE TRIGGER `bookings_visit_update` AFTER UPDATE OF state ON `bookings`
WHEN (new.state IN ('checked_in','attended')) <> (old.state IN ('checked_in','attended')) BEGIN
  UPDATE people SET last_visit_at = nullif(max(
    coalesce((SELECT max(o.starts_at) FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = new.studio_id AND b.person_id = new.person_id AND b.state IN ('checked_in','attended')), ''),
    coalesce((SELECT max(visit.arrived_at) FROM arrivals AS visit
      WHERE visit.studio_id = new.studio_id AND visit.person_id = new.person_id
        AND visit.brought_from IS NOT NULL), '')), '')
  WHERE studio_id = new.studio_id AND id = new.person_id;
END;
