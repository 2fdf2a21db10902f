CREATE TABLE `family_ties` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`other_id` text NOT NULL,
	`relation` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`, `other_id`)
);
--> statement-breakpoint
CREATE INDEX `family_ties_by_other` ON `family_ties` (`studio_id`,`other_id`);--> statement-breakpoint
ALTER TABLE `automations` ADD `own` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `guardians` ADD `relation` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `workout_logs` ADD `shared_whole` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `workout_logs` ADD `read_at` text;--> statement-breakpoint
ALTER TABLE `workout_logs` ADD `read_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `workout_logs_shared` ON `workout_logs` (`studio_id`,`shared_at`) WHERE shared_whole = 1 AND read_at IS NULL;--> statement-breakpoint
CREATE INDEX `exercises_merged` ON `exercises` (`studio_id`,`merged_into`) WHERE merged_into IS NOT NULL;