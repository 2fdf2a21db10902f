ALTER TABLE `studios` ADD `contact_email` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `studios` ADD `contact_phone` text DEFAULT '' NOT NULL;