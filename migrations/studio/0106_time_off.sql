CREATE TABLE `teaching_hours` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`weekday` integer NOT NULL,
	`from` text NOT NULL,
	`until` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `teaching_hours_once` ON `teaching_hours` (`studio_id`,`person_id`,`weekday`,`from`,`until`);--> statement-breakpoint
CREATE TABLE `time_off` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`starts_at` text NOT NULL,
	`ends_at` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`answer` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`decided_at` text,
	`decided_by_name` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `time_off_by_person` ON `time_off` (`studio_id`,`person_id`,`ends_at`);--> statement-breakpoint
CREATE INDEX `time_off_by_end` ON `time_off` (`studio_id`,`ends_at`);
