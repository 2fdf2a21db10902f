CREATE TABLE `shifts` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`title` text NOT NULL,
	`role` text NOT NULL,
	`person_id` text,
	`location_id` text,
	`starts_at` text NOT NULL,
	`ends_at` text NOT NULL,
	`removed_at` text,
	`told` text,
	`told_person_id` text,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `shifts_by_start` ON `shifts` (`studio_id`,`starts_at`);
