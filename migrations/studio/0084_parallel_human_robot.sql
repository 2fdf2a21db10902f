CREATE TABLE `workout_versions` (
	`studio_id` text NOT NULL,
	`workout_id` text NOT NULL,
	`version` integer NOT NULL,
	`text` text NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`plan` text NOT NULL,
	`unclear` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `workout_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `workouts` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`publish_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `workouts_by_name` ON `workouts` (`studio_id`,`name`,`id`,`state`,`kind`);