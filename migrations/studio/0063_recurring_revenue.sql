CREATE TABLE `recurring_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` text NOT NULL,
	`day` text NOT NULL,
	`person_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`plans` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recurring_changes_once` ON `recurring_changes` (`studio_id`,`day`,`person_id`);--> statement-breakpoint
CREATE INDEX `recurring_changes_by_person` ON `recurring_changes` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `recurring_days` (
	`studio_id` text NOT NULL,
	`day` text NOT NULL,
	`members` integer NOT NULL,
	`minor` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `recurring_people` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`held_minor` integer NOT NULL,
	`paying_minor` integer NOT NULL,
	`plans` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`)
);
