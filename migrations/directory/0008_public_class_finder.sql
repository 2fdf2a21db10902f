CREATE TABLE `public_class_pages` (
	`class_type_id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`title` text NOT NULL,
	`discipline` text NOT NULL,
	`level` text NOT NULL,
	`description` text NOT NULL,
	`minutes` integer NOT NULL,
	`price_minor` integer,
	`coaches` text NOT NULL,
	`place` text NOT NULL,
	`rules` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `public_class_pages_by_studio` ON `public_class_pages` (`studio_id`);--> statement-breakpoint
ALTER TABLE `public_classes` ADD `class_type_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `public_classes` ADD `discipline` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `public_classes` ADD `level` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `public_classes` ADD `town` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `public_classes` ADD `minutes` integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE `public_classes` ADD `price_minor` integer;--> statement-breakpoint
CREATE INDEX `public_classes_by_start` ON `public_classes` (`starts_at`,`occurrence_id`);--> statement-breakpoint
CREATE INDEX `public_classes_by_discipline` ON `public_classes` (`discipline`,`starts_at`,`occurrence_id`);--> statement-breakpoint
CREATE INDEX `public_classes_by_town` ON `public_classes` (`town`);--> statement-breakpoint
CREATE INDEX `public_classes_by_type` ON `public_classes` (`class_type_id`,`starts_at`);