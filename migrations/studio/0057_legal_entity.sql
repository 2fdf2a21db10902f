ALTER TABLE `billing_settings` ADD `registration` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `billing_settings` ADD `manager_refund_minor` integer;