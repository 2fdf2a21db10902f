CREATE TABLE `invoice_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`lines` text DEFAULT '[]' NOT NULL,
	`net_prices` integer DEFAULT false NOT NULL,
	`discount` text,
	`discount_reason` text DEFAULT '' NOT NULL,
	`due_on` text,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `invoice_drafts_by_age` ON `invoice_drafts` (`studio_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `invoice_drafts_by_person` ON `invoice_drafts` (`studio_id`,`person_id`);--> statement-breakpoint
ALTER TABLE `invoices` ADD `net_prices` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `open_items` ADD `discount_reason` text DEFAULT '' NOT NULL;