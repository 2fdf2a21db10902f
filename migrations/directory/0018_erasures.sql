CREATE TABLE `erasures` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`asked_at` text NOT NULL,
	`actor_name` text NOT NULL,
	`done_at` text,
	PRIMARY KEY(`studio_id`, `person_id`)
);
--> statement-breakpoint
CREATE INDEX `erasures_under_way` ON `erasures` (`asked_at`) WHERE done_at IS NULL;