CREATE TABLE `merchant_accounts` (
	`studio_id` text PRIMARY KEY NOT NULL,
	`account_ref` text NOT NULL,
	`state` text NOT NULL,
	`missing` text DEFAULT '[]' NOT NULL,
	`test_mode` integer NOT NULL,
	`connected_at` text NOT NULL,
	`checked_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payment_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`purpose` text NOT NULL,
	`subject_id` text NOT NULL,
	`what` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`code` text,
	`channel` text NOT NULL,
	`page_ref` text,
	`payment_ref` text,
	`page_url` text,
	`method_id` text,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL,
	`expires_at` text NOT NULL,
	`settled_at` text,
	`booked_at` text,
	`invoice_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_attempts_alive` ON `payment_attempts` (`studio_id`,`purpose`,`subject_id`,`person_id`) WHERE state IN ('created', 'requires_action', 'processing');--> statement-breakpoint
CREATE INDEX `payment_attempts_by_person` ON `payment_attempts` (`studio_id`,`person_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payment_attempts_by_subject` ON `payment_attempts` (`studio_id`,`subject_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payment_attempts_unsettled` ON `payment_attempts` (`studio_id`,`created_at`) WHERE booked_at IS NULL AND state NOT IN ('failed', 'cancelled');--> statement-breakpoint
CREATE TABLE `payment_customers` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`customer_ref` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_customers_once` ON `payment_customers` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `payment_methods` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`customer_ref` text NOT NULL,
	`kind` text NOT NULL,
	`brand` text NOT NULL,
	`last4` text NOT NULL,
	`end_month` integer DEFAULT 0 NOT NULL,
	`end_year` integer DEFAULT 0 NOT NULL,
	`fingerprint` text DEFAULT '' NOT NULL,
	`added_at` text NOT NULL,
	`removed_at` text
);
--> statement-breakpoint
CREATE INDEX `payment_methods_by_person` ON `payment_methods` (`studio_id`,`person_id`,`added_at`);--> statement-breakpoint
CREATE INDEX `payment_methods_by_card` ON `payment_methods` (`studio_id`,`fingerprint`) WHERE fingerprint <> '';--> statement-breakpoint
CREATE TABLE `provider_events` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`kind` text NOT NULL,
	`received_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_events_by_age` ON `provider_events` (`studio_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `invoices_online` ON `invoices` (`studio_id`,`issued_on`,`number`) WHERE paid_by & 32;--> statement-breakpoint
CREATE INDEX `invoices_online_state` ON `invoices` (`studio_id`,`kind`,`state`,`due_on`,`number`) WHERE paid_by & 32;--> statement-breakpoint
DROP TRIGGER `invoices_paid_by`;
--> statement-breakpoint
CREATE TRIGGER `invoices_paid_by` AFTER INSERT ON `allocations` BEGIN
  UPDATE invoices SET paid_by = paid_by | coalesce((SELECT CASE payment.method WHEN 'cash' THEN 1
      WHEN 'card' THEN 2 WHEN 'transfer' THEN 4 WHEN 'desk' THEN 8 WHEN 'credit' THEN 16
      WHEN 'online' THEN 32 ELSE 0 END
    FROM payments AS payment WHERE payment.id = new.payment_id), 0)
  WHERE studio_id = new.studio_id AND id = new.invoice_id;
END;
