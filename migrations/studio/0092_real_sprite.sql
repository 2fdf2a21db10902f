CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`invoice_id` text,
	`attempt_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`answer_by` text,
	`opened_at` text NOT NULL,
	`closed_at` text
);
--> statement-breakpoint
CREATE INDEX `disputes_by_day` ON `disputes` (`studio_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `disputes_by_invoice` ON `disputes` (`studio_id`,`invoice_id`);--> statement-breakpoint
CREATE INDEX `disputes_by_person` ON `disputes` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `disputes_open` ON `disputes` (`studio_id`,`opened_at`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE TABLE `payout_lines` (
	`studio_id` text NOT NULL,
	`payout_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`fee_minor` integer NOT NULL,
	`net_minor` integer NOT NULL,
	`at` text NOT NULL,
	`attempt_id` text,
	`what` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`studio_id`, `payout_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`arrives_on` text NOT NULL,
	`created_at` text NOT NULL,
	`failure` text DEFAULT '' NOT NULL,
	`lines_at` text
);
--> statement-breakpoint
CREATE INDEX `payouts_by_day` ON `payouts` (`studio_id`,`arrives_on`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_without_lines` ON `payouts` (`studio_id`,`created_at`) WHERE lines_at IS NULL;--> statement-breakpoint
CREATE INDEX `payouts_coming` ON `payouts` (`studio_id`,`arrives_on`) WHERE state IN ('pending', 'in_transit');--> statement-breakpoint
CREATE TABLE `provider_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`attempt_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`refund_ref` text,
	`created_at` text NOT NULL,
	`settled_at` text
);
--> statement-breakpoint
CREATE INDEX `provider_refunds_by_attempt` ON `provider_refunds` (`studio_id`,`attempt_id`);--> statement-breakpoint
CREATE INDEX `provider_refunds_by_person` ON `provider_refunds` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `provider_refunds_waiting` ON `provider_refunds` (`studio_id`,`created_at`) WHERE state IN ('asked', 'pending');--> statement-breakpoint
ALTER TABLE `merchant_accounts` ADD `statement_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `merchant_accounts` ADD `payout_every` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `merchant_accounts` ADD `balance_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `merchant_accounts` ADD `payouts_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_texts` ON `outbox` (`studio_id`,`created_at_ms`) WHERE channel = 'sms';--> statement-breakpoint
CREATE INDEX `payment_attempts_by_payment` ON `payment_attempts` (`studio_id`,`payment_ref`) WHERE payment_ref IS NOT NULL;