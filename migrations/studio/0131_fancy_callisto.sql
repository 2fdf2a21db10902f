CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`secret_hash` text NOT NULL,
	`ends_on` text,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	`ended_at` text
);
--> statement-breakpoint
CREATE INDEX `api_keys_by_studio` ON `api_keys` (`studio_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `people_in_order` ON `people` (`studio_id`,`id`) WHERE id > '';