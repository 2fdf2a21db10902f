CREATE TABLE `studio_plan_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`at` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`plan` text NOT NULL,
	`by_name` text DEFAULT '' NOT NULL,
	`detail` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `studio_plan_changes_by_studio` ON `studio_plan_changes` (`studio_id`,`at`);--> statement-breakpoint
CREATE TABLE `studio_plan_invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`number` integer NOT NULL,
	`plan` text NOT NULL,
	`from_day` text NOT NULL,
	`until_day` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`issued_on` text NOT NULL,
	`due_on` text NOT NULL,
	`paid_on` text,
	`method` text,
	`reference` text,
	`recorded_by` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `studio_plan_invoices_number` ON `studio_plan_invoices` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `studio_plan_invoices_period` ON `studio_plan_invoices` (`studio_id`,`from_day`);--> statement-breakpoint
CREATE UNIQUE INDEX `studio_plan_invoices_open` ON `studio_plan_invoices` (`studio_id`) WHERE paid_on IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `studio_plan_invoices_payment` ON `studio_plan_invoices` (`reference`) WHERE reference IS NOT NULL;--> statement-breakpoint
CREATE TABLE `studio_plans` (
	`studio_id` text PRIMARY KEY NOT NULL,
	`plan` text NOT NULL,
	`next_plan` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`started_on` text NOT NULL,
	`paid_until` text NOT NULL,
	`trial` integer NOT NULL,
	`cancelled_on` text,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `studio_plans_by_end` ON `studio_plans` (`paid_until`);--> statement-breakpoint
ALTER TABLE `studios` ADD `plan_state` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `studios` ADD `plan` text DEFAULT '' NOT NULL;
