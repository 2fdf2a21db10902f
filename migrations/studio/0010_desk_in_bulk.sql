CREATE TABLE `bulk_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`act` text NOT NULL,
	`state` text NOT NULL,
	`detail` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`created_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
CREATE INDEX `bulk_changes_newest` ON `bulk_changes` (`studio_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `bulk_changes_by_state` ON `bulk_changes` (`studio_id`,`state`);--> statement-breakpoint
CREATE TABLE `bulk_targets` (
	`studio_id` text NOT NULL,
	`bulk_id` text NOT NULL,
	`person_id` text NOT NULL,
	`outcome` text,
	`step` text,
	PRIMARY KEY(`studio_id`, `bulk_id`, `person_id`)
);
--> statement-breakpoint
CREATE INDEX `bulk_targets_by_outcome` ON `bulk_targets` (`studio_id`,`bulk_id`,`outcome`);--> statement-breakpoint
CREATE TABLE `people_segments` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`params` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `people_segments_by_name` ON `people_segments` (`studio_id`,`name`);--> statement-breakpoint
CREATE TABLE `exercise_favourites` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`exercise_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`, `exercise_id`)
);
--> statement-breakpoint
CREATE INDEX `exercise_favourites_by_exercise` ON `exercise_favourites` (`studio_id`,`exercise_id`);--> statement-breakpoint
ALTER TABLE `exercise_media` ADD `import_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `exercise_media_by_import` ON `exercise_media` (`studio_id`,`import_id`) WHERE import_id <> '';--> statement-breakpoint
ALTER TABLE `exercises` ADD `merged_into` text;--> statement-breakpoint
CREATE INDEX `memberships_frozen` ON `memberships` (`studio_id`,`person_id`) WHERE frozen_from IS NOT NULL;--> statement-breakpoint
CREATE INDEX `memberships_past_due` ON `memberships` (`studio_id`,`person_id`) WHERE state IN ('past_due','suspended');--> statement-breakpoint
CREATE INDEX `people_archived` ON `people` (`studio_id`,`name`) WHERE archived_at IS NOT NULL;