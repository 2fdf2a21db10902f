CREATE TABLE `pay_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`payee` text DEFAULT '' NOT NULL,
	`kind` text NOT NULL,
	`work_on` text NOT NULL,
	`occurrence_id` text,
	`course_id` text,
	`class_type_id` text,
	`rule_id` text,
	`scope` text NOT NULL,
	`basis` text DEFAULT 'flat' NOT NULL,
	`rule_minor` integer DEFAULT 0 NOT NULL,
	`tiers` text DEFAULT '[]' NOT NULL,
	`least_minor` integer DEFAULT 0 NOT NULL,
	`counts` text DEFAULT 'attended' NOT NULL,
	`percent` integer DEFAULT 100 NOT NULL,
	`people` integer DEFAULT 0 NOT NULL,
	`people_before` integer,
	`minutes` integer DEFAULT 0 NOT NULL,
	`instead_of` text,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`corrects_id` text,
	`run_id` text,
	`created_by` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pay_lines_once` ON `pay_lines` (`studio_id`,`occurrence_id`,`person_id`,`kind`) WHERE kind IN ('work','cancelled');--> statement-breakpoint
CREATE UNIQUE INDEX `pay_lines_once_a_guest` ON `pay_lines` (`studio_id`,`course_id`) WHERE kind = 'guest';--> statement-breakpoint
CREATE INDEX `pay_lines_open` ON `pay_lines` (`studio_id`,`work_on`) WHERE run_id IS NULL;--> statement-breakpoint
CREATE INDEX `pay_lines_by_run` ON `pay_lines` (`studio_id`,`run_id`) WHERE run_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `pay_lines_by_person` ON `pay_lines` (`studio_id`,`person_id`,`work_on`);--> statement-breakpoint
CREATE INDEX `pay_lines_corrections` ON `pay_lines` (`studio_id`,`corrects_id`) WHERE corrects_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `pay_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text DEFAULT '' NOT NULL,
	`class_type_id` text DEFAULT '' NOT NULL,
	`basis` text NOT NULL,
	`amount_minor` integer DEFAULT 0 NOT NULL,
	`tiers` text DEFAULT '[]' NOT NULL,
	`least_minor` integer DEFAULT 0 NOT NULL,
	`counts` text DEFAULT 'attended' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`ended_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pay_rules_in_force` ON `pay_rules` (`studio_id`,`person_id`,`class_type_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE TABLE `pay_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`month` text NOT NULL,
	`state` text NOT NULL,
	`reviewed_at` text NOT NULL,
	`reviewed_by` text NOT NULL,
	`locked_at` text,
	`locked_by` text DEFAULT '' NOT NULL,
	`total_minor` integer DEFAULT 0 NOT NULL,
	`people` integer DEFAULT 0 NOT NULL,
	`currency` text NOT NULL,
	`paid_on` text,
	`paid_by` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pay_runs_by_month` ON `pay_runs` (`studio_id`,`month`);--> statement-breakpoint
CREATE TABLE `pay_settings` (
	`studio_id` text PRIMARY KEY NOT NULL,
	`cancel_hours` integer DEFAULT 0 NOT NULL,
	`cancel_percent` integer DEFAULT 0 NOT NULL,
	`payday` integer DEFAULT 28 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
