CREATE TABLE `policy_exemptions` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`policy_name` text NOT NULL,
	`reason` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`ended_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `policy_exemptions_in_force` ON `policy_exemptions` (`studio_id`,`person_id`,`policy_name`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `policy_exemptions_by_name` ON `policy_exemptions` (`studio_id`,`policy_name`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `cutoff_at` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `credit_cutoff_at` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `fee_cutoff_at` text;--> statement-breakpoint
ALTER TABLE `occurrences` ADD `credit_cutoff_at` text;--> statement-breakpoint
ALTER TABLE `occurrences` ADD `fee_cutoff_at` text;--> statement-breakpoint
ALTER TABLE `policies` ADD `fee_minutes` integer;--> statement-breakpoint
ALTER TABLE `policies` ADD `no_show_both` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `late_strike` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `no_show_strike` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `strike_limit` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `strike_days` integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `block_days` integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `daily_limit` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `weekly_limit` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `guest_limit` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `minimum_age` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `forgive_months` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `created_by` text DEFAULT '' NOT NULL;