CREATE TABLE `account_entries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`cause` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_entries_once` ON `account_entries` (`studio_id`,`cause`);--> statement-breakpoint
CREATE INDEX `account_entries_by_person` ON `account_entries` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `allocations` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`amount_minor` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `allocations_by_invoice` ON `allocations` (`studio_id`,`invoice_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `allocations_once` ON `allocations` (`studio_id`,`payment_id`,`invoice_id`);--> statement-breakpoint
CREATE TABLE `billing_settings` (
	`studio_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`legal_name` text NOT NULL,
	`address` text NOT NULL,
	`tax_number` text NOT NULL,
	`tax_name` text NOT NULL,
	`prefix` text NOT NULL,
	`first_number` integer NOT NULL,
	`due_days` integer NOT NULL,
	`desk_refund_minor` integer NOT NULL,
	`classes_tax_bp` integer NOT NULL,
	`memberships_tax_bp` integer NOT NULL,
	`events_tax_bp` integer NOT NULL,
	`fees_tax_bp` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `closed_tills` (
	`studio_id` text NOT NULL,
	`day` text NOT NULL,
	`closed_at` text NOT NULL,
	`closed_by` text NOT NULL,
	`cash_minor` integer NOT NULL,
	`counted_minor` integer NOT NULL,
	`note` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `closed_tills_once` ON `closed_tills` (`studio_id`,`day`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`kind` text NOT NULL,
	`number` integer NOT NULL,
	`reference` text NOT NULL,
	`state` text NOT NULL,
	`issued_on` text NOT NULL,
	`due_on` text NOT NULL,
	`currency` text NOT NULL,
	`total_minor` integer NOT NULL,
	`tax_minor` integer NOT NULL,
	`credits_invoice_id` text,
	`seller` text NOT NULL,
	`tax_name` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`reminded_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_by_number` ON `invoices` (`studio_id`,`kind`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_by_day` ON `invoices` (`studio_id`,`issued_on`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_by_person` ON `invoices` (`studio_id`,`person_id`,`issued_on`);--> statement-breakpoint
CREATE INDEX `invoices_open` ON `invoices` (`studio_id`,`due_on`,`number`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `invoices_by_state` ON `invoices` (`studio_id`,`state`,`issued_on`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_by_credited` ON `invoices` (`studio_id`,`credits_invoice_id`) WHERE credits_invoice_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`method` text NOT NULL,
	`state` text NOT NULL,
	`taken_at` text NOT NULL,
	`taken_on` text NOT NULL,
	`taken_by` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payments_by_person` ON `payments` (`studio_id`,`person_id`,`taken_at`);--> statement-breakpoint
CREATE INDEX `payments_by_day` ON `payments` (`studio_id`,`taken_on`,`method`);--> statement-breakpoint
ALTER TABLE `open_items` ADD `invoice_id` text;--> statement-breakpoint
ALTER TABLE `open_items` ADD `quantity` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `open_items` ADD `paid_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `open_items` ADD `discount_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `open_items` ADD `tax_rate_bp` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `open_items` ADD `tax_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `open_items` ADD `period_from` text;--> statement-breakpoint
ALTER TABLE `open_items` ADD `period_until` text;--> statement-breakpoint
CREATE INDEX `open_items_by_invoice` ON `open_items` (`studio_id`,`invoice_id`) WHERE invoice_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `open_items_unbilled` ON `open_items` (`studio_id`,`created_at`) WHERE invoice_id IS NULL AND state <> 'void';--> statement-breakpoint
CREATE INDEX `open_items_noted` ON `open_items` (`studio_id`,`invoice_id`) WHERE invoice_id IS NOT NULL AND state <> 'open' AND paid_minor <> amount_minor;