CREATE TABLE `certificates` (
	`studio_id` text NOT NULL,
	`number` integer NOT NULL,
	`grading_id` text NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`level` text NOT NULL,
	`on_date` text NOT NULL,
	`issued_by` text NOT NULL,
	`issued_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `number`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_once` ON `certificates` (`studio_id`,`grading_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `certificates_of` ON `certificates` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `grading_candidates` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`grading_id` text NOT NULL,
	`person_id` text NOT NULL,
	`state` text NOT NULL,
	`override_reason` text DEFAULT '' NOT NULL,
	`override_by` text DEFAULT '' NOT NULL,
	`invited_at` text,
	`answered_at` text,
	`result` text,
	`note` text DEFAULT '' NOT NULL,
	`retest_items` text DEFAULT '' NOT NULL,
	`retest_by` text,
	`result_by` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `grading_candidates_once` ON `grading_candidates` (`studio_id`,`grading_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `grading_candidates_of` ON `grading_candidates` (`studio_id`,`person_id`,`grading_id`);--> statement-breakpoint
CREATE TABLE `grading_marks` (
	`studio_id` text NOT NULL,
	`grading_id` text NOT NULL,
	`person_id` text NOT NULL,
	`item` text NOT NULL,
	`side` text DEFAULT '' NOT NULL,
	`assessor_id` text NOT NULL,
	`assessor_name` text NOT NULL,
	`mark` text NOT NULL,
	`made_at_ms` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `grading_id`, `person_id`, `item`, `side`, `assessor_id`)
);
--> statement-breakpoint
CREATE TABLE `gradings` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`ladder_id` text NOT NULL,
	`level_id` text NOT NULL,
	`on_date` text NOT NULL,
	`starts_at` text NOT NULL,
	`place` text DEFAULT '' NOT NULL,
	`fee_minor` integer DEFAULT 0 NOT NULL,
	`answer_by` text NOT NULL,
	`panel` text DEFAULT '[]' NOT NULL,
	`items` text DEFAULT '' NOT NULL,
	`belt_id` text,
	`state` text NOT NULL,
	`opened_at` text,
	`published_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `gradings_by_date` ON `gradings` (`studio_id`,`on_date`,`id`);