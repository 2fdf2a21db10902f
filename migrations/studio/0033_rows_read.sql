DROP INDEX `people_staff`;--> statement-breakpoint
CREATE INDEX `people_tagged` ON `people` (`studio_id`,`tags`) WHERE tags <> '';--> statement-breakpoint
CREATE INDEX `people_staff` ON `people` (`studio_id`,`is_staff`,`name`) WHERE is_staff = 1;--> statement-breakpoint
CREATE INDEX `occurrences_by_series` ON `occurrences` (`studio_id`,`series_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `occurrences_by_coach` ON `occurrences` (`studio_id`,`coach_id`,`starts_at`);