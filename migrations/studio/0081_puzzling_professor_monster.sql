CREATE TABLE `collection_steps` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`membership_id` text,
	`payer_id` text NOT NULL,
	`kind` text NOT NULL,
	`n` integer NOT NULL,
	`due_on` text NOT NULL,
	`state` text NOT NULL,
	`code` text,
	`attempt_id` text,
	`done_at` text,
	`done_by` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `collection_steps_once` ON `collection_steps` (`studio_id`,`invoice_id`,`kind`,`n`);--> statement-breakpoint
CREATE INDEX `collection_steps_coming` ON `collection_steps` (`studio_id`,`kind`,`due_on`) WHERE state = 'coming';--> statement-breakpoint
CREATE INDEX `collection_steps_doing` ON `collection_steps` (`studio_id`,`attempt_id`) WHERE state = 'doing';--> statement-breakpoint
CREATE INDEX `collection_steps_failed` ON `collection_steps` (`studio_id`,`invoice_id`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `collection_steps_by_payer` ON `collection_steps` (`studio_id`,`payer_id`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `collection_steps_by_membership` ON `collection_steps` (`studio_id`,`membership_id`);--> statement-breakpoint
CREATE TABLE `dunning_settings` (
	`studio_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`retry_days` text NOT NULL,
	`grace_days` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pay_links` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`payer_id` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` text NOT NULL,
	`created_by` text DEFAULT '' NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	`attempt_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pay_links_by_hash` ON `pay_links` (`hash`);--> statement-breakpoint
CREATE INDEX `pay_links_by_invoice` ON `pay_links` (`studio_id`,`invoice_id`);--> statement-breakpoint
ALTER TABLE `memberships` ADD `grace_until` text;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `asked_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_attempts_alive_invoice` ON `payment_attempts` (`studio_id`,`subject_id`) WHERE purpose = 'invoice' AND state IN ('created', 'requires_action', 'processing');--> statement-breakpoint
ALTER TABLE `payment_methods` ADD `chosen_at` text;--> statement-breakpoint
-- Paid, written off or voided, an invoice is charged no more, and a membership that was past due for it alone runs on (R10).
CREATE TRIGGER `collection_ends` AFTER UPDATE OF state ON `invoices` WHEN old.state = 'open' AND new.state <> 'open'
BEGIN
  UPDATE memberships SET state = iif(ends_on IS NULL, 'active', 'cancel_scheduled'), grace_until = NULL
  WHERE studio_id = new.studio_id AND state IN ('past_due','suspended')
    AND id IN (SELECT step.membership_id FROM collection_steps AS step
      WHERE step.studio_id = new.studio_id AND step.invoice_id = new.id)
    AND NOT EXISTS (SELECT 1 FROM collection_steps AS other
      JOIN invoices AS unpaid ON unpaid.id = other.invoice_id AND unpaid.state = 'open'
      WHERE other.studio_id = new.studio_id AND other.membership_id = memberships.id
        AND other.state = 'failed' AND other.invoice_id <> new.id);
  UPDATE collection_steps SET state = 'over'
  WHERE studio_id = new.studio_id AND invoice_id = new.id AND state = 'coming';
END;
