CREATE TABLE `studio_setups` (
	`studio_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`state` text NOT NULL,
	`answers` text DEFAULT '{}' NOT NULL,
	`created_at` text NOT NULL,
	`opened_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `studio_setups_one_open` ON `studio_setups` (`user_id`) WHERE state <> 'open';