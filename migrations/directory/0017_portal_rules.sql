ALTER TABLE `outbox` ADD `unsubscribe` text;--> statement-breakpoint
ALTER TABLE `studios` ADD `portal` text DEFAULT '' NOT NULL;