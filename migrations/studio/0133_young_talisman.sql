CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`target_id` text NOT NULL,
	`cause` text NOT NULL,
	`kind` text NOT NULL,
	`person_id` text,
	`body` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`next_at` text NOT NULL,
	`claim` text,
	`status` integer,
	`error` text DEFAULT '' NOT NULL,
	`tried_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_once` ON `webhook_deliveries` (`studio_id`,`target_id`,`cause`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`studio_id`,`target_id`,`next_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_failed` ON `webhook_deliveries` (`studio_id`,`target_id`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_newest` ON `webhook_deliveries` (`studio_id`,`target_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_age` ON `webhook_deliveries` (`studio_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_person` ON `webhook_deliveries` (`studio_id`,`person_id`) WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `webhook_targets` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`kinds` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`paused` text DEFAULT '' NOT NULL,
	`sealed_secret` text NOT NULL,
	`former_sealed_secret` text,
	`former_until` text,
	`seen_seq` integer NOT NULL,
	`failing_since` text,
	`held_until` text,
	`created_at` text NOT NULL,
	`ended_at` text
);
--> statement-breakpoint
CREATE INDEX `webhook_targets_by_studio` ON `webhook_targets` (`studio_id`) WHERE ended_at IS NULL;--> statement-breakpoint
ALTER TABLE `automation_runs` ADD `target_id` text;--> statement-breakpoint
ALTER TABLE `automations` ADD `target_id` text;--> statement-breakpoint
CREATE INDEX `happenings_in_order` ON `happenings` (`studio_id`,`seq`);