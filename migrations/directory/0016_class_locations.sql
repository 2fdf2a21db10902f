ALTER TABLE `public_class_pages` ADD `location_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `public_classes` ADD `location_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `public_classes` ADD `location` text DEFAULT '' NOT NULL;