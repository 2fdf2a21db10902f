ALTER TABLE `tickets` ADD `refund_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tickets` ADD `given_back_at` text;--> statement-breakpoint
CREATE INDEX `ticket_orders_by_person` ON `ticket_orders` (`studio_id`,`person_id`) WHERE person_id IS NOT NULL;