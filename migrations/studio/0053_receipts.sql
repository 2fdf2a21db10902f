ALTER TABLE `payments` ADD `receipt_at` text;--> statement-breakpoint
CREATE INDEX `payments_without_receipt` ON `payments` (`studio_id`,`taken_at`) WHERE receipt_at IS NULL;--> statement-breakpoint
-- Nobody gets a receipt now for what they paid long ago.
UPDATE `payments` SET `receipt_at` = `taken_at`;
