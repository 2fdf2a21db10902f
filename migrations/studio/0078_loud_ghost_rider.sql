ALTER TABLE `memberships` ADD `proof_until` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `proof_told` text;--> statement-breakpoint
CREATE INDEX `memberships_by_proof` ON `memberships` (`studio_id`,`proof_until`) WHERE proof_until IS NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `off_peak` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `locations` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `rollover_most` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `guest_places` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `document_id` text;--> statement-breakpoint
ALTER TABLE `plans` ADD `proof` text DEFAULT '' NOT NULL;