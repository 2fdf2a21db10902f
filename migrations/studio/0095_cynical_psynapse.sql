CREATE TABLE `automation_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`automation_id` text NOT NULL,
	`version` integer NOT NULL,
	`person_id` text NOT NULL,
	`cause` text NOT NULL,
	`state` text NOT NULL,
	`why` text DEFAULT '' NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`due_at` text NOT NULL,
	`letter_key` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`done_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `automation_runs_once` ON `automation_runs` (`studio_id`,`automation_id`,`person_id`,`cause`);--> statement-breakpoint
CREATE INDEX `automation_runs_due` ON `automation_runs` (`studio_id`,`due_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `automation_runs_newest` ON `automation_runs` (`studio_id`,`automation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `automation_runs_by_person` ON `automation_runs` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `automations` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`trigger` text NOT NULL,
	`days` integer NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`from_hour` integer DEFAULT 8 NOT NULL,
	`until_hour` integer DEFAULT 20 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`live_since` text,
	`scanned_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `automations_live` ON `automations` (`studio_id`,`state`);
