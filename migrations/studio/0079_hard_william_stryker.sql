CREATE TABLE `checkouts` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`sealed` text NOT NULL,
	`person_id` text NOT NULL,
	`guardian_id` text,
	`buyer_name` text DEFAULT '' NOT NULL,
	`buyer_email` text DEFAULT '' NOT NULL,
	`buyer_phone` text DEFAULT '' NOT NULL,
	`occurrence_id` text,
	`package_id` text,
	`plan_id` text,
	`coupon` text DEFAULT '' NOT NULL,
	`method` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`proof_hash` text,
	`state` text DEFAULT 'open' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`booking_id` text,
	`invoice_id` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`done_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_by_key` ON `checkouts` (`studio_id`,`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_by_proof` ON `checkouts` (`studio_id`,`proof_hash`) WHERE proof_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `checkouts_by_person` ON `checkouts` (`studio_id`,`person_id`,`created_at`);