CREATE TABLE `pack_top_ups` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`package_id` text NOT NULL,
	`at_left` integer NOT NULL,
	`state` text NOT NULL,
	`lot_id` text DEFAULT '' NOT NULL,
	`due_at` text,
	`checkout_id` text,
	`reason` text DEFAULT '' NOT NULL,
	`version` integer NOT NULL,
	`agreed_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pack_top_ups_once` ON `pack_top_ups` (`studio_id`,`person_id`,`package_id`);--> statement-breakpoint
CREATE INDEX `pack_top_ups_by_state` ON `pack_top_ups` (`studio_id`,`state`,`due_at`);