CREATE TABLE `happenings` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`studio_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`detail` text NOT NULL,
	`at` text NOT NULL,
	`told_until` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `happenings_id` ON `happenings` (`id`);--> statement-breakpoint
CREATE INDEX `happenings_by_subject` ON `happenings` (`studio_id`,`subject_id`,`seq`);--> statement-breakpoint
CREATE INDEX `happenings_to_tell` ON `happenings` (`studio_id`,`seq`) WHERE told_until IS NOT NULL;