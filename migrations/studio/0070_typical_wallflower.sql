CREATE TABLE `freeze_run_members` (
	`studio_id` text NOT NULL,
	`run_id` text NOT NULL,
	`membership_id` text NOT NULL,
	`version` integer NOT NULL,
	`outcome` text,
	`why` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`studio_id`, `run_id`, `membership_id`)
);
--> statement-breakpoint
CREATE TABLE `freeze_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`from_on` text NOT NULL,
	`until_on` text NOT NULL,
	`charges_fee` integer NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `freeze_runs_by_day` ON `freeze_runs` (`studio_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `freeze_runs_under_way` ON `freeze_runs` (`studio_id`) WHERE state IN ('running','undoing');