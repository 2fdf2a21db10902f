CREATE TABLE `coach_bios` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`text` text NOT NULL,
	`photo` text DEFAULT '' NOT NULL,
	`agreed_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`)
);
--> statement-breakpoint
CREATE TABLE `door_openings` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`door_id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`at` text NOT NULL,
	`person_id` text,
	`reason` text NOT NULL,
	`test` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `door_openings_once` ON `door_openings` (`studio_id`,`door_id`,`webhook_id`);--> statement-breakpoint
CREATE INDEX `door_openings_by_time` ON `door_openings` (`studio_id`,`at`);--> statement-breakpoint
CREATE INDEX `door_openings_by_person` ON `door_openings` (`studio_id`,`person_id`) WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `doors` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`location_id` text,
	`minutes` integer NOT NULL,
	`sealed_secret` text NOT NULL,
	`created_at` text NOT NULL,
	`shut_at` text
);
--> statement-breakpoint
CREATE INDEX `doors_by_studio` ON `doors` (`studio_id`);