CREATE TABLE `guardians` (
	`studio_id` text NOT NULL,
	`guardian_id` text NOT NULL,
	`dependant_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `dependant_id`, `guardian_id`)
);
--> statement-breakpoint
CREATE INDEX `guardians_by_guardian` ON `guardians` (`studio_id`,`guardian_id`);--> statement-breakpoint
CREATE TABLE `imported_people` (
	`studio_id` text NOT NULL,
	`import_id` text NOT NULL,
	`line` integer NOT NULL,
	`person_id` text NOT NULL,
	`outcome` text NOT NULL,
	`filled` text NOT NULL,
	`step` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`studio_id`, `import_id`, `line`)
);
--> statement-breakpoint
CREATE INDEX `imported_people_by_outcome` ON `imported_people` (`studio_id`,`import_id`,`outcome`);--> statement-breakpoint
CREATE INDEX `imported_people_by_person` ON `imported_people` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `people_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`state` text NOT NULL,
	`file_name` text NOT NULL,
	`object_key` text NOT NULL,
	`source` text DEFAULT '' NOT NULL,
	`mapping` text NOT NULL,
	`date_order` text DEFAULT '' NOT NULL,
	`tag` text DEFAULT '' NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`cursor` integer DEFAULT 0 NOT NULL,
	`step` text DEFAULT '' NOT NULL,
	`refused` integer DEFAULT 0 NOT NULL,
	`findings` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`created_at` text NOT NULL,
	`committed_at` text,
	`finished_at` text
);
--> statement-breakpoint
CREATE INDEX `people_imports_newest` ON `people_imports` (`studio_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `people_imports_by_state` ON `people_imports` (`studio_id`,`state`,`created_at`);--> statement-breakpoint
CREATE TABLE `person_sources` (
	`studio_id` text NOT NULL,
	`source` text NOT NULL,
	`external_id` text NOT NULL,
	`person_id` text NOT NULL,
	`row_hash` text NOT NULL,
	PRIMARY KEY(`studio_id`, `source`, `external_id`)
);
--> statement-breakpoint
CREATE INDEX `person_sources_by_person` ON `person_sources` (`studio_id`,`person_id`);--> statement-breakpoint
ALTER TABLE `people` ADD `pronouns` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `people` ADD `address` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `people` ADD `barcode` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `people` ADD `home_location_id` text;--> statement-breakpoint
ALTER TABLE `people` ADD `referrer` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `people_by_barcode` ON `people` (`studio_id`,`barcode`) WHERE barcode <> '';