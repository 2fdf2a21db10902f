CREATE TABLE `person_field_values` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`field_id` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`, `field_id`)
);
--> statement-breakpoint
CREATE TABLE `person_fields` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`options` text DEFAULT '' NOT NULL,
	`position` integer NOT NULL,
	`archived_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `person_fields_by_name` ON `person_fields` (`studio_id`,`name`);--> statement-breakpoint
CREATE INDEX `person_fields_in_order` ON `person_fields` (`studio_id`,`position`);
