CREATE TABLE `exercise_media` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`exercise_id` text NOT NULL,
	`position` integer NOT NULL,
	`object_key` text NOT NULL,
	`content_type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`alt` text DEFAULT '' NOT NULL,
	`source` text DEFAULT '' NOT NULL,
	`licence` text DEFAULT '' NOT NULL,
	`sha256` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `exercise_media_once` ON `exercise_media` (`studio_id`,`exercise_id`,`sha256`);--> statement-breakpoint
CREATE INDEX `exercise_media_by_content` ON `exercise_media` (`studio_id`,`sha256`);--> statement-breakpoint
CREATE INDEX `exercise_media_by_object` ON `exercise_media` (`studio_id`,`object_key`);--> statement-breakpoint
CREATE TABLE `exercise_spellings` (
	`studio_id` text NOT NULL,
	`spelling` text NOT NULL,
	`term` text NOT NULL,
	PRIMARY KEY(`studio_id`, `spelling`, `term`)
);
--> statement-breakpoint
CREATE TABLE `exercise_terms` (
	`studio_id` text NOT NULL,
	`term` text NOT NULL,
	`exercise_id` text NOT NULL,
	`weight` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `term`, `exercise_id`)
);
--> statement-breakpoint
CREATE INDEX `exercise_terms_by_exercise` ON `exercise_terms` (`studio_id`,`exercise_id`);--> statement-breakpoint
CREATE TABLE `exercises` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`aliases` text NOT NULL,
	`discipline_id` text,
	`category` text DEFAULT '' NOT NULL,
	`level` text DEFAULT '' NOT NULL,
	`force` text DEFAULT '' NOT NULL,
	`mechanic` text DEFAULT '' NOT NULL,
	`equipment` text DEFAULT '' NOT NULL,
	`primary_muscles` text NOT NULL,
	`secondary_muscles` text NOT NULL,
	`body_part` text DEFAULT '' NOT NULL,
	`instructions` text NOT NULL,
	`cues` text NOT NULL,
	`faults` text NOT NULL,
	`log_type` text NOT NULL,
	`unilateral` integer DEFAULT false NOT NULL,
	`state` text NOT NULL,
	`source_dataset` text DEFAULT '' NOT NULL,
	`source_id` text,
	`source_licence` text DEFAULT '' NOT NULL,
	`source_hash` text DEFAULT '' NOT NULL,
	`edited_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `exercises_once_per_source` ON `exercises` (`studio_id`,`source_dataset`,`source_id`);--> statement-breakpoint
CREATE INDEX `exercises_by_facet` ON `exercises` (`studio_id`,`name`,`state`,`discipline_id`,`equipment`,`body_part`,`level`,`category`,`log_type`,`id`);--> statement-breakpoint
CREATE INDEX `exercises_by_body_part` ON `exercises` (`studio_id`,`body_part`,`state`);--> statement-breakpoint
CREATE TABLE `import_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`file_name` text NOT NULL,
	`object_key` text NOT NULL,
	`dataset` text DEFAULT '' NOT NULL,
	`licence` text DEFAULT '' NOT NULL,
	`new_state` text DEFAULT 'published' NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`cursor` integer DEFAULT 0 NOT NULL,
	`created` integer DEFAULT 0 NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`unchanged` integer DEFAULT 0 NOT NULL,
	`kept` integer DEFAULT 0 NOT NULL,
	`refused` integer DEFAULT 0 NOT NULL,
	`findings` text NOT NULL,
	`refusals` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
CREATE INDEX `import_jobs_newest` ON `import_jobs` (`studio_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `import_jobs_by_state` ON `import_jobs` (`state`,`created_at`);