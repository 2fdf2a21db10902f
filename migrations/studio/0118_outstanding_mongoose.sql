CREATE TABLE `brought_levels` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`level_id` text NOT NULL,
	`on_date` text NOT NULL,
	`examiner` text DEFAULT '' NOT NULL,
	`import_id` text NOT NULL,
	`before` text
);
--> statement-breakpoint
CREATE INDEX `brought_levels_of` ON `brought_levels` (`studio_id`,`person_id`,`on_date`);--> statement-breakpoint
CREATE INDEX `brought_levels_by_import` ON `brought_levels` (`studio_id`,`import_id`,`person_id`);--> statement-breakpoint
ALTER TABLE `person_levels` ADD `provisional` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `person_levels` ADD `lapses_on` text;--> statement-breakpoint
CREATE INDEX `person_levels_to_confirm` ON `person_levels` (`studio_id`,`lapses_on`) WHERE provisional = 1 OR lapses_on IS NOT NULL;--> statement-breakpoint
ALTER TABLE `levels` ADD `valid_months` integer;--> statement-breakpoint
ALTER TABLE `levels` ADD `refresher_id` text;