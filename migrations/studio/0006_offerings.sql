CREATE TABLE `open_items` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`working` text NOT NULL,
	`state` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`created_at` text NOT NULL,
	`settled_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `open_items_once` ON `open_items` (`studio_id`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `open_items_by_person` ON `open_items` (`studio_id`,`person_id`,`state`);--> statement-breakpoint
CREATE INDEX `open_items_by_subject` ON `open_items` (`studio_id`,`subject_id`);--> statement-breakpoint
CREATE INDEX `open_items_open` ON `open_items` (`studio_id`,`created_at`) WHERE state = 'open';--> statement-breakpoint
DROP INDEX `class_types_by_name`;--> statement-breakpoint
ALTER TABLE `class_types` ADD `kind` text DEFAULT 'class' NOT NULL;--> statement-breakpoint
CREATE INDEX `class_types_by_studio` ON `class_types` (`studio_id`,`kind`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `class_types_by_name` ON `class_types` (`studio_id`,`name`) WHERE kind = 'class';--> statement-breakpoint
ALTER TABLE `bookings` ADD `enrolment_id` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `make_up_id` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `spot` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `bookings_by_enrolment` ON `bookings` (`studio_id`,`enrolment_id`) WHERE enrolment_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `occurrences` ADD `kind` text DEFAULT 'class' NOT NULL;--> statement-breakpoint
ALTER TABLE `occurrences` ADD `busy_from` text;--> statement-breakpoint
ALTER TABLE `occurrences` ADD `busy_until` text;--> statement-breakpoint
ALTER TABLE `occurrences` ADD `topic` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `occurrences` ADD `held_until` text;--> statement-breakpoint
ALTER TABLE `policies` ADD `kind` text DEFAULT 'class' NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `location_id` text;