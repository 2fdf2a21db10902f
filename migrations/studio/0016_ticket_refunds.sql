ALTER TABLE `tickets` ADD `refund_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tickets` ADD `given_back_at` text;