CREATE TABLE `closure_targets` (
	`studio_id` text NOT NULL,
	`closure_id` text NOT NULL,
	`occurrence_id` text NOT NULL,
	`outcome` text,
	`told` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`studio_id`, `closure_id`, `occurrence_id`)
);
--> statement-breakpoint
ALTER TABLE `closure_lots` ADD `step` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sub_requests` ADD `claims_stand` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `series` ADD `is_draft` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `closures` DROP COLUMN `after_lot_id`;