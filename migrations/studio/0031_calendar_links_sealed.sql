DROP INDEX `calendar_links_by_token`;--> statement-breakpoint
ALTER TABLE `calendar_links` ADD `token_hash` text;--> statement-breakpoint
ALTER TABLE `calendar_links` ADD `sealed` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_links_by_hash` ON `calendar_links` (`studio_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `calendar_links_unsealed` ON `calendar_links` (`studio_id`,`token`) WHERE token_hash IS NULL;