ALTER TABLE `checkouts` ADD `gift_card_id` text;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `gift_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `checkouts_by_gift_card` ON `checkouts` (`studio_id`,`gift_card_id`) WHERE gift_card_id IS NOT NULL AND state = 'open';