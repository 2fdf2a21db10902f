CREATE TABLE `person_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` text NOT NULL,
	`removed_at` text
);
--> statement-breakpoint
CREATE INDEX `person_notes_by_person` ON `person_notes` (`studio_id`,`person_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `people` ADD `tags` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `people` ADD `last_visit_at` text;--> statement-breakpoint
CREATE INDEX `people_by_joined` ON `people` (`studio_id`,`joined_on`);--> statement-breakpoint
CREATE INDEX `people_by_last_visit` ON `people` (`studio_id`,`last_visit_at`);--> statement-breakpoint
CREATE INDEX `people_by_email` ON `people` (`studio_id`,`email`);