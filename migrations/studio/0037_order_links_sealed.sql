DROP INDEX `ticket_orders_by_token`;--> statement-breakpoint
ALTER TABLE `ticket_orders` ADD `token_hash` text;--> statement-breakpoint
ALTER TABLE `ticket_orders` ADD `sealed` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_orders_by_hash` ON `ticket_orders` (`studio_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `ticket_orders_unsealed` ON `ticket_orders` (`studio_id`,`token`) WHERE token_hash IS NULL;--> statement-breakpoint
ALTER TABLE `tickets` ADD `link_hash` text;--> statement-breakpoint
ALTER TABLE `tickets` ADD `link_sealed` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_by_link` ON `tickets` (`studio_id`,`link_hash`);