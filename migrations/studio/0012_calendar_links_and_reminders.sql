CREATE TABLE `calendar_links` (
	`person_id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`token` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_links_by_token` ON `calendar_links` (`studio_id`,`token`);--> statement-breakpoint
CREATE TABLE `reminder_choices` (
	`person_id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`way` text NOT NULL,
	`minutes` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reminder_choices_by_studio` ON `reminder_choices` (`studio_id`);