ALTER TABLE `studios` ADD `features_off` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `studios` ADD `menu` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `studios` ADD `maintenance` text DEFAULT '' NOT NULL;