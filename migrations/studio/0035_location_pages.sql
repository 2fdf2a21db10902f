ALTER TABLE `locations` ADD `directions` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `locations` ADD `hours` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `locations` ADD `version` integer DEFAULT 1 NOT NULL;