CREATE TABLE `coaching_checkins` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`relation_id` text NOT NULL,
	`person_id` text NOT NULL,
	`questions` text NOT NULL,
	`due_on` text NOT NULL,
	`answers` text DEFAULT '' NOT NULL,
	`answered_at` text,
	`reply` text DEFAULT '' NOT NULL,
	`reviewed_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `coaching_checkins_of` ON `coaching_checkins` (`studio_id`,`relation_id`,`due_on`);--> statement-breakpoint
CREATE TABLE `coaching_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`relation_id` text NOT NULL,
	`person_id` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`value` text DEFAULT '' NOT NULL,
	`on_date` text NOT NULL,
	`done_at` text,
	`by_name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `coaching_entries_of` ON `coaching_entries` (`studio_id`,`relation_id`,`on_date`);--> statement-breakpoint
CREATE TABLE `coaching_relations` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`coach_id` text NOT NULL,
	`person_id` text NOT NULL,
	`from_on` text NOT NULL,
	`to_on` text,
	`per_week` integer NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coaching_relations_once` ON `coaching_relations` (`studio_id`,`coach_id`,`person_id`) WHERE to_on IS NULL;--> statement-breakpoint
CREATE INDEX `coaching_relations_of` ON `coaching_relations` (`studio_id`,`person_id`);
