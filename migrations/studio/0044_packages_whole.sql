ALTER TABLE `packages` ADD `fixed_until` text;--> statement-breakpoint
ALTER TABLE `packages` ADD `once_per_person` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `packages` ADD `description` text DEFAULT '' NOT NULL;