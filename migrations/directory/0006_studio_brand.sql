ALTER TABLE `studios` ADD `colour` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `studios` ADD `logo` text DEFAULT '' NOT NULL;