ALTER TABLE `bookings` ADD `guardian_id` text;--> statement-breakpoint
ALTER TABLE `lots` ADD `family` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `packages` ADD `family` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `standing_places` ADD `guardian_id` text;