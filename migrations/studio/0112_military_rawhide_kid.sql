CREATE INDEX `coaching_checkins_by_person` ON `coaching_checkins` (`studio_id`,`person_id`,`due_on`);--> statement-breakpoint
CREATE INDEX `coaching_entries_by_person` ON `coaching_entries` (`studio_id`,`person_id`,`on_date`);
